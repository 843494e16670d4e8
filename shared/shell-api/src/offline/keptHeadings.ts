import type { DayHeading, MailListItem } from '@yanshu/contracts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Thursday was the first day of 1970, so the first Monday is the fifth day. */
const FIRST_MONDAY = 4

/**
 * The headings of kept rows as the server would count them: what is kept on top of a folder, today, yesterday, the rest of this
 * week and of last week, months. Weeks begin on Monday.
 * @param timeZone whole hours from GMT
 */
export function keptHeadings(
  rows: readonly MailListItem[],
  { now, timeZone, inFolder }: { readonly now: number; readonly timeZone: number; readonly inFolder: boolean },
): DayHeading[] {
  const shift = timeZone * HOUR
  const today = Math.floor((now + shift) / DAY)
  const monday = today - ((today - FIRST_MONDAY) % 7)
  const startOf = (day: number) => day * DAY - shift
  const onTop = inFolder ? rows.filter(({ sticky }) => sticky).length : 0
  const headings: DayHeading[] = onTop > 0 ? [{ kind: 'sticky', from: 0, count: onTop }] : []
  const below = inFolder ? rows.filter(({ sticky }) => !sticky) : rows
  let until = Number.POSITIVE_INFINITY
  const put = (kind: DayHeading['kind'], begin: number) => {
    const from = Math.min(begin, until)
    headings.push({ kind, from, count: below.filter(({ date }) => date >= from && date < until).length })
    until = from
  }
  put('today', startOf(today))
  put('yesterday', startOf(today - 1))
  put('thisWeek', startOf(monday))
  put('lastWeek', startOf(monday - 7))
  const oldest = below.reduce((least, { date }) => Math.min(least, date), Number.POSITIVE_INFINITY)
  while (until > Math.max(oldest, 0)) {
    const last = new Date(until - 1 + shift)
    put('month', Date.UTC(last.getUTCFullYear(), last.getUTCMonth()) - shift)
  }
  return headings
}
