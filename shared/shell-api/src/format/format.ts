import type { Language } from '@yanshu/contracts'
import { en } from '../messages/en.ts'
import { zh } from '../messages/zh.ts'

export interface FormatChoice {
  readonly language: Language
  /** Hours from GMT. */
  readonly timeZone: number
  /** A zone of the IANA list, which holds instead of the hours; '' for none. */
  readonly zone?: string
  readonly timeFormat: 12 | 24
  /** Now, in epoch milliseconds; given by tests. */
  readonly now?: () => number
}

export interface Format {
  /** As people say it in a list: 14:05, 昨天 09:12, 周三, 3月8日, 2024年11月2日. */
  mailTime(ms: number): string
  /** A day and its clock: 14:05, 昨天 09:12, 周三 09:12, 3月8日 09:12. */
  dayTime(ms: number): string
  /** A day in full, with its weekday: 2026年3月8日 周日. */
  fullDay(ms: number): string
  /** To the second, for titles. */
  exactTime(ms: number): string
  /** The day alone, for headings of groups: 今天, 昨天, 周三, 3月8日. */
  day(ms: number): string
  /** A size: 0 B, 980 B, 1.5 KB, 20 MB. Steps of 1,024. */
  bytes(n: number): string
  /** A number with separators. */
  count(n: number): string
  /** Names in one line. */
  people(list: readonly string[]): string
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const WEEKDAYS = {
  zh: ['周日', '周一', '周二', '周三', '周四', '周五', '周六'],
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
} as const
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

const two = (n: number) => `${n}`.padStart(2, '0')

/** The clock of a zone, with its daylight saving time; undefined for one that is not in the browser's list. */
function localIn(timeZone: string): ((ms: number) => Date) | undefined {
  try {
    // Swedish writes dates as ISO 8601 has them.
    const clock = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    return (ms) => new Date(Number.isFinite(ms) ? `${clock.format(ms).replace(' ', 'T')}Z` : ms)
  } catch {
    return
  }
}

/** Formats by language, time zone and clock. Pure: the same input gives the same words on every machine. */
export function formatBy({ language, timeZone, zone, timeFormat, now = () => Date.now() }: FormatChoice): Format {
  const words = (language === 'zh' ? zh : en).date
  const chinese = language === 'zh'
  /** A date whose UTC fields are the wall clock of the user's zone. */
  const local = (zone && localIn(zone)) || ((ms: number) => new Date(ms + timeZone * HOUR))
  const dayNumber = (ms: number) => Math.floor(+local(ms) / DAY)

  const clock = (at: Date, seconds = false) => {
    const tail = `${two(at.getUTCMinutes())}${seconds ? `:${two(at.getUTCSeconds())}` : ''}`
    const hours = at.getUTCHours()
    if (timeFormat === 24) return `${two(hours)}:${tail}`
    const half = hours < 12 ? words.am : words.pm
    const twelve = hours % 12 || 12
    return chinese ? `${half}${twelve}:${tail}` : `${twelve}:${tail} ${half}`
  }
  const weekday = (at: Date) => WEEKDAYS[language][at.getUTCDay()] ?? ''
  const monthDay = (at: Date) =>
    chinese ? `${at.getUTCMonth() + 1}月${at.getUTCDate()}日` : `${MONTHS[at.getUTCMonth()]} ${at.getUTCDate()}`
  const fullDay = (at: Date) =>
    chinese ? `${at.getUTCFullYear()}年${monthDay(at)}` : `${monthDay(at)}, ${at.getUTCFullYear()}`
  const dayOf = (at: Date) => (chinese ? `${fullDay(at)} ${weekday(at)}` : `${weekday(at)}, ${fullDay(at)}`)
  const away = (ms: number) => dayNumber(now()) - dayNumber(ms)
  const dateOf = (ms: number) => {
    const at = local(ms)
    const days = away(ms)
    if (days > 1 && days < 7) return weekday(at)
    return at.getUTCFullYear() === local(now()).getUTCFullYear() ? monthDay(at) : fullDay(at)
  }

  /** Today, yesterday and tomorrow, with the clock. */
  const near = (ms: number) => {
    const days = away(ms)
    if (days === 0) return clock(local(ms))
    if (days === 1) return `${words.yesterday} ${clock(local(ms))}`
    return days === -1 ? `${words.tomorrow} ${clock(local(ms))}` : undefined
  }

  const counting = new Intl.NumberFormat(chinese ? 'zh-CN' : 'en-US')
  const decimals = new Intl.NumberFormat(chinese ? 'zh-CN' : 'en-US', { maximumFractionDigits: 1 })

  return {
    mailTime: (ms) => near(ms) ?? dateOf(ms),
    dayTime: (ms) => near(ms) ?? `${dateOf(ms)} ${clock(local(ms))}`,
    fullDay: (ms) => dayOf(local(ms)),
    exactTime: (ms) => `${dayOf(local(ms))}${chinese ? ' ' : ', '}${clock(local(ms), true)}`,
    day(ms) {
      const days = away(ms)
      if (days === 0) return words.today
      if (days === 1) return words.yesterday
      if (days === -1) return words.tomorrow
      return dateOf(ms)
    },
    bytes(n) {
      let size = Math.max(0, n)
      let unit = 0
      while (size >= 1_024 && unit < UNITS.length - 1) {
        size /= 1_024
        unit += 1
      }
      // 1023.97 KB would be shown as "1,024 KB"; the next unit is used instead.
      if (unit > 0 && unit < UNITS.length - 1 && size >= 1_023.95) {
        size /= 1_024
        unit += 1
      }
      return `${unit === 0 ? size : decimals.format(size)} ${UNITS[unit]}`
    },
    count: (n) => counting.format(n),
    people: (list) => list.join(chinese ? '、' : ', '),
  }
}
