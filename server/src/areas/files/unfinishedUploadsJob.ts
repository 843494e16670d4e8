import { UNFINISHED_UPLOAD_MS } from '@yanshu/contracts'
import type { JobKind } from '../../store/jobs/index.ts'

const HOUR_MS = 60 * 60_000
const ROWS_AT_ONCE = 200

/** Ends uploads of which no part has come in for days. What their parts keep goes with the next sweep. */
export const unfinishedUploadsJob: JobKind = {
  name: 'files.unfinished',
  atOnce: 1,
  limitMs: 10 * 60_000,
  everyMs: HOUR_MS,
  retryAt: (_attempts, _createdAt, now) => now + HOUR_MS,
  async run({ store, now }, { signal }) {
    for (let found = ROWS_AT_ONCE; found >= ROWS_AT_ONCE && !signal.aborted; ) {
      const old = await store.db
        .selectFrom('unfinished_upload')
        .select('id')
        .where('touched_at', '<=', now() - UNFINISHED_UPLOAD_MS)
        .orderBy('touched_at')
        .limit(ROWS_AT_ONCE)
        .execute()
      found = old.length
      if (found === 0) break
      await store.db
        .deleteFrom('unfinished_upload')
        .where(
          'id',
          'in',
          old.map(({ id }) => id),
        )
        // One of which a part came in meanwhile stays.
        .where('touched_at', '<=', now() - UNFINISHED_UPLOAD_MS)
        .execute()
    }
    return undefined
  },
}
