import {
  HALF,
  halfOf,
  hourOfHalf,
  likelyHalf,
  MINUTE,
  minuteOfHour,
  minutesOf,
  NUMBER,
  numberOf,
} from '@yanshu/contracts/days'
import type { Line } from './line.ts'

/** From when to when on the clock on the wall. */
export interface Range {
  /** Minutes after midnight; of the night that follows the day 1,440 or more. */
  readonly from: number
  readonly to: number | null
}

/** The end of a range whose half of the day is not named: 9 to 5 ends in the afternoon, 11 at night to 1 after midnight. */
const laterHalf = (from: number, to: number): number => (to <= from && to < 720 && to + 720 > from ? to + 720 : to)

/** Removes and answers the time that is named; null where none is. */
export function takeTime(line: Line): Range | null {
  const chinese = new RegExp(
    `(${HALF})?\\s*(${NUMBER})(?:点钟?|时(?!间|候|期|代))${MINUTE}(?:\\s*(?:到|至|-|–|—|~)\\s*(${HALF})?\\s*(${NUMBER})(?:点钟?|时)${MINUTE})?`,
  )
  const found = line.take(chinese)
  if (found) {
    const half = likelyHalf(numberOf(found[2] ?? ''), halfOf(found[1]))
    const from = minutesOf(numberOf(found[2] ?? ''), minuteOfHour(found[3], found[4], found[5]), half)
    if (!Number.isFinite(from)) return null
    if (found[7] === undefined) return { from, to: null }
    const hour = numberOf(found[7])
    const second = halfOf(found[6])
    const to = minutesOf(hour, minuteOfHour(found[8], found[9], found[10]), second ?? (half === 'noon' ? 'pm' : half))
    return { from, to: second ? to : laterHalf(from, to) }
  }
  const digits = new RegExp(
    `(${HALF})?\\s*(?:\\b(?:at|from) )?(?<![\\d:/])(\\d{1,2})(?:[:：](\\d{2}))?\\s*(am|pm|a\\.m\\.|p\\.m\\.)?` +
      `\\s*(?:-|–|—|~|到|至|to|until)\\s*(${HALF})?\\s*(\\d{1,2})(?:[:：](\\d{2}))?\\s*(am|pm|a\\.m\\.|p\\.m\\.)?(?![\\d:/%]|月|日|号|人)`,
    'i',
  )
  const range = digits.exec(line.text)
  const isTime = range && (range[3] ?? range[4] ?? range[7] ?? range[8] ?? range[1] ?? /\b(?:at|from) /i.exec(range[0]))
  if (range && isTime && Number(range[2]) < 25 && Number(range[6]) < 25) {
    line.take(digits)
    const second = halfOf(range[8] ?? range[5])
    const first =
      halfOf(range[4] ?? range[1]) ??
      (second && Number(range[2]) <= Number(range[6]) && Number(range[6]) < 12 ? second : null)
    const from = minutesOf(Number(range[2]), Number(range[3] ?? 0), first)
    const to = minutesOf(
      Number(range[6]),
      Number(range[7] ?? 0),
      second ?? (Number(range[6]) >= Number(range[2]) ? first : null),
    )
    return { from, to: second ? to : laterHalf(from, to) }
  }
  const single =
    line.take(new RegExp(`(${HALF})\\s*(\\d{1,2})[:：](\\d{2})(?!\\d)`)) ??
    line.take(/(\b(?:at )?)(?<![\d:/])([01]?\d|2[0-3])[:：]([0-5]\d)(?:\s*(am|pm|a\.m\.|p\.m\.)\b)?(?!\d)/i) ??
    line.take(/(\b(?:at )?)(?<![\d:/])(1[0-2]|[1-9])()\s*(am|pm|a\.m\.|p\.m\.)(?![a-z\d])/i) ??
    line.take(/(\bat )(\d{1,2})()()(?![\d:/%])\b/i)
  if (single) {
    const half = halfOf(single[4] || (/^\s*(?:at )?$/i.test(single[1] ?? '') ? undefined : single[1]))
    const hour = Number(single[2])
    const bare = single[3] === '' && !half
    return { from: minutesOf(hour, Number(single[3] || 0), bare ? likelyHalf(hour, half) : half), to: null }
  }
  if (line.take(/中午|\bat noon\b|\bnoon\b/i)) return { from: 720, to: null }
  if (line.take(/\bevening\b/i)) return { from: 19 * 60, to: null }
  const part = line.take(/(?<=\s)(早上|上午|下午|傍晚|晚上|早|晚)(?=\s|[\p{Script=Han}])/u)
  return part && { from: hourOfHalf(part[1] ?? '') * 60, to: null }
}

/** Minutes: `一小时`, `两个半小时`, `90分钟`, `for 1.5 hours`. */
export function takeDuration(line: Line): number | null {
  const half = line.take(/(?<!个)半(?:个)?(?:小时|钟头)|\b(?:for )?half an hour\b/i)
  if (half) return 30
  const hours = line.take(
    new RegExp(`(?<![第\\d点])(${NUMBER}(?:\\.\\d)?)(?:个)?(半)?(?:个)?(?:小时|钟头)(?:(${NUMBER})分钟?)?`),
  )
  if (hours) {
    const count = /\./.test(hours[1] ?? '') ? Number(hours[1]) : numberOf(hours[1] ?? '')
    if (Number.isFinite(count) && count > 0 && count <= 24) {
      return Math.round(count * 60) + (hours[2] ? 30 : 0) + (hours[3] ? numberOf(hours[3]) : 0)
    }
  }
  const minutes = line.take(new RegExp(`(?<![点时:])(${NUMBER})分钟`))
  if (minutes) return numberOf(minutes[1] ?? '') || null
  const english = line.take(/\b(?:for )?(\d+(?:\.\d+)?|an?|one|two|three) ?(hours?|hrs?|h|minutes?|mins?)\b/i)
  if (!english) return null
  const words: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3 }
  const count = words[(english[1] ?? '').toLowerCase()] ?? Number(english[1])
  return Math.round(count * (/^h/i.test(english[2] ?? '') ? 60 : 1))
}
