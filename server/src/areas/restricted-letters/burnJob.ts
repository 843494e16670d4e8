import { nextAttemptAt } from '../../mailflow/queue/retry.ts'
import { transact } from '../../store/database/transact.ts'
import type { JobKind } from '../../store/jobs/index.ts'
import { announceChanges, burnLetter } from '../../store/mailbox/index.ts'

export const BURN_JOB = 'letter.burn'

/** By which the job of a letter and its recipient is known. */
export const burnKey = (policyId: number, accountId: number): string => `${policyId}:${accountId}`

/** Deletes a letter that is to be deleted after its last reading, once that reading has ended. */
export const restrictedLetterJob: JobKind = {
  name: BURN_JOB,
  atOnce: 2,
  limitMs: 60_000,
  retryAt: nextAttemptAt,
  async run(context, job) {
    const [policyId = 0, accountId = 0] = job.key.split(':').map(Number)
    const { again, deleted } = await transact(context, async (trx) => {
      const done = await burnLetter(trx, context, { policyId, accountId })
      await job.end(trx, done.again === null ? undefined : { at: done.again })
      return done
    })
    if (deleted) announceChanges(context, [accountId])
    return again === null ? undefined : { at: again }
  },
}
