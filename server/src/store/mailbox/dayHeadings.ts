import type { DayHeading } from '@yanshu/contracts'
import { firstSortKeyAt } from './sortKey.ts'

/** One heading and the sort keys of its mails: from `low` on, below `high`. */
export interface HeadingSpan {
  readonly kind: Exclude<DayHeading['kind'], 'sticky'>
  /** When its days begin, in ms since 1970. */
  readonly from: number
  readonly low: number
  readonly high: number
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Thursday was the first day of 1970, so the first Monday is the fifth day. */
const FIRST_MONDAY = 4

/**
 * The headings of a list in the order of time, newest first, down to the month of its oldest mail: today (and what claims to
 * come later), yesterday, the rest of this week and of last week, months. Weeks begin on Monday.
 */
export function headingSpans(now: number, timeZone: number, oldest: number): HeadingSpan[] {
  const shift = timeZone * HOUR
  const today = Math.floor((now + shift) / DAY)
  const monday = today - ((today - FIRST_MONDAY) % 7)
  const startOf = (day: number) => day * DAY - shift
  const spans: HeadingSpan[] = []
  let until = Number.POSITIVE_INFINITY
  const addSpan = (kind: HeadingSpan['kind'], begin: number) => {
    const from = Math.min(begin, until)
    spans.push({ kind, from, low: firstSortKeyAt(from), high: keyBefore(until) })
    until = from
  }
  addSpan('today', startOf(today))
  addSpan('yesterday', startOf(today - 1))
  addSpan('thisWeek', startOf(monday))
  addSpan('lastWeek', startOf(monday - 7))
  while (until > Math.max(oldest, 0)) {
    const last = new Date(until - 1 + shift)
    addSpan('month', Date.UTC(last.getUTCFullYear(), last.getUTCMonth()) - shift)
  }
  return spans
}

const keyBefore = (moment: number): number =>
  moment === Number.POSITIVE_INFINITY ? Number.MAX_SAFE_INTEGER : firstSortKeyAt(moment)
