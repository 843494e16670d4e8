import type { JobAgain } from './job.ts'

const SOON_MS = 1_000

/**
 * When a job is due again whose next row is due at `at`; undefined without one. What is due already and was not done is
 * being changed by another transaction, and is tried a moment later.
 */
export const dueAgain = (now: number, at: number | undefined): JobAgain | undefined =>
  at === undefined ? undefined : { at: Math.max(at, now + SOON_MS) }
