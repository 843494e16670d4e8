import { sql } from 'kysely'
import type { Context } from '../context/context.ts'

/** Names the lock among those of other programs on the same PostgreSQL database. */
const LOCK = 7_926_110

/**
 * Runs work that one process at a time may do; answers null when another one does it. On PostgreSQL the lock ends with
 * the connection that holds it, so a server that ends leaves none. A SQLite store has one server; the command line
 * beside it does no harm.
 */
export async function underSweepLock<T>({ store }: Pick<Context, 'store'>, work: () => Promise<T>): Promise<T | null> {
  if (store.engine === 'sqlite') return work()
  return store.db.connection().execute(async (holder) => {
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${LOCK}) as taken`.execute(holder)
    if (!rows[0]?.taken) return null
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(holder)
    }
  })
}
