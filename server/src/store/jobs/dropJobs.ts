import type { Context } from '../context/context.ts'
import { transact } from '../database/transact.ts'
import type { JobKind } from './job.ts'

/** Deletes jobs that nobody is doing, with what they were about. Answers how many there were. */
export async function dropJobs(
  context: Pick<Context, 'store' | 'now'>,
  kinds: readonly JobKind[],
  ids: readonly number[],
): Promise<number> {
  let dropped = 0
  for (const id of ids) {
    const one = await transact(context, async (trx) => {
      const row = await trx
        .deleteFrom('job')
        .where('id', '=', id)
        .where('claim', 'is', null)
        .returning(['kind', 'key'])
        .executeTakeFirst()
      if (row) await kinds.find(({ name }) => name === row.kind)?.drop?.(trx, row.key)
      return row
    })
    if (one) dropped += 1
  }
  return dropped
}
