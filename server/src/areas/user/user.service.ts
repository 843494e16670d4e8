import type { UserInfo } from '@yanshu/contracts'
import type { SessionActor } from '../../platform/actor/actor.ts'
import { TokenInvalidError } from '../../platform/http/errors.ts'
import { derivedKey } from '../../platform/secrets/serverKey.ts'
import { departmentPaths, partTimeDepartments } from '../../store/accounts/departments.ts'
import { pictureOf } from '../../store/accounts/pictureOf.ts'
import { associatedAccounts } from '../../store/accounts/reachableAccounts.ts'
import type { Context } from '../../store/context/context.ts'

/** The account may have been deleted since the token was issued. */
export async function accountOf({ store }: Context, accountId: number) {
  const account = await store.db.selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirst()
  if (!account) throw new TokenInvalidError()
  return account
}

/** Whether the password must (1) or should (2) be changed; who has asked not to be reminded is not for some days. */
function passwordState(
  { change_password, password_prompt_after }: { change_password: number; password_prompt_after: number },
  now: number,
): 0 | 1 | 2 {
  if (change_password === 1) return 1
  return change_password === 2 && password_prompt_after <= now ? 2 : 0
}

/** The account's data as its own windows get it, and those of a person who switched to it. */
export async function userInfo(context: Context, accountId: number, personId = accountId): Promise<UserInfo> {
  const account = await accountOf(context, accountId)
  const departments = await departmentPaths(context.store.db)
  const partTime = await partTimeDepartments(context.store.db, accountId)
  const person = personId === accountId ? null : await accountOf(context, personId)
  return {
    uuid: String(account.id),
    account: account.address,
    emailAddr: account.address,
    userName: account.name,
    avatar: await pictureOf(context.store.db, accountId),
    companyName: account.company,
    deptId: account.dept_id ?? 0,
    deptName: departments.get(account.dept_id ?? 0) ?? '',
    partTimeDeptName: partTime.map(({ name }) => name).join(','),
    phone: account.phone,
    duties: account.duties,
    gender: account.gender === 0 || account.gender === 1 ? account.gender : 2,
    isAdmin: account.is_admin === 1 ? 1 : 0,
    accountType: account.account_type === 2 ? 2 : 1,
    associatedAccount: await associatedByType(context, accountId, personId),
    ownAccount: person && { account: person.address, userName: person.name },
    // The password of a mailbox that was switched to is of no concern there.
    isChangePassword: person ? 0 : passwordState(account, context.now()),
  }
}

/**
 * What seals the unsaved work of a person in a mailbox on their devices, in base64. It is derived and stored nowhere, and
 * does not depend on how they log in, so that it is the same after every way in and after a change of the password. In a
 * mailbox that several people switch to, each of them has another key.
 */
export async function journalKey({ config }: Context, { accountId, personId }: SessionActor): Promise<string> {
  return (await derivedKey(config, `journal ${accountId} ${personId}`)).toString('base64')
}

async function associatedByType({ store }: Context, accountId: number, personId: number) {
  const byType: Record<string, string> = {}
  for (const { id, type, address } of await associatedAccounts(store.db, personId)) {
    if (id !== accountId) byType[type] = byType[type] ? `${byType[type]},${address}` : address
  }
  return byType
}
