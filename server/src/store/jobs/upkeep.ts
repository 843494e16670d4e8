import type { Context } from '../context/context.ts'
import { transact } from '../database/transact.ts'
import { dropJobs, UPKEEP } from './dropJobs.ts'
import type { JobKind } from './job.ts'
import { kindsWithJobs } from './listJobs.ts'

const EVERY_MS = 60_000
/** How long a failed job is kept for the operator. */
const KEEP_FAILED_MS = 30 * 86_400_000
const FAILED_AT_ONCE = 100

/** The key of what runs again and again. */
export const EVERY_KEY = 'all'

/** Asks for what runs again and again, where it is not asked for yet. */
export async function plan({ store, now }: Pick<Context, 'store' | 'now'>, kinds: readonly JobKind[]): Promise<void> {
  const rows = kinds.flatMap(({ name, everyMs }) =>
    everyMs === undefined ? [] : [{ kind: name, key: EVERY_KEY, run_at: now() + everyMs, created_at: now() }],
  )
  await transact({ store, now }, (trx) =>
    trx
      .insertInto('job')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
      .execute(),
  )
}

/** What keeps the table of jobs small: those that failed a month ago go, with what they were about. */
export const upkeepOf = (kinds: readonly JobKind[]): JobKind => ({
  name: UPKEEP,
  atOnce: 1,
  limitMs: 60_000,
  retryAt: (_attempts, _createdAt, now) => now + EVERY_MS,
  everyMs: EVERY_MS,
  async run(context) {
    for (const kind of await kindsWithJobs(context)) {
      const old = await context.store.db
        .selectFrom('job')
        .select('id')
        .where('kind', '=', kind)
        .where('failed_at', '<', context.now() - KEEP_FAILED_MS)
        .orderBy('failed_at')
        .limit(FAILED_AT_ONCE)
        .execute()
      const ids = old.map(({ id }) => id)
      await dropJobs(context, kinds, ids)
    }
    return undefined
  },
})
