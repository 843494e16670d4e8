import { DATE_EN, MONTH_EN, monthNamed, WEEK, WEEKDAY, WEEKDAY_EN, weekdayNamed } from './dayNames.ts'
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

/**
 * One way to write a day: an expression without case, and what each of its groups is. `a` is days away, `W` weeks and `w` the
 * weekday, `Y` years from this one, `y` year, `m` month, `d` date.
 */
export interface DayForm {
  readonly source: string
  readonly groups: string
}

const YEAR_EN = '(?:,?\\s+((?:19|20)\\d\\d)(?!\\d))?'

/** How many days, weeks or years from this one a word names. */
const AHEAD: Readonly<Record<string, number>> = {
  大前: -3, 前: -2, 昨: -1, 今: 0, 明: 1, 后: 2, 大后: 3, 上上: -2, 上: -1, 本: 0, 这: 0, 下: 1, 下下: 2, 去: -1,
  yesterday: -1, today: 0, tomorrow: 1, 'day after tomorrow': 2, last: -1, next: 1,
} // biome-ignore format: a table

/** Days, weeks or years from this one; null without a word, and for “this”: “this Friday” is the one to come. */
export const aheadOf = (word: string | undefined): number | null => AHEAD[word?.toLowerCase() ?? ''] ?? null

/** The ways in which a day is written, in Chinese and in English. */
export const DAY_FORMS = {
  /** 明天, 大后天, the 明 of 明晚, tomorrow. */
  away: {
    source:
      '(?:(大?[前后]|[昨今明])天|([昨今明])日|([昨今明])(?=[早晚])|\\b(day after tomorrow|yesterday|today|tomorrow)\\b)',
    groups: 'aaaa',
  },
  /** 周三, 下周三, 这个星期天, 上周五. */
  week: { source: `(上上|上|下下|下|这|本)?个?${WEEK}(${WEEKDAY})`, groups: 'Ww' },
  /** Friday, next Friday. */
  weekEn: { source: `\\b(?:(next|last|this)\\s+)?(${WEEKDAY_EN})\\b`, groups: 'Ww' },
  /** 2026-11-02, 2026/11/2, 2026.11.2, 2026年11月2日. */
  full: {
    source: '(?<!\\d)(\\d{4})\\s*[-/.年]\\s*(\\d{1,2})\\s*[-/.月]\\s*(\\d{1,2})(?!\\d)(?:\\s*[日号])?',
    groups: 'ymd',
  },
  /** 12月3日, 十二月三号, 明年3月8日. */
  month: {
    source: `(?:(\\d{4})\\s*年\\s*|([去今明])年\\s*)?(${NUMBER})\\s*月\\s*(${NUMBER})(?:\\s*[日号]|(?<=月${NUMBER}))`,
    groups: 'yYmd',
  },
  /** Dec 3, December 3rd, 2026. */
  monthEn: { source: `\\b(${MONTH_EN})\\s+${DATE_EN}\\b${YEAR_EN}`, groups: 'mdy' },
  /** 3 Dec, 3rd of December 2026. */
  dateEn: { source: `\\b${DATE_EN}\\s+(?:of\\s+)?(${MONTH_EN})(?![a-z])${YEAR_EN}`, groups: 'dmy' },
  /** 12/3: a month and its date. */
  slashed: { source: '(?<![\\d/:.])(\\d{1,2})/(\\d{1,2})(?![\\d/:])', groups: 'md' },
} as const satisfies Readonly<Record<string, DayForm>>

/** The day that the groups of a form name, from the first group on. */
export function readDay({ groups }: DayForm, found: readonly (string | undefined)[]): NamedDay {
  const of = (group: string) => found.find((one, at) => one !== undefined && groups[at] === group)
  const away = aheadOf(of('a'))
  if (away !== null) return { away }
  const weekday = of('w')
  if (weekday !== undefined) return { weekday: weekdayNamed(weekday), weeks: aheadOf(of('W')) }
  const year = of('y')
  return {
    year: year === undefined ? null : Number(year),
    yearsAway: aheadOf(of('Y')),
    month: monthNamed(of('m') ?? '') || numberOf(of('m') ?? ''),
    date: numberOf(of('d') ?? ''),
  }
}

/** Whether words lead into the past (-1: 昨天, 上周三, 去年3月8日), into the future (1) or into neither (0). */
export const directionOf = (named: NamedDay): number =>
  Math.sign(('away' in named ? named.away : 'weekday' in named ? named.weeks : named.yearsAway) ?? 0)

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
