import { MONTH_EN, monthNamed, WEEK } from './dayNames.ts'
import { dayFrom, dayOf, partsOf, startOfWeek } from './days.ts'
import { aheadOf, DAY_FORMS, type DayForm, dayMeant, directionOf, readDay } from './namedDay.ts'
import { NUMBER, numberOf } from './numbers.ts'
import { DAY_MS, HOUR_MS } from './units.ts'

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

type Reading = readonly [pattern: RegExp, read: (today: number, ...groups: string[]) => Days | null]

/** Spans of more than a day, and days by their number. */
const SPANS: readonly Reading[] = [
  [
    new RegExp(`^(上上|上|本|这|last|this) ?(?:${WEEK}|week)$`),
    (today, word) => [startOfWeek(today, 1) + 7 * (aheadOf(word) ?? 0), 7],
  ],
  [
    /^(上|本|这|last|this) ?(?:个?月|month)$/,
    (today, word) => {
      const { year, month } = partsOf(today)
      return monthDays(year, month + (aheadOf(word) ?? 0))
    },
  ],
  [/^(今|去|前|last|this) ?(?:年|year)$/, (today, word) => yearDays(partsOf(today).year + (aheadOf(word) ?? 0))],
  [
    new RegExp(`^(?:最近|近|过去|last ?)(\\d{1,4}|${NUMBER})(?:天|日| ?days?)$`),
    (today, count = '') => [today - numberOf(count) + 1, numberOf(count)],
  ],
  [/^(\d{1,4})(?:天前| ?days? ago)$/, (today, count = '') => [today - Number(count), 1]],
  [
    new RegExp(`^(?:(${NUMBER})月份?|(${MONTH_EN}))$`),
    (today, month, name) => lastMonth(today, month ? numberOf(month) : monthNamed(name ?? '')),
  ],
  [/^(\d{4})年?$/, (_, year) => yearDays(Number(year))],
  [
    /^(\d{4})[-/.年](0?[1-9]|1[0-2])月?$/,
    (_, year, month) => (inYears(Number(year)) ? monthDays(Number(year), Number(month)) : null),
  ],
]

const DAYS = Object.values<DayForm>(DAY_FORMS).map((form) => [new RegExp(`^${form.source}$`), form] as const)

/** The day that a text names and nothing else, when it is not ahead by its words. */
function dayNamed(text: string, today: number): number | null {
  for (const [pattern, form] of DAYS) {
    const found = pattern.exec(text)
    const named = found && readDay(form, found.slice(1))
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
