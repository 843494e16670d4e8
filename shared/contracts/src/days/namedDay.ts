import { partsOf, placeInWeek, realDay, startOfWeek } from './days.ts'
import { NUMBER, numberOf } from './numbers.ts'

/** A day as words name it; `dayMeant` decides which one it is. */
export type NamedDay =
  /** Days from today: 明天 is 1. */
  | { readonly away: number }
  /** A weekday (0 is Sunday), and how many calendar weeks from this one: 下周三 is 1, 周三 alone null. */
  | { readonly weekday: number; readonly weeks: number | null }
  /** A date; years from this one where the words name it so (明年 is 1), null where they name no year. */
  | { readonly year: number | null; readonly yearsAway: number | null; readonly month: number; readonly date: number }

/** One way to write a day. */
export interface DayForm {
  /** For an expression without case. It has as many groups as `read` has parameters. */
  readonly source: string
  readonly groups: number
  /** null where the groups name no day. */
  readonly read: (groups: readonly (string | undefined)[]) => NamedDay | null
}

const CHINESE_WEEKDAYS = '日一二三四五六'
const ENGLISH_WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** What stands before a Chinese weekday. */
export const WEEK = '(?:周|星期|礼拜)'
/** The character of a Chinese weekday. */
export const WEEKDAY = '[一二三四五六日天]'
/** An English weekday in full. */
export const WEEKDAY_EN = '(?:sun|mon|tues|wednes|thurs|fri|satur)day'
/** An English weekday, in full or short. */
export const WEEKDAY_EN_SHORT = '(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?'
/** An English month, in full or short. */
export const MONTH_EN =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'
/** A date of a month in English, as a group. */
export const DATE_EN = '(\\d{1,2})(?:st|nd|rd|th)?'
const YEAR_EN = '(?:,?\\s+((?:19|20)\\d\\d)(?!\\d))?'

/** A weekday by its Chinese character or by the beginning of its English name: 0 is Sunday; -1 for none. */
export function weekdayNamed(word: string): number {
  const at = CHINESE_WEEKDAYS.indexOf(word === '天' ? '日' : word)
  return word !== '' && at >= 0 ? at : ENGLISH_WEEKDAYS.indexOf(word.slice(0, 3).toLowerCase())
}

/** A month by its number or the beginning of its English name: 1 to 12; 0 or NaN for none. */
export const monthNamed = (word: string): number => MONTHS.indexOf(word.slice(0, 3).toLowerCase()) + 1 || numberOf(word)

const AWAY: Readonly<Record<string, number>> = {
  大前: -3, 前: -2, 昨: -1, 今: 0, 明: 1, 后: 2, 大后: 3,
  yesterday: -1, today: 0, tomorrow: 1, 'day after tomorrow': 2,
} // biome-ignore format: a table
const WEEKS: Readonly<Record<string, number>> = {
  上上: -2, 上: -1, 本: 0, 这: 0, 下: 1, 下下: 2, last: -1, next: 1,
} // biome-ignore format: a table
const YEARS: Readonly<Record<string, number>> = { 去: -1, 今: 0, 明: 1 }

const dateOf = (year: string | undefined, month: string, date: string, yearsAway: number | null = null): NamedDay => ({
  year: year === undefined ? null : Number(year),
  yearsAway,
  month: monthNamed(month),
  date: numberOf(date),
})

