import type { JobKind } from '../jobs/index.ts'
import { sweepStore } from './sweepStore.ts'

const EVERY_MS = 60 * 60 * 1_000
/** Of so many sweeps each checks its part of the files on disk. */
const PARTS = 24

/** Sweeps every hour, the first time an hour after the first start. Of several servers on one store one does it each time. */
export const sweepJob: JobKind = {
  name: 'store.sweep',
  atOnce: 1,
  limitMs: 6 * EVERY_MS,
  everyMs: EVERY_MS,
  retryAt: (_attempts, _createdAt, now) => now + EVERY_MS,
  async run(context, { signal }) {
    const hour = Math.floor(context.now() / EVERY_MS)
    const swept = await sweepStore(context, [hour % PARTS, PARTS], signal)
    if (swept && swept.blobs + swept.messages + swept.uploads > 0)
      context.log.info({ ...swept }, 'swept what nothing refers to')
    return undefined
  },
}
