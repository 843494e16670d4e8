import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { Trx } from '../database/transact.ts'

/** What an address of the organisation may belong to; public mailboxes are accounts. */
export type AddressHolder = 'account' | 'alias' | 'mail_group'

const HOLDERS: readonly AddressHolder[] = ['account', 'alias', 'mail_group']
/** For how long an address that was left cannot be taken as an alias by another account: mail for who left still comes. */
const LEFT_FOR_MS = 365 * 86_400_000

/** An address of the organisation, while the transaction alone may give it away. */
export interface Claim {
  readonly domainId: number
  /** What has it already; null where it is free. */
  readonly holder: AddressHolder | null
}

/**
 * Asked by every way in which an address is given away: accounts, public mailboxes, aliases, mail groups. Claims of one
 * domain wait for each other until their transactions end. Answers null where the domain is none of ours.
 * @param address in lower case
 */
export async function claimAddress(trx: Trx, address: string): Promise<Claim | null> {
  const name = address.slice(address.lastIndexOf('@') + 1)
  const domain = await trx
    .updateTable('domain')
    .set({ name })
    .where('name', '=', name)
    .returning('id')
    .executeTakeFirst()
  return domain ? { domainId: domain.id, holder: await holderOf(trx, address) } : null
}

async function holderOf(db: Kysely<Schema>, address: string): Promise<AddressHolder | null> {
  for (const table of HOLDERS) {
    const row = await db.selectFrom(table).select('address').where('address', '=', address).executeTakeFirst()
    if (row) return table
  }
  return null
}

/**
 * Notes that addresses are given up.
 * @param accountId who may take them again at any time; null for none
 */
export async function leaveAddresses(
  trx: Trx,
  addresses: readonly string[],
  { accountId, now }: { readonly accountId: number | null; readonly now: number },
): Promise<void> {
  await trx
    .deleteFrom('past_address')
    .where('left_at', '<', now - LEFT_FOR_MS)
    .execute()
  for (const address of addresses) {
    const row = { account_id: accountId, left_at: now }
    await trx
      .insertInto('past_address')
      .values({ address, ...row })
      .onConflict((conflict) => conflict.column('address').doUpdateSet(row))
      .execute()
  }
}

/** Whether an address was left by another less than a year ago. Operators may give it away all the same. */
export async function isLeftByOther(
  db: Kysely<Schema>,
  address: string,
  { accountId, now }: { readonly accountId: number; readonly now: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('past_address')
    .select(['account_id', 'left_at'])
    .where('address', '=', address)
    .executeTakeFirst()
  return row !== undefined && row.account_id !== accountId && row.left_at > now - LEFT_FOR_MS
}
