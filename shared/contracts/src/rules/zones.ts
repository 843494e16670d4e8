/**
 * Time zones of the IANA list, without a library: `Intl` has them. A wall clock is a number of milliseconds whose UTC
 * fields (`getUTCHours` and so on) are what a clock on the wall of the zone shows.
 */

const HOUR = 3_600_000
const KEPT_MAX = 4_000

const clocks = new Map<string, Intl.DateTimeFormat | null>()
const known = new Map<string, number>()

function clockOf(zone: string): Intl.DateTimeFormat | null {
  const there = clocks.get(zone)
  if (there !== undefined) return there
  let made: Intl.DateTimeFormat | null = null
  try {
    made = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    // Not a zone of the list.
  }
  if (clocks.size < 600) clocks.set(zone, made)
  return made
}

/** Whether a name is a zone that this machine has: `Asia/Shanghai`, `UTC`, `Etc/GMT-8`. */
export const isZone = (zone: string): boolean => /^[A-Za-z][\w+\-/]{1,63}$/.test(zone) && clockOf(zone) !== null

/** The zone of a whole number of hours from GMT (§9); +8 is `Asia/Shanghai`. */
export function zoneOfHours(hours: number): string {
  if (hours === 8) return 'Asia/Shanghai'
  if (hours === 0) return 'UTC'
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
}

/** The time zone of a person: by its name where one is chosen, else by a number of hours. */
export const zoneOfPerson = ({ zone, timeZone }: { readonly zone: string; readonly timeZone: number }): string =>
  zone || zoneOfHours(timeZone)

/** How far the wall clock of a zone is ahead of UTC at a moment, in milliseconds; 0 for a zone that is not known. */
export function offsetAt(zone: string, ms: number): number {
  const fixed = /^Etc\/GMT([+-])(\d{1,2})$/.exec(zone)
  if (fixed) return (fixed[1] === '-' ? 1 : -1) * Number(fixed[2]) * HOUR
  if (zone === 'UTC') return 0
  // Offsets change on quarters of an hour.
  const bucket = Math.floor(ms / 900_000)
  const key = `${zone} ${bucket}`
  const there = known.get(key)
  if (there !== undefined) return there
  const clock = clockOf(zone)
  if (!clock || !Number.isFinite(ms)) return 0
  const at = bucket * 900_000
  const fields: Record<string, string> = {}
  for (const { type, value } of clock.formatToParts(at)) fields[type] = value
  const year = Number(fields.year) * (fields.era === 'BC' ? -1 : 1)
  const wall = Date.UTC(year, Number(fields.month) - 1, Number(fields.day), Number(fields.hour), Number(fields.minute))
  const offset = wall + Number(fields.second) * 1_000 - at
  if (known.size >= KEPT_MAX) known.clear()
  known.set(key, offset)
  return offset
}

/** What the clock on the wall shows at a moment. */
export const wallOf = (zone: string, ms: number): number => ms + offsetAt(zone, ms)

/**
 * The moment of a wall clock. One that is shown twice (the end of summer time) is the first of both; one that is left out
 * (its beginning) is read with the offset before the gap, as in RFC 5545 §3.3.5: 02:30 becomes 03:30.
 */
export function instantOf(zone: string, wall: number): number {
  const before = offsetAt(zone, wall - 24 * HOUR)
  const after = offsetAt(zone, wall + 24 * HOUR)
  if (wallOf(zone, wall - before) === wall) return wall - before
  if (wallOf(zone, wall - after) === wall) return wall - after
  const guess = wall - offsetAt(zone, wall)
  return wallOf(zone, guess) === wall ? guess : wall - before
}
