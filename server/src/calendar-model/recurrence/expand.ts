import { INSTANCES_PER_SERIES_MAX, instantOf } from '@yanshu/contracts'
import type { Holidays } from '../chinese/holidays.ts'
import { EventRuleRefusedError } from '../rows/errors.ts'
import { DAY_MS, type Expansion, FAR_AWAY, type Series, zoneOf } from '../rows/series.ts'
import { expandLunar } from './expandLunar.ts'
import { expandRule, lastOfRule } from './expandRule.ts'
import { expandWorkdays } from './expandWorkdays.ts'
import { parseRule } from './ruleText.ts'

/** The moment after the last day on which a repetition may happen, by the clock of its zone. */
const endOfDay = (series: Series, day: string): number =>
  instantOf(zoneOf(series), Date.parse(`${day}T00:00:00Z`) + DAY_MS)

/**
 * When a series begins between two moments, both included, its exceptions already taken out and its further days put in.
 * This module carries the libraries of recurrence and of the Chinese calendar: import it when something repeats.
 */
export function expandSeries(
  series: Series,
  holidays: Holidays,
  from: number,
  to: number,
  max = INSTANCES_PER_SERIES_MAX,
): Expansion {
  const { starts, complete } = byRepeat(series, holidays, from, to, max)
  const left = new Set(series.exdates)
  const all = new Set(starts)
  for (const one of series.rdates) if (one >= from && one <= to) all.add(one)
  const kept = [...all].filter((one) => !left.has(one)).toSorted((a, b) => a - b)
  return { starts: kept.slice(0, max), complete: complete && kept.length <= max }
}

function byRepeat(series: Series, holidays: Holidays, from: number, to: number, max: number): Expansion {
  const { repeat } = series
  if (!repeat) {
    return { starts: series.start >= from && series.start <= to ? [series.start] : [], complete: true }
  }
  if (repeat.kind === 'rule') {
    const found = expandRule(series, repeat.rule, from, to, max)
    // DTSTART counts as the first time, whether or not the rule includes its day (RFC 5545 §3.8.5.3).
    if (series.start < from || series.start > to || found.starts.includes(series.start)) return found
    return { ...found, starts: [series.start, ...found.starts] }
  }
  const until = repeat.until === null ? to : Math.min(to, endOfDay(series, repeat.until) - 1)
  return repeat.kind === 'lunar'
    ? expandLunar(series, repeat.every, from, until, max)
    : expandWorkdays(series, holidays, from, until, max)
}

/** When the last time of a series ends; far away for one without an end. */
export function endOfSeries(series: Series): number {
  const length = series.end - series.start
  const { repeat } = series
  const rdates = series.rdates.reduce((last, one) => Math.max(last, one), series.start)
  if (!repeat) return rdates + length
  const last =
    repeat.kind === 'rule'
      ? lastOfRule(series, repeat.rule)
      : repeat.until === null
        ? null
        : endOfDay(series, repeat.until)
  return last === null ? FAR_AWAY : Math.max(last, rdates) + length
}

/** Throws `EventRuleRefusedError` for a rule that cannot be read, or that happens more often than is shown in a month. */
export function requireRepeat(series: Series, holidays: Holidays): void {
  if (series.repeat?.kind !== 'rule') return
  parseRule(series.repeat.rule)
  const { starts, complete } = expandSeries(series, holidays, series.start, series.start + 31 * DAY_MS)
  if (!complete || starts.length === 0) throw new EventRuleRefusedError()
}
