import type { Engine } from '../database/engine.ts'
import type { Trx } from '../database/transact.ts'

/**
 * Lets one transaction at a time change an account's mailbox. Counters, uids and labels of an account hang together, so
 * they are locked by one row. SQLite has one writer anyway. Who changes several accounts locks them in one call.
 */
export async function lockMailboxes(trx: Trx, engine: Engine, accountIds: readonly number[]): Promise<void> {
  if (engine !== 'postgres' || accountIds.length === 0) return
  // The same order for everybody, or two deliveries to the same people could wait for each other.
  await trx
    .selectFrom('account')
    .select('id')
    .where('id', 'in', [...new Set(accountIds)])
    .orderBy('id')
    .forUpdate()
    .execute()
}
