import type { Transaction } from 'kysely'
import type { Schema } from './schema.ts'

type Trx = Transaction<Schema>

/** What each open transaction wants done once it is committed. */
const open = new WeakMap<Trx, (() => void)[]>()

/** From here on work may be noted for the time after the commit; called by `transact` alone. */
export function gatherAfterCommit(trx: Trx): void {
  open.set(trx, [])
}

/**
 * Runs `work` once the transaction is committed, and never when it is not. What must not be lost when the process ends in
 * between has to stand in the store. A transaction that `transact` has not begun runs nothing.
 */
export function afterCommit(trx: Trx, work: () => void): void {
  open.get(trx)?.push(work)
}

/** Called by `transact` alone. */
export function runAfterCommit(trx: Trx | null): void {
  for (const work of (trx && open.get(trx)) ?? []) work()
}
