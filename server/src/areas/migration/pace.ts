import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { RuntimePart } from '../../platform/runtime/runtime.ts'
import type { Context } from '../../store/context/context.ts'

/** After a piece of work nothing is done for so many times as long as it lasted. */
const REST_TIMES = 2
/** Milliseconds; a piece that lasts long has waited for the disk or a thread, not for this one. */
const REST_MAX_MS = 100

interface Pace {
  /** Migrations that are at a piece of work, or rest after it. */
  working: number
}

const PACE: RuntimePart<Pace> = { name: 'pace of migrations' }

/**
 * Does a piece of work of a migration, such as reading or storing a few mails, and rests after it: together the migrations of
 * a server work for a third of the time, so that deliveries and the calls of people seldom wait, and then for one piece.
 * Answers what the work answers. Throws what it throws, and an `AbortError` when the signal ends the rest.
 */
export async function giveWay<T>(
  { runtime }: Pick<Context, 'runtime'>,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const pace = runtime.use(PACE, () => ({ working: 0 }))
  pace.working++
  try {
    const begun = performance.now()
    const done = await work()
    const lasted = performance.now() - begun
    await pause(Math.min(lasted * REST_TIMES, REST_MAX_MS) * pace.working, undefined, { signal })
    return done
  } finally {
    pace.working--
  }
}
