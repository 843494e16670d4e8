import { isMailAddress } from '@yanshu/contracts'
import type { Context } from '../context/context.ts'
import { noteChange } from '../database/changeLog.ts'
import type { Trx } from '../database/transact.ts'
import { transact } from '../database/transact.ts'
import { endSessions } from '../sessions/end/endSessions.ts'
import { type Account, AccountError } from './accounts.ts'
import { claimAddress, leaveAddresses } from './addresses.ts'
import { indexAccount } from './directoryIndex.ts'

/** What may be changed of an account; what is left out stays. */
export interface AccountChanges {
  readonly name?: string
  readonly company?: string
  readonly deptId?: number | null
  readonly phone?: string
  readonly duties?: string
  readonly isAdmin?: boolean
  /** Bytes, 0 for no limit. */
  readonly quotaBytes?: number
}

/** The account of an address itself, not of an alias. Throws `AccountError` when there is none. */
export async function requireAccount(trx: Trx, address: string): Promise<Account> {
  const wanted = address.trim().toLowerCase()
  const row = await trx.selectFrom('account').selectAll().where('address', '=', wanted).executeTakeFirst()
  if (!row) throw new AccountError(`There is no account ${address}. \`yanshu user list\` shows all of them`)
  return row
}

/** Writes what differs, in a transaction of the caller. Answers the names of the changed columns. */
export async function changeAccount(trx: Trx, account: Account, changes: AccountChanges): Promise<string[]> {
  const { soundOf } = await import('../names/pinyin.ts')
  const wanted = {
    name: changes.name?.trim(),
    company: changes.company,
    dept_id: changes.deptId,
    phone: changes.phone,
    duties: changes.duties,
    is_admin: changes.isAdmin === undefined ? undefined : changes.isAdmin ? 1 : 0,
    quota_bytes: changes.quotaBytes,
  }
  if (wanted.name === '') throw new AccountError(`${account.address}: the name is empty`)
  const different = Object.entries(wanted).filter(
    ([column, value]) => value !== undefined && account[column as keyof typeof wanted] !== value,
  )
  if (different.length === 0) return []
  const values = Object.fromEntries(different)
  await trx
    .updateTable('account')
    .set({ ...values, ...(wanted.name === undefined ? {} : soundOf(wanted.name)) })
    .where('id', '=', account.id)
    .execute()
  const entry = { name: account.name, phone: account.phone, duties: account.duties, ...values }
  await indexAccount(trx, account.id, { ...entry, address: account.address })
  noteChange(trx, account.id, { kind: 'settings', folderId: null, mailIds: [] })
  return different.map(([column]) => column)
}

/** Refuses an address that is in use, or whose domain is not here. Answers its domain. */
async function requireFree(trx: Trx, address: string): Promise<number> {
  if (!isMailAddress(address)) throw new AccountError(`"${address}" is not a mail address`)
  const claim = await claimAddress(trx, address)
  if (!claim) throw new AccountError(`There is no domain for ${address}. Add it first`)
  if (claim.holder !== null) throw new AccountError(`${address} is taken already`)
  return claim.domainId
}

/**
 * Gives an account another address, with which its owner logs in from then on. The old one becomes an alias, unless
 * `keepOld` is false. Throws `AccountError` when the new one is not possible.
 */
export async function renameAccount(
  context: Pick<Context, 'store' | 'now'>,
  from: string,
  to: string,
  { keepOld = true }: { readonly keepOld?: boolean } = {},
): Promise<void> {
  const address = to.trim().toLowerCase()
  await transact(context, async (trx) => {
    const account = await requireAccount(trx, from)
    // An alias of one's own may become the address.
    await trx.deleteFrom('alias').where('address', '=', address).where('account_id', '=', account.id).execute()
    const domainId = await requireFree(trx, address)
    await trx.updateTable('account').set({ address, domain_id: domainId }).where('id', '=', account.id).execute()
    if (keepOld) await trx.insertInto('alias').values({ address: account.address, account_id: account.id }).execute()
    else await leaveAddresses(trx, [account.address], { accountId: account.id, now: context.now() })
    const { name, phone, duties } = account
    await indexAccount(trx, account.id, { name, phone, duties, address })
    await endSessions(trx, account.id)
  })
}

/** Adds a further address of an account. */
export async function addAlias(context: Pick<Context, 'store' | 'now'>, alias: string, of: string): Promise<void> {
  const address = alias.trim().toLowerCase()
  await transact(context, async (trx) => {
    const account = await requireAccount(trx, of)
    await requireFree(trx, address)
    await trx.insertInto('alias').values({ address, account_id: account.id }).execute()
  })
}

/** Removes a further address. */
export async function removeAlias(context: Pick<Context, 'store' | 'now'>, alias: string): Promise<void> {
  const address = alias.trim().toLowerCase()
  await transact(context, async (trx) => {
    const gone = await trx.deleteFrom('alias').where('address', '=', address).returning('account_id').executeTakeFirst()
    if (!gone) throw new AccountError(`There is no alias ${alias}. \`yanshu alias list\` shows all of them`)
    await leaveAddresses(trx, [address], { accountId: gone.account_id, now: context.now() })
  })
}

/** Stops taking mail for a domain. Throws `AccountError` while an account has an address in it. */
export async function removeDomain(context: Pick<Context, 'store' | 'now'>, name: string): Promise<void> {
  const domain = name.trim().toLowerCase()
  await transact(context, async (trx) => {
    const row = await trx.selectFrom('domain').select('id').where('name', '=', domain).executeTakeFirst()
    if (!row) throw new AccountError(`There is no domain ${name}. \`yanshu domain list\` shows all of them`)
    const one = await trx.selectFrom('account').select('address').where('domain_id', '=', row.id).executeTakeFirst()
    if (one) throw new AccountError(`${one.address} is in this domain. Rename or delete its accounts first`)
    for (const table of ['alias', 'mail_group'] as const) {
      const used = await trx
        .selectFrom(table)
        .select('address')
        .where('address', 'like', `%@${domain}`)
        .executeTakeFirst()
      if (used) throw new AccountError(`${used.address} is in this domain. Remove it first`)
    }
    await trx.deleteFrom('domain').where('id', '=', row.id).execute()
  })
}
