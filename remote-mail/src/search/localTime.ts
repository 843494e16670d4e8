const HOUR_MS = 3_600_000

/**
 * A moment as the clock of the user's time zone (whole hours from GMT) says it: `2026-11-21 09:30`, or with the seconds
 * where it has any.
 */
export function toClock(ms: number | null, timeZone: number): string | undefined {
  if (ms === null) return undefined
  const clock = new Date(ms + timeZone * HOUR_MS).toISOString().slice(0, 19).replace('T', ' ')
  return clock.endsWith(':00') ? clock.slice(0, -3) : clock
}

/**
 * Whether a moment begins a day in the user's time zone or ends one, to the second: such a condition is about the day, and
 * its clock adds nothing.
 */
export function isEdgeOfDay(ms: number, edge: 'start' | 'end', timeZone: number): boolean {
  const seconds = Math.floor(ms / 1_000) + timeZone * 3_600
  return (edge === 'start' ? seconds : seconds + 1) % 86_400 === 0
}

/** The moment that such a clock says; null for none. */
export function fromClock(clock: string | undefined, timeZone: number): number | null {
  if (!clock || !/^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?$/.test(clock)) return null
  const ms = Date.parse(`${clock.replace(' ', 'T')}Z`)
  return Number.isNaN(ms) ? null : ms - timeZone * HOUR_MS
}
