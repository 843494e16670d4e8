import { DAY_MS, dayFrom, dayOf, HOUR_MS, partsOf, startOfWeek } from './days.ts'
import { DAY_FORMS, type DayForm, dayMeant, directionOf, MONTH_EN, monthNamed } from './namedDay.ts'
import { NUMBER, numberOf } from './numbers.ts'

/** A span of time in epoch milliseconds; `to` is no longer part of it. */
export interface DateRange {
  readonly from: number
  readonly to: number
}

/** The time of a user: now, and their zone in whole hours from GMT. */
export interface Moment {
  readonly now: number
  readonly timeZone: number
}

/** The first day and the number of days. */
type Days = readonly [first: number, count: number]

const YEAR_MIN = 1970
const YEAR_MAX = 2200

const inYears = (year: number): boolean => year >= YEAR_MIN && year <= YEAR_MAX
const monthDays = (year: number, month: number): Days => {
  const first = dayFrom(year, month, 1)
  return [first, dayFrom(year, month + 1, 1) - first]
}
const yearDays = (year: number): Days | null =>
  inYears(year) ? [dayFrom(year, 1, 1), dayFrom(year + 1, 1, 1) - dayFrom(year, 1, 1)] : null

/** The latest such month that has begun. */
function lastMonth(today: number, wanted: number): Days | null {
  const { year, month } = partsOf(today)
  return wanted >= 1 && wanted <= 12 ? monthDays(wanted > month ? year - 1 : year, wanted) : null
}

const weeksAgo = (today: number, weeks: number): Days => [startOfWeek(today, 1) - 7 * weeks, 7]
const monthsAgo = (today: number, months: number): Days => {
  const { year, month } = partsOf(today)
  return monthDays(year, month - months)
}
const yearsAgo = (today: number, years: number): Days | null => yearDays(partsOf(today).year - years)

type Reading = readonly [pattern: RegExp, read: (today: number, ...groups: string[]) => Days | null]

/** Spans of more than a day, and days by their number. */
const SPANS: readonly Reading[] = [
  [/^(?:本周|这周|this ?week)$/, (today) => weeksAgo(today, 0)],
  [/^(?:上周|上星期|last ?week)$/, (today) => weeksAgo(today, 1)],
  [/^上上周$/, (today) => weeksAgo(today, 2)],
  [/^(?:本月|这个月|this ?month)$/, (today) => monthsAgo(today, 0)],
  [/^(?:上月|上个月|last ?month)$/, (today) => monthsAgo(today, 1)],
  [/^(?:今年|this ?year)$/, (today) => yearsAgo(today, 0)],
  [/^(?:去年|last ?year)$/, (today) => yearsAgo(today, 1)],
  [/^前年$/, (today) => yearsAgo(today, 2)],
  [
    new RegExp(`^(?:最近|近|过去|last ?)(\\d{1,4}|${NUMBER})(?:天|日| ?days?)$`),
    (today, count = '') => [today - numberOf(count) + 1, numberOf(count)],
  ],
  [/^(\d{1,4})(?:天前| ?days? ago)$/, (today, count = '') => [today - Number(count), 1]],
  [new RegExp(`^(${NUMBER})月份?$`), (today, month = '') => lastMonth(today, numberOf(month))],
  [new RegExp(`^(${MONTH_EN})$`), (today, month = '') => lastMonth(today, monthNamed(month))],
  [/^(\d{4})年?$/, (_, year = '') => yearDays(Number(year))],
  [
    /^(\d{4})[-/.年](\d{1,2})月?$/,
    (_, year = '', month = '') =>
      inYears(Number(year)) && Number(month) >= 1 && Number(month) <= 12
        ? monthDays(Number(year), Number(month))
        : null,
  ],
]

const DAYS = Object.values<DayForm>(DAY_FORMS).map(
  ({ source, read }) => [new RegExp(`^${source}$`, 'i'), read] as const,
)

/** The day that a text names and nothing else, when it is not ahead by its words. */
function dayNamed(text: string, today: number): number | null {
  for (const [pattern, read] of DAYS) {
    const found = pattern.exec(text)
    const named = found && read(found.slice(1))
    const day = named && directionOf(named) <= 0 ? dayMeant(named, today, { side: 'latest' }) : null
    if (day !== null && inYears(partsOf(day).year)) return day
  }
  return null
}

function daysNamed(text: string, today: number): Days | null {
  const day = dayNamed(text, today)
  if (day !== null) return [day, 1]
  for (const [pattern, read] of SPANS) {
    const found = pattern.exec(text)
    const days = found && read(today, ...found.slice(1))
    if (days && Number.isFinite(days[0] + days[1])) return days
  }
  return null
}

/**
 * The span of time that people mean by 昨天, 上周三, 3月, 2026-03-01, last wednesday or march, in their own zone; null
 * for what is no date. A week begins on Monday; a weekday, month or day without its week or year is the latest that has
 * begun.
 */
export function naturalDate(text: string, { now, timeZone }: Moment): DateRange | null {
  const wanted = text.normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/g, ' ')
  const shift = timeZone * HOUR_MS
  // 3-8 is a date here, where no times are named.
  const days = daysNamed(wanted.replace(/^(\d{1,2})-(\d{1,2})$/, '$1/$2'), dayOf(now + shift))
  return days && { from: days[0] * DAY_MS - shift, to: (days[0] + days[1]) * DAY_MS - shift }
}
