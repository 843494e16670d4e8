const HOUR_MS = 3_600_000

/** A moment as the clock of the user's time zone (whole hours from GMT) says it: `2026-11-21 09:30`. */
export function toClock(ms: number | null, timeZone: number): string | undefined {
  return ms === null ? undefined : new Date(ms + timeZone * HOUR_MS).toISOString().slice(0, 16).replace('T', ' ')
}

/** The moment that such a clock says; null for none. */
export function fromClock(clock: string | undefined, timeZone: number): number | null {
  if (!clock || !/^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(clock)) return null
  const ms = Date.parse(`${clock.replace(' ', 'T')}Z`)
  return Number.isNaN(ms) ? null : ms - timeZone * HOUR_MS
}
