import { dayOf, startOfWeek } from './days.ts'
import { startOfMonth } from './months.ts'
import { DAY_MS, HOUR_MS } from './units.ts'

/** A heading by day of a list of mails and the moments that stand below it, in ms since 1970: from `from` on, before `until`. */
export interface HeadingTime {
  readonly kind: 'today' | 'yesterday' | 'thisWeek' | 'lastWeek' | 'month'
  readonly from: number
  readonly until: number
}

/**
 * The headings of a list in the order of time, newest first, down to the month of its oldest mail: today (and what claims to
 * come later), yesterday, the other days of this week and of last week, months. Weeks begin on Monday.
 * @param timeZone whole hours from GMT
 */
export function listHeadings(now: number, timeZone: number, oldest: number): HeadingTime[] {
  const shift = timeZone * HOUR_MS
  const today = dayOf(now + shift)
  const monday = startOfWeek(today, 1)
  const headings: HeadingTime[] = []
  let until = Number.POSITIVE_INFINITY
  const add = (kind: HeadingTime['kind'], day: number) => {
    const from = Math.min(day * DAY_MS - shift, until)
    headings.push({ kind, from, until })
    until = from
  }
  add('today', today)
  add('yesterday', today - 1)
  add('thisWeek', monday)
  add('lastWeek', monday - 7)
  while (until > Math.max(oldest, 0)) add('month', startOfMonth(dayOf(until - 1 + shift)))
  return headings
}
