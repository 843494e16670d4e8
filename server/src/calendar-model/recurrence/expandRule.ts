import { CALENDAR_MOMENT_MAX, INSTANCES_PER_SERIES_MAX } from '@yanshu/contracts'
import { RRuleTemporal } from 'rrule-temporal'
import { DAY_MS, type Expansion, type Series, zoneOf } from '../rows/series.ts'
import { expandDays } from './expandDays.ts'
import {
  isOutsideFormat,
  isTooFrequent,
  parseRule,
  type RuleParts,
  timesADay,
  untilOf,
  utcText,
  wallText,
  writeRule,
} from './ruleText.ts'

/** Days, weeks, months and so on of a rule that the library goes through at once, as long as they may have few times. */
const PERIODS_AT_ONCE = 250
const TIMES_AT_ONCE = 500
/** Asking the library once costs as much as so many periods. */
const COST_OF_ONE = 10
/** Periods that a window may have, such as 400 days of hours; and those in which a number of times is counted. */
const PERIODS_MAX = 10_000
const COUNTED_PERIODS_MAX = 2_000
/** What the library may do at once; it ends by itself in all that it is asked here. */
const CANDIDATES_MAX = 50_000
/** Times up to which the last one is searched for; a longer series counts as one without an end. */
const COUNTED_MAX = 3_000
/** Ends of counted rules that stay known. */
const ENDS_MAX = 2_000

/** Days from one period of a frequency to the next, at most. */
const PERIOD_DAYS: ReadonlyMap<string, number> = new Map([
  ['SECONDLY', 1 / 86_400],
  ['MINUTELY', 1 / 1_440],
  ['HOURLY', 1 / 24],
  ['DAILY', 1],
  ['WEEKLY', 7],
  ['MONTHLY', 31],
  ['YEARLY', 366],
])
/** Days of a period at least, where weekdays are listed for it or none. */
const LEAST_DAYS: ReadonlyMap<string, number> = new Map([
  ['WEEKLY', 7],
  ['MONTHLY', 28],
])
/** What lets a rule happen on several days of a period. */
const SEVERAL_DAYS = ['BYMONTH', 'BYWEEKNO', 'BYYEARDAY', 'BYMONTHDAY', 'BYDAY']

const GIVEN_UP: Expansion = { starts: [], complete: false }

/** The library's rule of a series, without a count. Throws the library's error where it knows better. */
function ruleOf(series: Series, parts: RuleParts): RRuleTemporal {
  const zone = zoneOf(series)
  const own = new Map(parts)
  const until = untilOf(parts, zone)
  // One form of the end for all: the library takes a day alone only where the start is one too.
  if (until !== null) own.set('UNTIL', utcText(until))
  const start =
    zone === 'UTC' ? `DTSTART:${utcText(series.start)}` : `DTSTART;TZID=${zone}:${wallText(zone, series.start)}`
  return new RRuleTemporal({
    rruleString: `${start}\nRRULE:${writeRule(own)}`,
    maxIterations: PERIODS_MAX,
    maxCandidateEvaluations: CANDIDATES_MAX,
  })
}

/** The times of a rule between two moments, both included; at most `max`. */
export function expandRule(
  series: Series,
  rule: string,
  from: number,
  to: number,
  max = INSTANCES_PER_SERIES_MAX,
): Expansion {
  try {
    const parts = parseRule(rule)
    if (isTooFrequent(parts) || isOutsideFormat(parts)) return GIVEN_UP
    const last = endOfCount(series, parts, to)
    if (last === null) return GIVEN_UP
    const uncounted = withoutCount(parts)
    const window = { from, to: Math.min(to, last), max }
    return expandDays(series, uncounted, window.from, window.to, max) ?? walk(series, uncounted, window)
  } catch {
    return GIVEN_UP
  }
}

const withoutCount = (parts: RuleParts): RuleParts => new Map([...parts].filter(([name]) => name !== 'COUNT'))

interface Window {
  readonly from: number
  readonly to: number
  readonly max: number
  readonly periodsMax?: number
}

/** How many periods of a rule the library may go through at once. */
function periodsAtOnce(parts: RuleParts, days: number): number {
  const isOfSeveral = SEVERAL_DAYS.some((name) => parts.has(name))
  const times = timesADay(parts) * Math.max(1, isOfSeveral ? days : 1)
  return Math.max(1, Math.min(PERIODS_AT_ONCE, Math.floor(TIMES_AT_ONCE / times)))
}

