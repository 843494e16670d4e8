import type { Context } from '../context/context.ts'
import { transact } from '../database/transact.ts'
import type { JobKind } from './job.ts'

/** The kind that keeps the table whole; it runs again and again, on each server that runs jobs. */
export const UPKEEP = 'jobs.upkeep'

/**
 * Deletes jobs with what they were about. One that is being done stays, and so does one that runs again and again. Answers
 * how many were deleted.
 */
export async function dropJobs(
  context: Pick<Context, 'store' | 'now'>,
  kinds: readonly JobKind[],
  ids: readonly number[],
): Promise<number> {
  const recurring = kinds.filter(({ everyMs }) => everyMs !== undefined).map(({ name }) => name)
  let dropped = 0
  for (const id of ids) {
    const one = await transact(context, async (trx) => {
      const row = await trx
        .deleteFrom('job')
        .where('id', '=', id)
        .where('claim', 'is', null)
        .where('kind', 'not in', [UPKEEP, ...recurring])
        .returning(['kind', 'key'])
        .executeTakeFirst()
      if (row) await kinds.find(({ name }) => name === row.kind)?.drop?.(trx, row.key)
      return row
    })
    if (one) dropped += 1
  }
  return dropped
}
