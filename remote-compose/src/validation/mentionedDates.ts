import {
  DATE_EN,
  dayFrom,
  dayOf,
  MONTH_EN,
  monthNamed,
  partsOf,
  realDay,
  WEEK,
  WEEKDAY,
  WEEKDAY_EN_SHORT,
  weekdayNamed,
  weekdayOf,
} from '@yanshu/contracts/days'

/** A day of the month beside a weekday that it does not fall on. */
export interface DateMismatch {
  /** As it stands in the text. */
  readonly text: string
  /** 0 for Sunday: the weekday that the date has. */
  readonly weekday: number
}

const WEEKDAY_ZH = `${WEEK}(${WEEKDAY})`
const DATE_ZH = `(?:(?:(\\d{4})\\s?年\\s?)?(\\d{1,2})\\s?月\\s?)?(\\d{1,2})\\s?[日号]`
const GAP = '[\\s,，、（(]{0,3}'
const YEAR = '(?:,?\\s(\\d{4}))?'

const PATTERNS = [
  { form: new RegExp(`${WEEKDAY_ZH}${GAP}${DATE_ZH}`, 'g'), parts: ['weekday', 'year', 'month', 'day'] },
  { form: new RegExp(`${DATE_ZH}${GAP}${WEEKDAY_ZH}`, 'g'), parts: ['year', 'month', 'day', 'weekday'] },
  {
    form: new RegExp(`\\b(${WEEKDAY_EN_SHORT})\\.?${GAP}(${MONTH_EN})\\s${DATE_EN}\\b${YEAR}`, 'gi'),
    parts: ['weekday', 'month', 'day', 'year'],
  },
  {
    form: new RegExp(`\\b(${WEEKDAY_EN_SHORT})\\.?${GAP}${DATE_EN}\\s(${MONTH_EN})${YEAR}`, 'gi'),
    parts: ['weekday', 'day', 'month', 'year'],
  },
] as const

type Part = (typeof PATTERNS)[number]['parts'][number]

const monthOf = (word: string): number => monthNamed(word) || Number(word)

/** How far from today a day may be that is named without its year, and without its month. */
const NEAR_DAYS = { year: 183, month: 20 }

/** The days that may be meant: of the year and month that are named, else those near today, past ones too, as in minutes. */
function meantDays(today: number, named: ReadonlyMap<Part, string>): readonly number[] {
  const date = Number(named.get('day'))
  const month = named.get('month')
  const year = named.get('year')
  const now = partsOf(today)
  const near = (days: readonly (number | null)[], most: number) =>
    days.filter((day) => day !== null).filter((day) => Math.abs(day - today) <= most)
  if (month !== undefined && year !== undefined) {
    return near([realDay(Number(year), monthOf(month), date)], Number.POSITIVE_INFINITY)
  }
  if (month !== undefined) {
    const years = [now.year - 1, now.year, now.year + 1]
    return near(
      years.map((one) => realDay(one, monthOf(month), date)),
      NEAR_DAYS.year,
    )
  }
  const months = [-1, 0, 1].map((ahead) => partsOf(dayFrom(now.year, now.month + ahead, 1)))
  return near(
    months.map((begin) => realDay(begin.year, begin.month, date)),
    NEAR_DAYS.month,
  )
}

/** Weekday of the day that is nearest to today, not before it where there is such a one. */
function likelyWeekday(days: readonly number[], today: number): number {
  const ahead = days.filter((day) => day >= today)
  const [nearest = 0] = (ahead.length > 0 ? ahead : days).toSorted((a, b) => Math.abs(a - today) - Math.abs(b - today))
  return weekdayOf(nearest)
}

/**
 * Dates in a text whose weekday is another: `周五（28日）` when the 28th is a Saturday. A date that fits in one of the
 * months or years that may be meant is right.
 * @param now epoch milliseconds on the writer's clock: its UTC fields are what the clock on the wall shows
 */
export function dateMismatches(text: string, now: number): readonly DateMismatch[] {
  const today = dayOf(now)
  const found = new Map<string, DateMismatch>()
  for (const { form, parts } of PATTERNS) {
    for (const match of text.matchAll(form)) {
      const named = new Map(parts.flatMap((part, at) => (match[at + 1] ? [[part, match[at + 1] ?? ''] as const] : [])))
      const weekday = weekdayNamed(named.get('weekday') ?? '')
      const days = meantDays(today, named)
      if (days.length === 0 || days.some((day) => weekdayOf(day) === weekday)) continue
      const words = match[0].trim()
      found.set(words, { text: words, weekday: likelyWeekday(days, today) })
    }
  }
  return [...found.values()]
}
