import { sql } from 'kysely'
import type { Context } from '../context/context.ts'
import { afterCommit } from '../database/afterCommit.ts'
import type { Trx } from '../database/transact.ts'
import { wakeRunner } from './wake.ts'

/** A job to be done. */
export interface Wanted {
  readonly key: string
  /** Epoch milliseconds; now when left out. */
  readonly at?: number
}

const ROWS_AT_ONCE = 200

/**
 * Asks for jobs of a kind in the transaction of the change that needs them. A key that waits already is done at the
 * earlier of both moments; one that is being done is done once more; one that had failed begins anew.
 */
export async function enqueue(
  trx: Trx,
  { runtime, now }: Pick<Context, 'runtime' | 'now'>,
  kind: string,
  wanted: readonly Wanted[],
): Promise<void> {
  if (wanted.length === 0) return
  const createdAt = now()
  const earliest = new Map<string, number>()
  for (const { key, at = createdAt } of wanted) earliest.set(key, Math.min(at, earliest.get(key) ?? at))
  // The same order in all transactions: two transactions that ask for the same keys wait for each other, and never in a circle.
  const rows = [...earliest]
    .map(([key, at]) => ({ kind, key, run_at: at, created_at: createdAt }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  for (let begin = 0; begin < rows.length; begin += ROWS_AT_ONCE) {
    await trx
      .insertInto('job')
      .values(rows.slice(begin, begin + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict.columns(['kind', 'key']).doUpdateSet({
          run_at: sql<number>`case when job.claim is null and (job.failed_at is not null or excluded.run_at < job.run_at)
            then excluded.run_at else job.run_at end`,
          again_at: sql<
            number | null
          >`case when job.claim is not null and coalesce(job.again_at, excluded.run_at) >= excluded.run_at
            then excluded.run_at else job.again_at end`,
          attempts: sql<number>`case when job.failed_at is null then job.attempts else 0 end`,
          created_at: sql<number>`case when job.failed_at is null then job.created_at else excluded.created_at end`,
          failed_at: null,
        }),
      )
      .execute()
  }
  const first = Math.min(...earliest.values())
  afterCommit(trx, () => wakeRunner({ runtime }, first))
}
