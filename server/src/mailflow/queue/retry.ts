const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Waits after the first, second … attempt that failed for now; the last one repeats. */
const WAITS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR] as const

/** The longest wait between two attempts. */
export const LAST_WAIT_MS = 4 * HOUR

/** How long a mail for another system is tried before its sender gets a report. */
export const RELAY_FOR_MS = 48 * HOUR

/** When to try again after `attempts` failures, or null when that would be too late. */
export function nextAttemptAt(attempts: number, releasedAt: number, now: number): number | null {
  const wait = WAITS[Math.min(attempts, WAITS.length) - 1] ?? WAITS[0]
  const expires = releasedAt + RELAY_FOR_MS
  if (now >= expires) return null
  // One last attempt when the time is just over.
  return Math.min(now + wait, expires)
}
