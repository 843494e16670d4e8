import type { Engine } from '../database/engine.ts'
import type { Trx } from '../database/transact.ts'

/** The accounts that a transaction has locked, until its end. */
const locked = new WeakMap<Trx, Set<number>>()

/**
 * Lets one transaction at a time change an account's mailbox. Counters, uids and labels of an account depend on each other, so
 * they are locked by one row. SQLite has one writer anyway. Who changes several accounts locks them in one call.
 */
export async function lockMailboxes(trx: Trx, engine: Engine, accountIds: readonly number[]): Promise<void> {
  if (engine !== 'postgres') return
  const held = locked.get(trx) ?? new Set<number>()
  locked.set(trx, held)
  // What delivers to a thousand people locks them at once, and adds a thousand mails that each would ask again.
  const wanted = [...new Set(accountIds)].filter((id) => !held.has(id))
  if (wanted.length === 0) return
  // The same order in all transactions, or two deliveries to the same people could wait for each other.
  await trx.selectFrom('account').select('id').where('id', 'in', wanted).orderBy('id').forUpdate().execute()
  for (const id of wanted) held.add(id)
}
