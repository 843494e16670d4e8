import type { Context, Trx } from '../context.ts'

/** PostgreSQL's way of saying that a transaction should be tried again: serialization failure, deadlock. */
const TRY_AGAIN = new Set(['40001', '40P01'])
const ATTEMPTS = 5

/** Runs work in one transaction; on PostgreSQL a deadlock is tried again, so `work` must not act outside the store. */
export async function transact<T>(context: Pick<Context, 'store'>, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await context.store.db.transaction().execute(work)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (attempt >= ATTEMPTS || !TRY_AGAIN.has(code)) throw error
    }
  }
}
