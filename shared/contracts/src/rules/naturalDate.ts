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

const HOUR = 3_600_000
const DAY = 24 * HOUR
const YEAR_MIN = 1970
const YEAR_MAX = 2200

const WEEKDAYS: readonly (readonly string[])[] = [
  ['一', 'monday', 'mon'],
  ['二', 'tuesday', 'tue'],
  ['三', 'wednesday', 'wed'],
  ['四', 'thursday', 'thu'],
  ['五', 'friday', 'fri'],
  ['六', 'saturday', 'sat'],
  ['日', 'sunday', 'sun', '天'],
]
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const DIGITS: Readonly<Record<string, number>> = {
  一: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
  十: 10,
  十一: 11,
  十二: 12,
}

const numberOf = (text: string): number => DIGITS[text] ?? Number(text)
const weekdayOf = (word: string): number => WEEKDAYS.findIndex((names) => names.includes(word))
/** A month by its name or the beginning of it, of three letters or more; 1 to 12, or 0. */
const monthOf = (word: string): number =>
  word.length < 3 ? 0 : MONTHS.findIndex((name) => name.startsWith(word.replace(/\.$/, ''))) + 1

/** The calendar of a reader: days are numbered, and months counted, as their clock shows them. */
function calendarOf({ now, timeZone }: Moment) {
  const shift = timeZone * HOUR
  const local = new Date(now + shift)
  const today = Math.floor((now + shift) / DAY)
  const year = local.getUTCFullYear()
  const month = local.getUTCMonth() + 1
  const dayAt = (y: number, m: number, d: number) => Date.UTC(y, m - 1, d) / DAY
  const days = (first: number, count: number): DateRange => ({
    from: first * DAY - shift,
    to: (first + count) * DAY - shift,
  })
  return {
    today,
    year,
    month,
    /** Monday of this week. */
    monday: today - ((today + 3) % 7),
    days,
    monthRange: (y: number, m: number) => days(dayAt(y, m, 1), dayAt(y, m + 1, 1) - dayAt(y, m, 1)),
    yearRange: (y: number) => days(dayAt(y, 1, 1), dayAt(y + 1, 1, 1) - dayAt(y, 1, 1)),
    /** One day, or null for one that no calendar has. */
    date: (y: number, m: number, d: number): DateRange | null => {
      const at = new Date(Date.UTC(y, m - 1, d))
      const isReal = at.getUTCMonth() === m - 1 && at.getUTCDate() === d && y >= YEAR_MIN && y <= YEAR_MAX
      return isReal ? days(at.getTime() / DAY, 1) : null
    },
  }
}

type Calendar = ReturnType<typeof calendarOf>
type Reading = readonly [pattern: RegExp, read: (calendar: Calendar, ...parts: string[]) => DateRange | null]

/** The latest such month that has begun. */
const lastMonth = ({ year, month, monthRange }: Calendar, wanted: number) =>
  wanted < 1 || wanted > 12 ? null : monthRange(wanted > month ? year - 1 : year, wanted)

/** The latest such day that is not after today. */
function lastDay(calendar: Calendar, month: number, day: number): DateRange | null {
  const thisYear = calendar.date(calendar.year, month, day)
  const isLater = thisYear !== null && thisYear.from >= calendar.days(calendar.today + 1, 1).from
  return isLater || thisYear === null ? calendar.date(calendar.year - 1, month, day) : thisYear
}

const weekday = ({ monday, days }: Calendar, word: string, weeks: number) => {
  const at = weekdayOf(word)
  return at < 0 ? null : days(monday + at + 7 * weeks, 1)
}

