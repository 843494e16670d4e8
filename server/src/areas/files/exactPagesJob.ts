import type { JobKind } from '../../store/jobs/index.ts'
import { dropUnheld } from './exactPages.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * Deletes the exact pages of files that are kept no more. The folder is that of the server that runs it; every other one does the
 * same whenever it makes pages.
 */
export const exactPagesJob: JobKind = {
  name: 'files.exactPages',
  atOnce: 1,
  limitMs: 10 * 60_000,
  everyMs: DAY_MS,
  retryAt: (_attempts, _createdAt, now) => now + DAY_MS,
  async run(context) {
    await dropUnheld(context)
    return undefined
  },
}
