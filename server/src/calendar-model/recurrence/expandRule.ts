import { INSTANCES_PER_SERIES_MAX } from '@yanshu/contracts'
import { RRuleTemporal } from 'rrule-temporal'
import { type Expansion, type Series, zoneOf } from '../rows/series.ts'
import { expandDays } from './expandDays.ts'
import { isTooFrequent, parseRule, untilOf, utcText, wallText, writeRule } from './ruleText.ts'

/** What looking for the times of one rule may cost: some ten milliseconds. */
const ITERATIONS_MAX = 12_000
const CANDIDATES_MAX = 50_000
/** Times up to which the last one is looked for; a longer series counts as one without an end. */
const COUNTED_MAX = 1_000

/** The library's rule of a series. Throws `EventRuleRefusedError`, or the library's error where it knows better. */
function ruleOf(series: Series, rule: string): RRuleTemporal {
  const zone = zoneOf(series)
  const parts = parseRule(rule)
  const until = untilOf(parts, zone)
  // One form of the end for all: the library takes a day alone only where the start is one too.
  if (until !== null) parts.set('UNTIL', utcText(until))
  const start =
    zone === 'UTC' ? `DTSTART:${utcText(series.start)}` : `DTSTART;TZID=${zone}:${wallText(zone, series.start)}`
  return new RRuleTemporal({
    rruleString: `${start}\nRRULE:${writeRule(parts)}`,
    maxIterations: ITERATIONS_MAX,
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
    if (isTooFrequent(parts)) return { starts: [], complete: false }
    const counted = expandDays(series, parts, from, to, max)
    return counted ?? expandByLibrary(series, rule, from, to, max)
  } catch {
    return { starts: [], complete: false }
  }
}

/** The same for any rule, by the library: half a millisecond for each. */
export function expandByLibrary(series: Series, rule: string, from: number, to: number, max: number): Expansion {
  try {
    const found = ruleOf(series, rule).between(new Date(from), new Date(to), true)
    const starts = found.slice(0, max).map((one) => one.epochMilliseconds)
    return { starts, complete: found.length <= max }
  } catch {
    // Too costly: the library gave up.
    return { starts: [], complete: false }
  }
}

/** When a rule happens for the last time; null when it has no end, or one that is too far to be looked for. */
export function lastOfRule(series: Series, rule: string): number | null {
  const parts = parseRule(rule)
  const until = untilOf(parts, zoneOf(series))
  if (until !== null) return Math.max(until, series.start)
  const count = Number(parts.get('COUNT') ?? 0)
  if (count === 0 || count > COUNTED_MAX || isTooFrequent(parts)) return null
  try {
    let last = series.start
    ruleOf(series, rule).all((one, index) => {
      last = one.epochMilliseconds
      return index < count
    })
    return last
  } catch {
    return null
  }
}

/** How many times a rule happens before a moment, or null when that costs too much. */
export function countBefore(series: Series, rule: string, before: number): number | null {
  const { starts, complete } = expandRule(series, rule, series.start, before - 1, ITERATIONS_MAX)
  return complete ? starts.length : null
}
