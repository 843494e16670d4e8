import type { DayHeading } from '@yanshu/contracts'
import { listHeadings } from '@yanshu/contracts/days'
import { firstSortKeyAt } from './sortKey.ts'

/** One heading and the sort keys of its mails: from `low` on, below `high`. */
export interface HeadingSpan {
  readonly kind: Exclude<DayHeading['kind'], 'sticky'>
  /** When its days begin, in ms since 1970. */
  readonly from: number
  readonly low: number
  readonly high: number
}

/** The headings of a list by time (`listHeadings`) with their sort keys. */
export const headingSpans = (now: number, timeZone: number, oldest: number): HeadingSpan[] =>
  listHeadings(now, timeZone, oldest).map(({ kind, from, until }) => ({
    kind,
    from,
    low: firstSortKeyAt(from),
    high: keyBefore(until),
  }))

const keyBefore = (moment: number): number =>
  moment === Number.POSITIVE_INFINITY ? Number.MAX_SAFE_INTEGER : firstSortKeyAt(moment)
