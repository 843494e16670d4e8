import { offsetAt } from '@yanshu/contracts'
import { type Component, find, type Property, textOf } from './jcal.ts'
import { ZONES_OF_WINDOWS, zoneNamed } from './zoneNames.ts'

/** A zone that a file defines under a name of its own. */
export interface OwnZone {
  /** The zone of the IANA list with the same clock; UTC where there is none. */
  readonly zone: string
  /** How far its clock is ahead of UTC, in milliseconds, at a wall clock; null where the zone of the list has the same. */
  readonly offsetAtWall: ((wall: number) => number) | null
}

const DAY_MS = 86_400_000
/** Definitions of one file that are read, and parts of one of them; years in which their rules are compared. */
const ZONES_MAX = 50
const PARTS_MAX = 200
const YEARS_MAX = 12

/**
 * The zones that a file defines (VTIMEZONE, RFC 5545 §3.6.5): known by their names or by `X-LIC-LOCATION`, else by what
 * the definition gives for their clock in these years.
 */
export function ownZones(components: readonly Component[], years: readonly [number, number]): Map<string, OwnZone> {
  const zones = new Map<string, OwnZone>()
  for (const component of components.filter(([kind]) => kind === 'vtimezone').slice(0, ZONES_MAX)) {
    const [, properties] = component
    const tzid = textOf(find(properties, 'tzid'))
    if (tzid === '' || zones.has(tzid)) continue
    const location = textOf(find(properties, 'x-lic-location'))
    const known = zoneNamed(tzid) ?? (location === '' ? null : zoneNamed(location))
    const zone = known === null ? evaluated(component, years) : { zone: known, offsetAtWall: null }
    if (zone) zones.set(tzid, zone)
  }
  return zones
}

/** A change of the clock: when, and how far it is ahead of UTC before and after. All in milliseconds. */
interface Change {
  readonly at: number
  readonly before: number
  readonly after: number
}

function evaluated(component: Component, [from, to]: readonly [number, number]): OwnZone | null {
  const parts = component[2].filter(([kind]) => kind === 'standard' || kind === 'daylight').slice(0, PARTS_MAX)
  const last = Math.min(to, from + YEARS_MAX)
  const each = parts.map((part) => changesOf(part, from - 1, last + 1))
  if (each.length === 0 || each.includes(null)) return null
  const changes = each.flatMap((some) => some ?? []).toSorted((a, b) => a.at - b.at)
  const offsetAtMoment = (ms: number) => changes.findLast(({ at }) => at <= ms)?.after ?? changes[0]?.before ?? 0
  // As `instantOf` reads clocks that are shown twice or left out.
  const offsetAtWall = (wall: number): number => {
    const before = offsetAtMoment(wall - DAY_MS - offsetAtMoment(wall))
    const after = offsetAtMoment(wall + DAY_MS - offsetAtMoment(wall))
    if (offsetAtMoment(wall - before) === before) return before
    return offsetAtMoment(wall - after) === after ? after : before
  }
  const moments = probes(from, last)
  const same = ZONES_OF_WINDOWS.find((zone) => moments.every((ms) => offsetAt(zone, ms) === offsetAtMoment(ms)))
  return { zone: same ?? 'UTC', offsetAtWall: same === undefined ? offsetAtWall : null }
}

/**
 * Moments at which two zones with the same rules have the same offset: each fifth day, so that a change of the clock in
 * another week is seen. Winter and summer of the first year come first, because they part most zones.
 */
function probes(from: number, to: number): number[] {
  const moments = [Date.UTC(from, 0, 15, 12), Date.UTC(from, 6, 15, 12)]
  for (let ms = Date.UTC(from, 0, 3, 12); ms < Date.UTC(to + 1, 0, 1); ms += 5 * DAY_MS) moments.push(ms)
  return moments
}

