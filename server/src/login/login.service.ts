import type { Tokens, UserInfo } from '@yanshu/contracts'
import type { Context } from '../context.ts'
import { CredentialsWrongError } from '../http/errors.ts'
import { type Device, openSession } from '../session/session.service.ts'
import { userInfo } from '../user/user.service.ts'
import { isPassword } from './password.ts'
import { checkThrottle, countWrong, forgetWrong, placeOf, rulesFor } from './throttle.ts'

/** Logs in by password (§4, Login). Unknown, disabled and wrong take the same time and look the same. */
export async function logIn(
  context: Context,
  credentials: { account: string; password: string },
  device: Device,
): Promise<Tokens & { userMail: string; user: UserInfo }> {
  const address = await fullAddress(context, credentials.account)
  const rules = rulesFor(address, placeOf(device.ip))
  await checkThrottle(context, rules)
  const account = await context.store.db
    .selectFrom('account')
    .select(['id', 'address', 'password_hash', 'disabled'])
    .where('address', '=', address)
    .executeTakeFirst()
  const right = await isPassword(credentials.password, account?.password_hash ?? '')
  if (!account || !right || account.disabled) {
    await countWrong(context, rules)
    throw new CredentialsWrongError()
  }
  await forgetWrong(context, rules)
  const user = await userInfo(context, account.id)
  return { ...(await openSession(context, account.id, device)), userMail: account.address, user }
}

/** The local part alone is enough where the organisation has one domain. */
async function fullAddress({ store }: Context, account: string): Promise<string> {
  const typed = account.normalize('NFKC').toLowerCase()
  if (typed.includes('@')) return typed
  const domains = await store.db.selectFrom('domain').select('name').limit(2).execute()
  const [only] = domains
  return only && domains.length === 1 ? `${typed}@${only.name}` : typed
}
