import { instantOf, offsetAt, wallOf } from '@yanshu/contracts'
import { HOUR_MS, MINUTE_MS, textOfWall, timeOf, wallOfText } from '@yanshu/contracts/days'

/** What a clock shows in a zone of the IANA list, as fields of date and time have it: `2026-10-08 09:00`. */
export const wallText = (ms: number, zone: string): string => textOfWall(wallOf(zone, ms))

/** The moment of such a text; null for one that is none. */
export function momentOf(text: string | undefined, zone: string): number | null {
  const wall = wallOfText(text)
  return wall === null ? null : instantOf(zone, wall)
}

/** Minutes after midnight as a clock shows them: `22:30`. */
export const clockText = (minutes: number): string => timeOf(minutes * MINUTE_MS)

/** How the clock of a zone is called at a moment: `GMT+8`, `GMT+5:30`. */
export function zoneName(zone: string, ms: number): string {
  const offset = offsetAt(zone, ms)
  const minutes = (Math.abs(offset) % HOUR_MS) / MINUTE_MS
  return `GMT${offset < 0 ? '-' : '+'}${Math.floor(Math.abs(offset) / HOUR_MS)}${minutes === 0 ? '' : `:${minutes}`}`
}