/** When a part of a definition begins, in these years; null for one that cannot be read. */
function changesOf([, properties]: Component, from: number, to: number): Change[] | null {
  const start = wallIn(textOf(find(properties, 'dtstart')))
  const before = offsetIn(textOf(find(properties, 'tzoffsetfrom')))
  const after = offsetIn(textOf(find(properties, 'tzoffsetto')))
  const rule = find(properties, 'rrule')
  const yearly = rule && yearlyOf(rule, start ?? 0)
  if (start === null || before === null || after === null || yearly === null) return null
  const walls = [start, ...properties.filter(([name]) => name === 'rdate').flatMap(wallsOf)]
  for (let year = from; yearly && year <= to; year++) {
    const wall = yearly.wallOf(year)
    if (wall !== null && wall > start && wall - before <= yearly.until) walls.push(wall)
  }
  return walls.slice(0, PARTS_MAX * 2).map((wall) => ({ at: wall - before, before, after }))
}

const wallsOf = (property: Property): number[] =>
  property.slice(3).flatMap((value) => wallIn(String(Array.isArray(value) ? value[0] : value)) ?? [])

/** The wall clock of `2026-10-25T03:00:00`. */
function wallIn(text: string): number | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2}))?/.exec(text)
  if (!parts) return null
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0))
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** Milliseconds of `+08:00`, `+0800` or `+08:00:30`; null beyond a day. */
function offsetIn(text: string): number | null {
  const [, sign, hours = '', minutes = '', seconds = '0'] = /^([+-])(\d{2}):?(\d{2}):?(\d{2})?$/.exec(text) ?? []
  if (!sign) return null
  const ms = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000
  return ms < DAY_MS ? (sign === '-' ? -ms : ms) : null
}

interface Yearly {
  /** The last moment at which it applies. */
  readonly until: number
  /** The wall clock of a change in a year; null where the year has none. */
  wallOf(year: number): number | null
}

const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
/** What the rule of a clock has; another one is not understood. */
const KNOWN = new Set(['freq', 'bymonth', 'byday', 'bymonthday', 'until', 'interval', 'wkst'])

/** The day of each year that a rule names: the last Sunday of October, the first Sunday from the eighth on. */
function yearlyOf(property: Property, start: number): Yearly | null {
  const rule = new Map<string, unknown>(
    typeof property[3] === 'object' && property[3] !== null ? Object.entries(property[3]) : [],
  )
  const one = (name: string) => [rule.get(name) ?? []].flat().map(String)
  const known = [...rule.keys()].every((name) => KNOWN.has(name)) && (one('interval')[0] ?? '1') === '1'
  if (!known || one('freq')[0] !== 'YEARLY' || one('bymonth').length > 1 || one('byday').length > 1) return null
  const first = new Date(start)
  const month = Number(one('bymonth')[0] ?? first.getUTCMonth() + 1)
  const [, place = '', name = ''] = /^([+-]?\d)?([A-Z]{2})$/.exec(one('byday')[0] ?? '') ?? []
  const weekday = DAYS.indexOf(name)
  if (one('byday').length > 0 && weekday < 0) return null
  const monthDays = one('bymonthday').map(Number)
  const until = wallIn(one('until')[0] ?? '') ?? Number.POSITIVE_INFINITY
  const clock = start - Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), first.getUTCDate())
  return {
    until,
    wallOf: (year) => {
      const length = new Date(Date.UTC(year, month, 0)).getUTCDate()
      const all = Array.from({ length }, (_, at) => at + 1)
      const weekdayOf = (day: number) => new Date(Date.UTC(year, month - 1, day)).getUTCDay()
      const named = weekday < 0 ? all : all.filter((day) => weekdayOf(day) === weekday)
      const listed = monthDays.map((day) => (day < 0 ? length + 1 + day : day))
      const days = listed.length > 0 ? named.filter((day) => listed.includes(day)) : named
      const at = Number(place || 1)
      const plain = weekday < 0 && listed.length === 0 ? first.getUTCDate() : days.at(at > 0 ? at - 1 : at)
      return plain === undefined || plain > length ? null : Date.UTC(year, month - 1, plain) + clock
    },
  }
}