const READINGS: readonly Reading[] = [
  [/^(?:今天|今日|today)$/, ({ days, today }) => days(today, 1)],
  [/^(?:昨天|昨日|yesterday)$/, ({ days, today }) => days(today - 1, 1)],
  [/^前天$/, ({ days, today }) => days(today - 2, 1)],
  [/^大前天$/, ({ days, today }) => days(today - 3, 1)],
  [/^(?:本周|这周|this ?week)$/, ({ days, monday }) => days(monday, 7)],
  [/^(?:上周|上星期|last ?week)$/, ({ days, monday }) => days(monday - 7, 7)],
  [/^(?:上上周)$/, ({ days, monday }) => days(monday - 14, 7)],
  [/^(?:本月|这个月|this ?month)$/, ({ monthRange, year, month }) => monthRange(year, month)],
  [/^(?:上月|上个月|last ?month)$/, ({ monthRange, year, month }) => monthRange(year, month - 1)],
  [/^(?:今年|this ?year)$/, ({ yearRange, year }) => yearRange(year)],
  [/^(?:去年|last ?year)$/, ({ yearRange, year }) => yearRange(year - 1)],
  [/^前年$/, ({ yearRange, year }) => yearRange(year - 2)],
  [/^(?:上周|上星期|上个?礼拜)([一二三四五六日天])$/, (calendar, day = '') => weekday(calendar, day, -1)],
  [/^(?:本周|这周|周|星期|礼拜)([一二三四五六日天])$/, (calendar, day = '') => weekday(calendar, day, 0)],
  [/^last ?([a-z]+day)$/, (calendar, day = '') => weekday(calendar, day, -1)],
  [/^(?:this ?)?([a-z]+day)$/, (calendar, day = '') => weekday(calendar, day, 0)],
  [
    /^(?:最近|近|过去|last ?)(\d{1,4}|[一二两三四五六七八九十])(?:天|日| ?days?)$/,
    ({ days, today }, count = '') => days(today - numberOf(count) + 1, numberOf(count)),
  ],
  [/^(\d{1,4})(?:天前| ?days? ago)$/, ({ days, today }, count = '') => days(today - Number(count), 1)],
  [/^(\d{1,2}|十[一二]?|[一二三四五六七八九])月份?$/, (calendar, month = '') => lastMonth(calendar, numberOf(month))],
  [/^(\d{1,2})月(\d{1,2})[日号]?$/, (calendar, month = '', day = '') => lastDay(calendar, Number(month), Number(day))],
  [/^(\d{4})年?$/, ({ yearRange }, year = '') => (inYears(year) ? yearRange(Number(year)) : null)],
  [
    /^(\d{4})[-/.年](\d{1,2})月?$/,
    ({ monthRange }, year = '', month = '') =>
      inYears(year) && Number(month) >= 1 && Number(month) <= 12 ? monthRange(Number(year), Number(month)) : null,
  ],
  [
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})[日号]?$/,
    ({ date }, year = '', month = '', day = '') => date(Number(year), Number(month), Number(day)),
  ],
  [/^(\d{1,2})[-/](\d{1,2})$/, (calendar, month = '', day = '') => lastDay(calendar, Number(month), Number(day))],
  [/^([a-z]{3,9})$/, (calendar, name = '') => (monthOf(name) ? lastMonth(calendar, monthOf(name)) : null)],
  [
    /^([a-z]{3,9})\.? ?(\d{1,2})$/,
    (calendar, name = '', day = '') => (monthOf(name) ? lastDay(calendar, monthOf(name), Number(day)) : null),
  ],
]

const inYears = (year: string): boolean => Number(year) >= YEAR_MIN && Number(year) <= YEAR_MAX

/**
 * The span of time that people mean by 昨天, 上周三, 3月, 2026-03-01, last wednesday or march, in their own zone; null
 * for what is no date. A week begins on Monday; a month or a day without a year is the latest one that has begun.
 */
export function naturalDate(text: string, moment: Moment): DateRange | null {
  const wanted = text.normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/g, ' ')
  const calendar = calendarOf(moment)
  for (const [pattern, read] of READINGS) {
    const found = pattern.exec(wanted)
    if (found) {
      const range = read(calendar, ...found.slice(1))
      if (range) return range
    }
  }
  return null
}
