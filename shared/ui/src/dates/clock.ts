import { dayOf } from './day.ts'

/** What is written in a date field: a day, and where it has one a clock time of 24 hours. */
export interface Written {
  readonly day: string
  /** `HH:mm` or `HH:mm:ss`. */
  readonly time: string | null
}

const two = (n: number | string) => `${n}`.padStart(2, '0')

/**
 * Reads a date as people write it: `2026-11-02`, `2026/11/2`, `2026.11.2`, `2026年11月2日`, `20261102`, and behind it
 * `14:30`, `14:30:05`, `2:30 pm`, `下午2:30`, `下午2点30分`. A day without its year is one of `year`. Full-width digits count.
 * @returns null for anything else, or for a day or a time that does not exist.
 */
export function readWritten(text: string, year: number): Written | null {
  const plain = text.normalize('NFKC').trim().toLowerCase()
  const found =
    /^(?:(\d{4})\s*[-/.年]\s*)?(\d{1,2})\s*[-/.月]\s*(\d{1,2})日?(?:[\st]+|$|(?=上午|下午))(.*)$/.exec(plain) ??
    /^(\d{4})(\d\d)(\d\d)(?:\s+|$)(.*)$/.exec(plain)
  if (!found) return null
  const [, years, month, date, rest = ''] = found
  const day = dayOf(years ? Number(years) : year, Number(month), Number(date))
  if (!day) return null
  if (rest.trim() === '') return { day, time: null }
  const time = readTime(rest)
  return time ? { day, time } : null
}

/** Reads a clock time as people write it. @returns `HH:mm` or `HH:mm:ss` of 24 hours, null for anything else. */
export function readTime(text: string): string | null {
  const plain = text.normalize('NFKC').trim().toLowerCase()
  const found =
    /^(上午|下午|am|pm)?\s*(\d{1,2})\s*[:点时]\s*(\d{1,2})?\s*分?(?::(\d{1,2}))?\s*(am|pm|a\.m\.|p\.m\.)?$/.exec(plain)
  if (!found) return null
  const [, before, hours, minutes = '0', seconds, behind] = found
  const half = before ?? behind
  const late = half === '下午' || half === 'pm' || half === 'p.m.'
  let hour = Number(hours)
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null
    hour = (hour % 12) + (late ? 12 : 0)
  }
  if (hour > 23 || Number(minutes) > 59 || Number(seconds ?? 0) > 59) return null
  const clock = `${two(hour)}:${two(minutes)}`
  return seconds === undefined || Number(seconds) === 0 ? clock : `${clock}:${two(seconds)}`
}

export interface ClockWords {
  readonly am: string
  readonly pm: string
  /** Whether the half of the day stands before the time, as in Chinese. */
  readonly halfFirst: boolean
}

/** A time of 24 hours as a clock of 12 says it: `2:30 PM`, `下午2:30`. */
export function twelveHours(time: string, { am, pm, halfFirst }: ClockWords): string {
  const hour = Number(time.slice(0, 2))
  const clock = `${hour % 12 || 12}${time.slice(2)}`
  const half = hour < 12 ? am : pm
  return halfFirst ? `${half}${clock}` : `${clock} ${half}`
}