/** The ways in which a day is written, in Chinese and in English. */
export const DAY_FORMS = {
  /** 明天, 大后天, the 明 of 明晚, tomorrow. */
  away: {
    source:
      '(?:(大?[前后]|[昨今明])天|([昨今明])日|([昨今明])(?=[早晚])|\\b(day after tomorrow|yesterday|today|tomorrow)\\b)',
    groups: 4,
    read: (groups) => {
      const word = groups.find((one) => one !== undefined)?.toLowerCase() ?? ''
      return { away: AWAY[word] ?? 0 }
    },
  },
  /** 周三, 下周三, 这个星期天, 上周五. */
  week: {
    source: `(上上|上|下下|下|这|本)?个?${WEEK}(${WEEKDAY})`,
    groups: 2,
    read: ([weeks, day = '']) => ({
      weekday: weekdayNamed(day),
      weeks: WEEKS[weeks ?? ''] ?? null,
    }),
  },
  /** Friday, next Friday. */
  weekEn: {
    source: `\\b(?:(next|last|this)\\s+)?(${WEEKDAY_EN})\\b`,
    groups: 2,
    read: ([weeks, day = '']) => ({
      weekday: weekdayNamed(day),
      // “this Friday” is the one to come, also when the week is nearly over.
      weeks: WEEKS[weeks?.toLowerCase() ?? ''] ?? null,
    }),
  },
  /** 2026-11-02, 2026/11/2, 2026.11.2, 2026年11月2日. */
  full: {
    source: '(?<!\\d)(\\d{4})\\s*[-/.年]\\s*(\\d{1,2})\\s*[-/.月]\\s*(\\d{1,2})(?!\\d)(?:\\s*[日号])?',
    groups: 3,
    read: ([year, month = '', date = '']) => dateOf(year, month, date),
  },
  /** 12月3日, 十二月三号, 明年3月8日. */
  month: {
    source: `(?:(\\d{4})\\s*年\\s*|([去今明])年\\s*)?(${NUMBER})\\s*月\\s*(${NUMBER})(?:\\s*[日号]|(?<=月${NUMBER}))`,
    groups: 4,
    read: ([year, away, month = '', date = '']) =>
      dateOf(year, month, date, away === undefined ? null : (YEARS[away] ?? 0)),
  },
  /** Dec 3, December 3rd, 2026. */
  monthEn: {
    source: `\\b(${MONTH_EN})\\s+${DATE_EN}\\b${YEAR_EN}`,
    groups: 3,
    read: ([month = '', date = '', year]) => dateOf(year, month, date),
  },
  /** 3 Dec, 3rd of December 2026. */
  dateEn: {
    source: `\\b${DATE_EN}\\s+(?:of\\s+)?(${MONTH_EN})(?![a-z])${YEAR_EN}`,
    groups: 3,
    read: ([date = '', month = '', year]) => dateOf(year, month, date),
  },
  /** 12/3: a month and its date. */
  slashed: {
    source: '(?<![\\d/:.])(\\d{1,2})/(\\d{1,2})(?![\\d/:])',
    groups: 2,
    read: ([month = '', date = '']) => dateOf(undefined, month, date),
  },
} as const satisfies Readonly<Record<string, DayForm>>

/** Whether words lead into the past (-1: 昨天, 上周三, 去年3月8日), into the future (1) or into neither (0). */
export function directionOf(named: NamedDay): number {
  if ('away' in named) return Math.sign(named.away)
  return Math.sign(('weekday' in named ? named.weeks : named.yearsAway) ?? 0)
}

/** How a day is meant that is named without its year or its week. */
export interface Meant {
  /** The next such day, or the latest one. */
  readonly side: 'coming' | 'latest'
  /** How many days may have passed since a date that is meant as coming: minutes name the day before. */
  readonly pastDays?: number
}

/** Leap days come back after four years, over the turn of most centuries after eight. */
const YEARS_TRIED = 9

/**
 * The day that is meant; weeks begin on Monday.
 * @returns null for a day that no calendar has, such as 30 February
 */
export function dayMeant(named: NamedDay, today: number, { side, pastDays = 0 }: Meant): number | null {
  if ('away' in named) return today + named.away
  if ('weekday' in named) {
    const { weekday, weeks } = named
    if (weekday < 0) return null
    if (weeks !== null) return startOfWeek(today, 1) + weeks * 7 + ((weekday + 6) % 7)
    return side === 'coming' ? today + 6 - placeInWeek(today, weekday + 1) : today - placeInWeek(today, weekday)
  }
  const { month, date } = named
  const { year: now } = partsOf(today)
  if (named.year !== null) return realDay(named.year, month, date)
  if (named.yearsAway !== null) return realDay(now + named.yearsAway, month, date)
  for (let tried = 0; tried < YEARS_TRIED; tried += 1) {
    const day = realDay(side === 'coming' ? now - 1 + tried : now - tried, month, date)
    if (day !== null && (side === 'coming' ? day >= today - pastDays : day <= today)) return day
  }
  return null
}