/**
 * The times of any rule without a count, by the library: some periods at a time, from the window on, so that neither the
 * years before it nor a window of years cost more than a bounded number of periods. A count would make the library go
 * through all times from the first one on, and a rule that hardly ever happens kept it for a minute.
 */
export function walk(series: Series, parts: RuleParts, { from, to, max, periodsMax = PERIODS_MAX }: Window): Expansion {
  const rule = ruleOf(series, parts)
  const days = PERIOD_DAYS.get(parts.get('FREQ') ?? '') ?? 1
  const atOnce = periodsAtOnce(parts, days)
  const step = atOnce * days * DAY_MS * Number(parts.get('INTERVAL') ?? 1)
  const end = Math.min(to, CALENDAR_MOMENT_MAX)
  const starts: number[] = []
  let begin = Math.max(from, series.start)
  for (let periods = 0; begin <= end; periods += Math.max(atOnce, COST_OF_ONE)) {
    if (periods >= periodsMax) return { starts, complete: false }
    const stop = Math.min(end, begin + step)
    for (const one of rule.between(new Date(begin), new Date(stop), true)) {
      if (starts.length === max) return { starts, complete: false }
      starts.push(one.epochMilliseconds)
    }
    begin = stop + 1
  }
  return { starts, complete: true }
}

/**
 * When a rule ends by its count, as far as that matters until a moment: infinity where it does not, null where finding out
 * costs more than it may.
 */
function endOfCount(series: Series, parts: RuleParts, until: number): number | null {
  const count = Number(parts.get('COUNT') ?? 0)
  if (count === 0 || timesUntil(series, parts, until) <= count) return Number.POSITIVE_INFINITY
  return countedEnd(series, parts, count)
}

/** How many times a rule may have until a moment, at most. */
function timesUntil(series: Series, parts: RuleParts, until: number): number {
  const days = Math.ceil((until - series.start) / DAY_MS) + 1
  const frequency = parts.get('FREQ') ?? ''
  const periods = Math.ceil(days / (LEAST_DAYS.get(frequency) ?? 1) / Number(parts.get('INTERVAL') ?? 1)) + 1
  const isSimple = !SEVERAL_DAYS.some((name) => name !== 'BYDAY' && parts.has(name))
  const listed = parts.get('BYDAY')?.split(',').length ?? 1
  // A weekday that is listed comes five times in a month at most.
  const each = frequency === 'MONTHLY' ? 5 * listed : listed
  return isSimple && LEAST_DAYS.has(frequency)
    ? timesADay(parts) * Math.min(days, each * periods)
    : timesADay(parts) * days
}

/** By zone, start and rule, of which alone they are made; the oldest go first. */
const ends = new Map<string, number | null>()

function countedEnd(series: Series, parts: RuleParts, count: number): number | null {
  if (count > COUNTED_MAX) return null
  const key = `${zoneOf(series)} ${series.start} ${writeRule(parts)}`
  const known = ends.get(key)
  if (known !== undefined) return known
  const end = findEnd(series, withoutCount(parts), count)
  if (ends.size >= ENDS_MAX) for (const old of [...ends.keys()].slice(0, ENDS_MAX / 4)) ends.delete(old)
  ends.set(key, end)
  return end
}

function findEnd(series: Series, parts: RuleParts, count: number): number | null {
  const window = { from: series.start, to: CALENDAR_MOMENT_MAX, max: count, periodsMax: COUNTED_PERIODS_MAX }
  try {
    const { starts, complete } = expandDays(series, parts, window.from, window.to, count) ?? walk(series, parts, window)
    return starts[count - 1] ?? (complete ? Number.POSITIVE_INFINITY : null)
  } catch {
    return null
  }
}

/** When a rule happens for the last time; null when it has no end, or one that is too far to be looked for. */
export function lastOfRule(series: Series, rule: string): number | null {
  const parts = parseRule(rule)
  const until = untilOf(parts, zoneOf(series))
  if (until !== null) return Math.max(until, series.start)
  const count = Number(parts.get('COUNT') ?? 0)
  if (count === 0 || isTooFrequent(parts) || isOutsideFormat(parts)) return null
  const end = countedEnd(series, parts, count)
  return end === null || end === Number.POSITIVE_INFINITY ? null : Math.max(end, series.start)
}

/** How many times a rule happens before a moment, or null when that costs too much. */
export function countBefore(series: Series, rule: string, before: number): number | null {
  const { starts, complete } = expandRule(series, rule, series.start, before - 1, PERIODS_MAX)
  return complete ? starts.length : null
}
