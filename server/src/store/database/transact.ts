import { setTimeout as pause } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { isDiskFull, StorageFullError } from '../../platform/errors/diskFull.ts'
import { gatherAfterCommit, runAfterCommit } from './afterCommit.ts'
import { gatherChanges, writeChanges } from './changeLog.ts'
import type { Store } from './open.ts'
import type { Schema } from './schema.ts'

export type Trx = Transaction<Schema>

/**
 * PostgreSQL's errors after which a transaction should be tried again: serialization failure, deadlock, and a row that
 * another transaction deleted just before this one was to refer to it.
 */
const TRY_AGAIN = new Set(['40001', '40P01', '23503'])
const ATTEMPTS = 5
/** Milliseconds before the second attempt, about; before each further one twice as many. */
const PAUSE_MS = 10

/** What of the store is not one of its connections. */
export type StoreOfTransaction = Pick<Store, 'engine'>

/**
 * The same parts for what asks by `store.db` and is called inside of a transaction: it asks on the transaction's own connection.
 * A second connection that is asked for inside of a transaction waits for one of the others to end; where all of them do,
 * all calls wait.
 */
export const within = <Parts extends { readonly store: StoreOfTransaction }>(
  trx: Trx,
  { store, ...parts }: Parts,
): Omit<Parts, 'store'> & { readonly store: StoreOfTransaction & { readonly db: Trx } } => ({
  ...parts,
  store: { engine: store.engine, db: trx },
})

/** The same parts for work that no call waits for (`Store.background`). */
export const inBackground = <Parts extends { readonly store: Store }>(parts: Parts): Parts => ({
  ...parts,
  store: { ...parts.store, db: parts.store.background },
})

export interface Transacting {
  /**
   * Whether the work makes the store grow: mail that comes in, a draft, an upload. On a full disk that is refused with
   * `StorageFullError`; everything else (logging in, reading, deleting) uses the space reserved for it.
   */
  readonly grows?: boolean
}

/**
 * Runs work in one transaction, and writes the changes of mailboxes that it noted (`noteChange`) as its last step. On
 * PostgreSQL a deadlock is tried again after a pause, on a full disk what does not grow the store is tried again in the room
 * kept for it. So `work` acts on nothing outside of the store, and counts in what it answers: a count of its caller's would
 * have what was rolled back in it.
 */
export async function transact<T>(
  { store, now }: { readonly store: Store; readonly now: () => number },
  work: (trx: Trx) => Promise<T>,
  { grows = false }: Transacting = {},
): Promise<T> {
  if (grows && store.reserve && !(await store.reserve.isKept())) throw new StorageFullError()
  let released = false
  for (let attempt = 1; ; attempt++) {
    try {
      let committed: Trx | null = null
      const result = await store.db.transaction().execute(async (trx) => {
        gatherChanges(trx)
        gatherAfterCommit(trx)
        const done = await work(trx)
        await writeChanges(trx, now)
        committed = trx
        return done
      })
      runAfterCommit(committed)
      return result
    } catch (error) {
      if (isDiskFull(error)) {
        if (grows || released || !store.reserve) throw error
        await store.reserve.release()
        released = true
        continue
      }
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (attempt >= ATTEMPTS || !TRY_AGAIN.has(code)) throw error
      // By chance: two that stood in each other's way do not meet again.
      await pause(PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random()))
    }
  }
}
