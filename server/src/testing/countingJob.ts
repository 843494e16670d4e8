import { transact } from '../store/database/transact.ts'
import type { JobKind } from '../store/jobs/index.ts'

/** A job that counts how often its work was committed, in `housekeeping` under its key. */
export const countingJob: JobKind = {
  name: 'test.counting',
  atOnce: 1,
  limitMs: 60_000,
  retryAt: (_attempts, _createdAt, now) => now + 1_000,
  async run(context, job) {
    await transact(context, async (trx) => {
      await trx
        .insertInto('housekeeping')
        .values({ name: job.key, done_at: 1 })
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet((eb) => ({ done_at: eb('housekeeping.done_at', '+', 1) })),
        )
        .execute()
      await job.end(trx)
    })
    return undefined
  },
}
