import { N, numberOf } from '../quick-add/line.ts'
import { chineseMinute, HALF, halfOf, likely, MINUTE, minutesOf } from '../quick-add/takeTime.ts'

const AFTER = 'am|pm|a\\.m\\.|p\\.m\\.'
/** `930`, `1430`, `下午230`. */
const DIGITS = new RegExp(`^(${HALF}|${AFTER})?\\s*(\\d{1,2})(\\d\\d)\\s*(${AFTER})?$`)
/** `9`, `9:30`, `9.30`, `9点半`, `下午三点一刻`, `2:30 pm`. */
const CLOCK = new RegExp(`^(${HALF}|${AFTER})?\\s*(${N})\\s*(?:(?:[:.]|点钟?|时)\\s*${MINUTE})?\\s*(${AFTER})?$`)
const LENGTH_MAX = 20
const DAY_MINUTES = 1_440

const two = (n: number) => `${n}`.padStart(2, '0')

/**
 * Reads a time as people write it into a field; full-width digits count. On a clock of 12 hours an hour without its half of
 * the day is meant for the hours in which people work, as in the quick line; on one of 24 hours it is what it says.
 * @returns `HH:mm`, null for anything else.
 */
export function readTime(text: string, hours12: boolean): string | null {
  const plain = text.normalize('NFKC').trim().toLowerCase()
  if (plain.length > LENGTH_MAX) return null
  const digits = DIGITS.exec(plain)
  const found = digits ?? CLOCK.exec(plain)
  if (!found) return null
  const hour = numberOf(found[2] ?? '')
  const minute = digits ? Number(digits[3]) : chineseMinute(found[3], found[4], found[5])
  if (!(hour <= 23 && minute <= 59)) return null
  const said = halfOf(found[1] ?? (digits ? digits[4] : found[6]))
  const half = hours12 && !found[2]?.startsWith('0') ? likely(hour, said) : said
  const minutes = minutesOf(hour, minute, half) % DAY_MINUTES
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
