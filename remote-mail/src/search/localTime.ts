import { HOUR_MS, textOfWall, wallOfText } from '@yanshu/contracts/days'

/**
 * A moment as the clock of the user's time zone (whole hours from GMT) shows it: `2026-11-21 09:30`, or with the seconds
 * where it has any.
 */
export const toClock = (ms: number | null, timeZone: number): string | undefined =>
  ms === null ? undefined : textOfWall(ms + timeZone * HOUR_MS, true)

/**
 * Whether a moment begins a day in the user's time zone or ends one, to the second: such a condition is about the day, and
 * its clock adds nothing.
 */
export function isEdgeOfDay(ms: number, edge: 'start' | 'end', timeZone: number): boolean {
  const seconds = Math.floor(ms / 1_000) + timeZone * 3_600
  return (edge === 'start' ? seconds : seconds + 1) % 86_400 === 0
}

/** The moment that such a clock shows; null for none. */
export function fromClock(clock: string | undefined, timeZone: number): number | null {
  const wall = wallOfText(clock)
  return wall === null ? null : wall - timeZone * HOUR_MS
}
