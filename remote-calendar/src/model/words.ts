import type { Language } from '@yanshu/contracts'
import { DAY_MS, dayFrom, partsOf, timeOf, twelveHours, weekdayOf } from '@yanshu/contracts/days'

/** How dates and times are written: the language and the clock of who reads. */
export interface Saying {
  readonly language: Language
  readonly hours12: boolean
}

/** One entry per language and form of a date below. */
const formats = /*#__PURE__*/ new Map<string, Intl.DateTimeFormat>()

/** Writes a wall clock in a language. */
function intl(language: Language, wall: number, options: Intl.DateTimeFormatOptions): string {
  const key = language + JSON.stringify(options)
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-US', { ...options, timeZone: 'UTC' })
    formats.set(key, format)
  }
  return format.format(wall)
}

/** `14:05`, `下午2:05`, `2:05 PM`. */
export function clock({ language, hours12 }: Saying, wall: number): string {
  const time = timeOf(wall)
  return hours12 ? twelveHours(time, language) : time
}

/** `2026年11月`, `November 2026`. */
export const monthTitle = (language: Language, day: number): string =>
  intl(language, day * DAY_MS, { year: 'numeric', month: 'long' })

export const monthName = (language: Language, month: number): string =>
  intl(language, dayFrom(2024, month, 1) * DAY_MS, { month: 'long' })

/** `11月22日 星期日`, `Sunday, November 22`; with the year where it is not that of `now`. */
export const dayTitle = (language: Language, day: number, year?: number): string =>
  intl(language, day * DAY_MS, {
    ...(year === partsOf(day).year ? {} : { year: 'numeric' }),
    month: 'long',
    day: 'numeric',
    weekday: 'long',
  })

/** `11月22日`, `Nov 22`. */
export const shortDay = (language: Language, day: number): string =>
  intl(language, day * DAY_MS, { month: language === 'zh' ? 'long' : 'short', day: 'numeric' })

/** `周日`, `Sun`. */
export const weekdayShort = (language: Language, day: number): string =>
  intl(language, day * DAY_MS, { weekday: 'short' })

/** `星期日`, `Sunday`. */
export const weekdayLong = (language: Language, weekday: number): string =>
  intl(language, (3 + weekday) * DAY_MS, { weekday: 'long' })

/** `日`, `S`: one letter of the weekday. */
export const weekdayNarrow = (language: Language, day: number): string => {
  const short = weekdayShort(language, day)
  return language === 'zh' ? short.slice(-1) : short.slice(0, 1)
}

/** A span of days as a title: `2026年11月23日 – 29日`, `Nov 23 – 29, 2026`. */
export function spanTitle(language: Language, from: number, to: number): string {
  const [a, b] = [partsOf(from), partsOf(to)]
  if (language === 'zh') {
    const end =
      a.year !== b.year
        ? `${b.year}年${b.month}月${b.date}日`
        : a.month !== b.month
          ? `${b.month}月${b.date}日`
          : `${b.date}日`
    return `${a.year}年${a.month}月${a.date}日 – ${end}`
  }
  if (a.year !== b.year) return `${shortDay('en', from)}, ${a.year} – ${shortDay('en', to)}, ${b.year}`
  return `${shortDay('en', from)} – ${a.month === b.month ? b.date : shortDay('en', to)}, ${b.year}`
}

export interface TimeSpan {
  readonly startWall: number
  readonly endWall: number
  readonly allDay: boolean
}

/** When something happens, in one line. */
export function when(
  saying: Saying,
  { startWall, endWall, allDay }: TimeSpan,
  year: number,
  allDayWord: string,
): string {
  const { language } = saying
  const first = Math.floor(startWall / DAY_MS)
  const last = Math.max(first, Math.floor((endWall - 1) / DAY_MS))
  if (allDay) {
    const days =
      first === last
        ? dayTitle(language, first, year)
        : `${dayTitle(language, first, year)} – ${dayTitle(language, last, year)}`
    return `${days} ${allDayWord}`
  }
  const start = `${dayTitle(language, first, year)} ${clock(saying, startWall)}`
  if (endWall === startWall) return start
  return first === Math.floor(endWall / DAY_MS) || (first === last && endWall % DAY_MS === 0)
    ? `${start} – ${clock(saying, endWall)}`
    : `${start} – ${dayTitle(language, Math.floor(endWall / DAY_MS), year)} ${clock(saying, endWall)}`
}

/** Hours at the side of the grid: `9:00`, `上午9时`, `9 AM`. */
export function hourLabel({ language, hours12 }: Saying, hour: number): string {
  if (!hours12) return `${`${hour % 24}`.padStart(2, '0')}:00`
  const half = hour % 24 < 12
  const twelve = hour % 12 || 12
  return language === 'zh' ? `${half ? '上午' : '下午'}${twelve}时` : `${twelve} ${half ? 'AM' : 'PM'}`
}

export const isWeekend = (day: number): boolean => weekdayOf(day) === 0 || weekdayOf(day) === 6
