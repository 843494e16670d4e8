import { isMailAddress } from '@yanshu/contracts'
import type { Kysely, Selectable } from 'kysely'
import type { Context, TransactionContext } from '../context/context.ts'
import type { AccountTable, Schema } from '../database/schema.ts'
import type { Trx } from '../database/transact.ts'
import { transact } from '../database/transact.ts'
import { addSystemFolders } from '../mailbox/addFolders.ts'
import { claimAddress } from './addresses.ts'
import { endWaysIn } from './endCodes.ts'
import { hashPassword } from './password.ts'

type Parts = Pick<Context, 'store' | 'now'>
export type Account = Selectable<AccountTable>

/** An account, domain or department that cannot be made as asked; the message is a sentence for the operator. */
export class AccountError extends Error {
  override readonly name = 'AccountError'
}

const DOMAIN = /^(?=.{1,253}$)(?:(?!-)[\p{L}\p{N}-]{1,63}(?<!-)\.)+(?!-)[\p{L}\p{N}-]{2,63}(?<!-)$/u

/** Adds a mail domain and answers its id. A domain that is there already is answered as it is. */
export async function createDomain({ store, now }: Parts, name: string): Promise<number> {
  const domain = name.trim().toLowerCase()
  if (!DOMAIN.test(domain)) throw new AccountError(`"${name}" is not a domain name`)
  const added = await store.db
    .insertInto('domain')
    .values({ name: domain, created_at: now() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) return added.id
  return (await store.db.selectFrom('domain').select('id').where('name', '=', domain).executeTakeFirstOrThrow()).id
}

export const listDomains = ({ store }: Parts) => store.db.selectFrom('domain').selectAll().orderBy('name').execute()

/** A department to be made: below another, or at the top. */
interface NewDepartment {
  readonly name: string
  readonly parentId: number | null
  readonly sort?: number
}

/** Adds a department below another, or at the top, and answers its id. */
export async function createDepartment({ store }: Parts, department: NewDepartment): Promise<number> {
  return insertDepartment(store.db, department)
}

/** The same with a connection or a transaction of the caller. */
export async function insertDepartment(
  db: Kysely<Schema>,
  { name, parentId, sort = 0 }: NewDepartment,
): Promise<number> {
  const { indexDepartment } = await import('./directoryIndex.ts')
  const { id } = await db
    .insertInto('department')
    .values({ name, parent_id: parentId, sort })
    .returning('id')
    .executeTakeFirstOrThrow()
  await indexDepartment(db, id, name)
  return id
}

/** Sets who leads a department, the first one first. An empty list removes all. */
export async function setDepartmentHeads(context: Parts, departmentId: number, accountIds: readonly number[]) {
  await transact(context, async (trx) => {
    await trx.deleteFrom('department_head').where('department_id', '=', departmentId).execute()
    const heads = [...new Set(accountIds)].map((account_id, sort) => ({
      department_id: departmentId,
      account_id,
      sort,
    }))
    if (heads.length > 0) await trx.insertInto('department_head').values(heads).execute()
  })
}

export interface NewAccount {
  readonly address: string
  readonly name: string
  readonly password: string
  readonly company?: string
  readonly deptId?: number | null
  /** Departments beside their own. */
  readonly partTimeDeptIds?: readonly number[]
  readonly phone?: string
  readonly duties?: string
  /** 0 male, 1 female, 2 not given. */
  readonly gender?: 0 | 1 | 2
  readonly isAdmin?: boolean
  /** 1 person, 2 public mailbox. */
  readonly accountType?: 1 | 2
  /** Bytes, 0 for no limit. */
  readonly quotaBytes?: number
  /** 0 no, 1 must change the password at the next login, 2 should. */
  readonly changePassword?: 0 | 1 | 2
}

/**
 * Makes an account with its system folders and answers its id. The domain must be there.
 * Throws `AccountError` when the address is taken, is no address, or has no domain here.
 */
export async function createAccount(context: Parts, account: NewAccount): Promise<number> {
  const hash = await hashPassword(account.password)
  return transact(context, (trx) => insertAccount(trx, context, account, hash))
}

/** The same inside a transaction, with a password that is hashed already. */
export async function insertAccount(
  trx: Trx,
  context: Pick<TransactionContext, 'now'>,
  account: NewAccount,
  passwordHash: string,
): Promise<number> {
  const address = account.address.trim().toLowerCase()
  if (!isMailAddress(address)) throw new AccountError(`"${account.address}" is not a mail address`)
  // Loaded when used: a dictionary of eight megabytes that a running server seldom needs.
  const { soundOf } = await import('../names/pinyin.ts')
  const { indexAccount } = await import('./directoryIndex.ts')
  const claim = await claimAddress(trx, address)
  if (!claim) throw new AccountError(`There is no domain for ${address}. Add it first`)
  if (claim.holder === 'alias') throw new AccountError(`${address} is an alias of another account`)
  if (claim.holder === 'mail_group') throw new AccountError(`${address} is the address of a mail group`)
  const added = await trx
    .insertInto('account')
    .values({
      address,
      domain_id: claim.domainId,
      name: account.name.trim(),
      ...soundOf(account.name),
      password_hash: passwordHash,
      company: account.company ?? '',
      dept_id: account.deptId ?? null,
      phone: account.phone ?? '',
      duties: account.duties ?? '',
      gender: account.gender ?? 2,
      is_admin: account.isAdmin ? 1 : 0,
      account_type: account.accountType ?? 1,
      quota_bytes: account.quotaBytes ?? 0,
      change_password: account.changePassword ?? 0,
      created_at: context.now(),
    })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw new AccountError(`The account ${address} exists already`)
  await indexAccount(trx, added.id, {
    name: account.name.trim(),
    address,
    phone: account.phone ?? '',
    duties: account.duties ?? '',
  })
  const partTime = [...new Set(account.partTimeDeptIds ?? [])]
  if (partTime.length > 0) {
    await trx
      .insertInto('part_time_department')
      .values(partTime.map((department_id, sort) => ({ account_id: added.id, department_id, sort })))
      .execute()
  }
  await addSystemFolders(trx, [added.id])
  return added.id
}

/** The account of an address or an alias, null when no account has it. */
export async function findAccount(db: Kysely<Schema>, address: string): Promise<Account | null> {
  const wanted = address.trim().toLowerCase()
  const own = await db.selectFrom('account').selectAll().where('address', '=', wanted).executeTakeFirst()
  if (own) return own
  const other = await db
    .selectFrom('alias')
    .innerJoin('account', 'account.id', 'alias.account_id')
    .selectAll('account')
    .where('alias.address', '=', wanted)
    .executeTakeFirst()
  return other ?? null
}

export const listAccounts = ({ store }: Parts): Promise<Account[]> =>
  store.db.selectFrom('account').selectAll().orderBy('address').execute()

/** Sets a password and ends every login and authorization code of the account. Throws `AccountError` for an unknown address. */
export async function setPassword(context: Parts, address: string, password: string): Promise<void> {
  const hash = await hashPassword(password)
  await transact(context, async (trx) => {
    const changed = await trx
      .updateTable('account')
      .set({ password_hash: hash, change_password: 0 })
      .where('address', '=', address.trim().toLowerCase())
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw new AccountError(`There is no account ${address}`)
    await endWaysIn(trx, changed.id, context.now())
  })
}

/**
 * Enables an account, or disables it and ends its logins and authorization codes for good. Its mail is kept, and new mail
 * still arrives. Throws `AccountError` for an unknown address.
 */
export async function setDisabled(context: Parts, address: string, disabled: boolean): Promise<void> {
  await transact(context, async (trx) => {
    const changed = await trx
      .updateTable('account')
      .set({ disabled: disabled ? 1 : 0 })
      .where('address', '=', address.trim().toLowerCase())
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw new AccountError(`There is no account ${address}`)
    if (disabled) await endWaysIn(trx, changed.id, context.now())
  })
}
