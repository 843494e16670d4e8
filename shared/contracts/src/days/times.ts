import { NUMBER, numberOf } from './numbers.ts'

/** Half of the day; an evening and a night reach beyond midnight. */
export type Half = 'am' | 'pm' | 'noon' | 'evening' | 'night' | null

/** Chinese words for the half of a day, which stand before the hour, for expressions. */
export const HALF = '凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|晚间|夜里|半夜|深夜|早|晚'
/** English ones, behind the hour. */
export const HALF_EN = 'am|pm|a\\.m\\.|p\\.m\\.'

/** The half of the day that a word names. */
export function halfOf(text: string | undefined): Half {
  if (!text) return null
  if (/^(凌晨|清晨|早|上午|am|a\.m\.)/i.test(text)) return 'am'
  if (/^中午/.test(text)) return 'noon'
  if (/^晚/.test(text)) return 'evening'
  return /^(夜里|半夜|深夜)/.test(text) ? 'night' : 'pm'
}

/** The hour that a half of the day means where no hour is named: 9 for 上午, 14 for 下午, 19 for 晚上. */
export function hourOfHalf(word: string): number {
  if (word === '傍晚') return 18
  return { am: 9, noon: 12, pm: 14, evening: 19, night: 22 }[halfOf(word) ?? 'am']
}

/** The last hours after midnight that belong to an evening and to a night: 17:00 is never called night. */
const AFTER_MIDNIGHT = { evening: 4, night: 5 } as const
/** The hours after noon that are called 中午. */
const NOON_UNTIL = 4
const DAY_MINUTES = 1_440

/** Minutes after midnight; of the night that follows the day 1,440 or more (晚上12点, 夜里2点). */
export function minutesOf(hour: number, minute: number, half: Half): number {
  if (half === 'evening' || half === 'night') {
    if (hour === 12) return DAY_MINUTES + minute
    if (hour >= 1 && hour <= AFTER_MIDNIGHT[half]) return DAY_MINUTES + hour * 60 + minute
    return minutesOf(hour, minute, 'pm')
  }
  let hours = hour
  if (half === 'pm' && hours < 12) hours += 12
  if (half === 'am' && hours === 12) hours = 0
  if (half === 'noon' && hours > 0 && hours < NOON_UNTIL) hours += 12
  return (hours % 24) * 60 + minute
}

/** An hour without a half of the day is meant for the hours in which people work. */
export const likelyHalf = (hour: number, half: Half): Half => half ?? (hour >= 1 && hour <= 7 ? 'pm' : null)

/** What may stand behind an hour: half, quarters or a number, in the three groups that `minuteOfHour` reads. */
export const MINUTE = `(?:(半)|(一刻|三刻)|(${NUMBER})分?)?`

/** Minutes after the hour. */
export function minuteOfHour(
  half: string | undefined,
  quarter: string | undefined,
  number: string | undefined,
): number {
  if (half) return 30
  if (quarter) return quarter === '一刻' ? 15 : 45
  return number ? numberOf(number) : 0
}

/** `930`, `1430`, `下午230`. */
const DIGITS = new RegExp(`^(${HALF}|${HALF_EN})?\\s*(\\d{1,2})(\\d\\d)\\s*(${HALF_EN})?$`)
/** `9`, `9:30`, `9.30`, `9:30:05`, `9点半`, `下午三点一刻`, `2:30 pm`. */
const CLOCK = new RegExp(
  `^(${HALF}|${HALF_EN})?\\s*(${NUMBER})\\s*(?:(?:[:.]|点钟?|时)\\s*${MINUTE}(?::(\\d{1,2}))?)?\\s*(${HALF_EN})?$`,
)
const LENGTH_MAX = 20

const two = (n: number) => `${n}`.padStart(2, '0')

export interface TimeReading {
  /** On a clock of 12 hours an hour without its half of the day is meant for the hours in which people work. */
  readonly hours12?: boolean | undefined
  /** Whether the time may have seconds. */
  readonly seconds?: boolean | undefined
}

/**
 * Reads a time as people write it into a field; full-width digits count.
 * @returns `HH:mm`, or `HH:mm:ss` where seconds are written that may be; null for anything else
 */
export function readTime(text: string, { hours12 = false, seconds = false }: TimeReading = {}): string | null {
  const plain = text.normalize('NFKC').trim().toLowerCase()
  if (plain.length > LENGTH_MAX) return null
  const digits = DIGITS.exec(plain)
  const found = digits ?? CLOCK.exec(plain)
  if (!found) return null
  const hour = numberOf(found[2] ?? '')
  const minute = digits ? Number(digits[3]) : minuteOfHour(found[3], found[4], found[5])
  const second = digits ? 0 : Number(found[6] ?? 0)
  if (!(hour <= 23 && minute <= 59 && second <= 59) || (second > 0 && !seconds)) return null
  const written = halfOf(found[1] ?? (digits ? digits[4] : found[7]))
  if (written === 'am' && hour > 12) return null
  const half = hours12 && !found[2]?.startsWith('0') ? likelyHalf(hour, written) : written
  const minutes = minutesOf(hour, minute, half) % DAY_MINUTES
  const clock = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
  return second > 0 ? `${clock}:${two(second)}` : clock
}

/** A time of 24 hours (`HH`, `HH:mm`, `HH:mm:ss`) on a clock of 12: `下午2:30`, `2:30 PM`. */
export function twelveHours(time: string, language: 'zh' | 'en'): string {
  const hour = Number(time.slice(0, 2))
  const clock = `${hour % 12 || 12}${time.slice(2)}`
  if (language === 'zh') return `${hour < 12 ? '上午' : '下午'}${clock}`
  return `${clock} ${hour < 12 ? 'AM' : 'PM'}`
}
