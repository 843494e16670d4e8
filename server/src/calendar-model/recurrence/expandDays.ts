import { CALENDAR_MOMENT_MAX, instantOf, wallOf } from '@yanshu/contracts'
import { DAY_MS, type Expansion, type Series, zoneOf } from '../rows/series.ts'
import { type RuleParts, untilOf } from './ruleText.ts'

/** Days of the week in the order in which they follow each other; the first day of 1970 was a Thursday. */
const DAYS: readonly string[] = ['TH', 'FR', 'SA', 'SU', 'MO', 'TU', 'WE']
const WEEK = DAYS.length
/** What a rule may have, to be counted in days alone. A count would need all times before. */
const PLAIN = new Set(['FREQ', 'INTERVAL', 'BYDAY', 'WKST', 'UNTIL'])

/** Which day of the week a day is, counted from one of `DAYS`. */
const weekday = (day: number, first: number): number => (((day - first) % WEEK) + WEEK) % WEEK

/** Whether a rule happens on a day since 1970. */
type DayRule = (day: number) => boolean

/**
 * The times of the rules that most series have, every few days or on days of every few weeks, between two moments, both
 * included: found by counting, at a hundredth of what the library takes for them. Null for any other rule.
 */
export function expandDays(series: Series, parts: RuleParts, from: number, to: number, max: number): Expansion | null {
  const zone = zoneOf(series)
  const startWall = wallOf(zone, series.start)
  const firstDay = Math.floor(startWall / DAY_MS)
  const happensOn = dayRule(parts, firstDay)
  if (!happensOn) return null
  const clock = startWall - firstDay * DAY_MS
  const begin = Math.max(from, series.start)
  const end = Math.min(to, CALENDAR_MOMENT_MAX, untilOf(parts, zone) ?? to)
  const starts: number[] = []
  const lastDay = Math.floor(wallOf(zone, end) / DAY_MS)
  for (let day = Math.floor(wallOf(zone, begin) / DAY_MS); day <= lastDay; day += 1) {
    if (!happensOn(day)) continue
    const wall = day * DAY_MS + clock
    const start = instantOf(zone, wall)
    // The hour that the spring leaves out is not a time of the rule.
    if (start < begin || start > end || wallOf(zone, start) !== wall) continue
    if (starts.length === max) return { starts, complete: false }
    starts.push(start)
  }
  return { starts, complete: true }
}

function dayRule(parts: RuleParts, firstDay: number): DayRule | null {
  if ([...parts.keys()].some((name) => !PLAIN.has(name))) return null
  const interval = Number(parts.get('INTERVAL') ?? 1)
  const frequency = parts.get('FREQ')
  const listed = parts.get('BYDAY')?.split(',')
  if (frequency === 'DAILY' && !listed) return (day) => day >= firstDay && (day - firstDay) % interval === 0
  if (frequency !== 'WEEKLY') return null
  const weekStart = DAYS.indexOf(parts.get('WKST') ?? 'MO')
  const days = listed?.map((name) => DAYS.indexOf(name)) ?? [weekday(firstDay, 0)]
  // Such as `1MO`, which no week has.
  if (days.includes(-1)) return null
  const firstWeek = firstDay - weekday(firstDay, weekStart)
  return (day) => {
    const weeks = (day - weekday(day, weekStart) - firstWeek) / WEEK
    return day >= firstDay && weeks % interval === 0 && days.includes(weekday(day, 0))
  }
}
