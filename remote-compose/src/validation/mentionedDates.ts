const DAY_MS = 86_400_000

/** A day of the month beside a weekday that it does not fall on. */
export interface DateMismatch {
  /** As it stands in the text. */
  readonly text: string
  /** 0 for Sunday: the weekday that the date has. */
  readonly weekday: number
}

const CHINESE_DAYS = '日一二三四五六'
const ENGLISH_DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const WEEKDAY_ZH = '(?:周|星期|礼拜)([一二三四五六日天])'
const DATE_ZH = '(?:(?:(\\d{4})\\s?年\\s?)?(\\d{1,2})\\s?月\\s?)?(\\d{1,2})\\s?[日号]'
const WEEKDAY_EN = '(sun|mon|tue|wed|thu|fri|sat)[a-z]{0,6}\\.?'
const MONTH_EN = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?'
const GAP = '[\\s,，、（(]{0,3}'

const PATTERNS = [
  { form: new RegExp(`${WEEKDAY_ZH}${GAP}${DATE_ZH}`, 'g'), parts: ['weekday', 'year', 'month', 'day'] },
  { form: new RegExp(`${DATE_ZH}${GAP}${WEEKDAY_ZH}`, 'g'), parts: ['year', 'month', 'day', 'weekday'] },
  {
    form: new RegExp(`\\b${WEEKDAY_EN}${GAP}${MONTH_EN}\\s(\\d{1,2})\\b(?:,?\\s(\\d{4}))?`, 'gi'),
    parts: ['weekday', 'month', 'day', 'year'],
  },
  {
    form: new RegExp(`\\b${WEEKDAY_EN}${GAP}(\\d{1,2})\\s${MONTH_EN}(?:\\s(\\d{4}))?`, 'gi'),
    parts: ['weekday', 'day', 'month', 'year'],
  },
] as const

type Part = (typeof PATTERNS)[number]['parts'][number]

function weekdayOf(word: string): number {
  const at = CHINESE_DAYS.indexOf(word === '天' ? '日' : word)
  return at >= 0 ? at : ENGLISH_DAYS.indexOf(word.toLowerCase())
}

const monthOf = (word: string): number => (/^\d/.test(word) ? Number(word) - 1 : MONTHS.indexOf(word.toLowerCase()))

/** Midnight UTC of a day; null for one that no calendar has. */
function dayOf(year: number, month: number, day: number): number | null {
  const at = Date.UTC(year, month, day)
  return new Date(at).getUTCMonth() === month && new Date(at).getUTCDate() === day ? at : null
}

/** How far from today a day may be that is named without its year, and without its month. */
const NEAR_DAYS = { year: 183, month: 20 }

/** The days that may be meant: of the year and month that are named, else those near today, past ones too, as in minutes. */
function meantDays(today: Date, named: ReadonlyMap<Part, string>): readonly number[] {
  const day = Number(named.get('day'))
  const month = named.get('month')
  const year = named.get('year')
  const thisYear = today.getUTCFullYear()
  const near = (days: readonly (number | null)[], most: number) =>
    days.filter((at) => at !== null).filter((at) => Math.abs(at - today.getTime()) <= most * DAY_MS)
  if (month !== undefined && year !== undefined) return near([dayOf(Number(year), monthOf(month), day)], Infinity)
  if (month !== undefined) {
    const years = [thisYear - 1, thisYear, thisYear + 1]
    return near(
      years.map((one) => dayOf(one, monthOf(month), day)),
      NEAR_DAYS.year,
    )
  }
  const months = [-1, 0, 1].map((ahead) => new Date(Date.UTC(thisYear, today.getUTCMonth() + ahead)))
  return near(
    months.map((begin) => dayOf(begin.getUTCFullYear(), begin.getUTCMonth(), day)),
    NEAR_DAYS.month,
  )
}

/** Weekday of the day that is nearest to today, not before it where there is such a one. */
function likelyWeekday(days: readonly number[], today: number): number {
  const ahead = days.filter((at) => at >= today)
  const [nearest = 0] = (ahead.length > 0 ? ahead : days).toSorted((a, b) => Math.abs(a - today) - Math.abs(b - today))
  return new Date(nearest).getUTCDay()
}

/**
 * Dates in a text whose weekday is another: `周五（28日）` when the 28th is a Saturday. A date that fits in one of the
 * months or years that may be meant is right.
 * @param now epoch milliseconds on the writer's clock: its UTC fields are what the clock on the wall shows
 */
export function dateMismatches(text: string, now: number): readonly DateMismatch[] {
  const today = Math.floor(now / DAY_MS) * DAY_MS
  const found = new Map<string, DateMismatch>()
  for (const { form, parts } of PATTERNS) {
    for (const match of text.matchAll(form)) {
      const named = new Map(parts.flatMap((part, at) => (match[at + 1] ? [[part, match[at + 1] ?? ''] as const] : [])))
      const said = weekdayOf(named.get('weekday') ?? '')
      const days = meantDays(new Date(today), named)
      if (days.length === 0 || days.some((at) => new Date(at).getUTCDay() === said)) continue
      const words = match[0].trim()
      found.set(words, { text: words, weekday: likelyWeekday(days, today) })
    }
  }
  return [...found.values()]
}
