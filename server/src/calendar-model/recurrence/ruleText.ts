import { instantOf, wallOf } from '@yanshu/contracts'
import { EventRuleRefusedError } from '../rows/errors.ts'
import { DAY_MS } from '../rows/series.ts'

/** The parts of a rule by name, in upper case: `FREQ`, `INTERVAL`, `UNTIL` … */
export type RuleParts = ReadonlyMap<string, string>

const NAMES = new Set([
  'FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYSECOND', 'BYMINUTE', 'BYHOUR', 'BYDAY', 'BYMONTHDAY', 'BYYEARDAY', 'BYWEEKNO',
  'BYMONTH', 'BYSETPOS', 'WKST',
]) // biome-ignore format: a list of names
const FREQUENCIES = ['SECONDLY', 'MINUTELY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
const NUMBERS = /^[+-]?\d{1,3}(,[+-]?\d{1,3})*$/
const DAYS = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)(,([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU))*$/

/**
 * Parses a rule of RFC 5545 §3.3.10. Throws `EventRuleRefusedError` where it contains something that the format does
 * not know, names the same twice, or has both a count and an end.
 */
export function parseRule(rule: string): Map<string, string> {
  const parts = new Map<string, string>()
  for (const piece of rule
    .trim()
    .replace(/^RRULE:/i, '')
    .split(';')) {
    if (piece === '') continue
    const at = piece.indexOf('=')
    const name = piece.slice(0, at).trim().toUpperCase()
    const value = piece
      .slice(at + 1)
      .trim()
      .toUpperCase()
    if (at < 1 || value === '' || !NAMES.has(name) || parts.has(name) || !fits(name, value)) {
      throw new EventRuleRefusedError()
    }
    parts.set(name, value)
  }
  if (!parts.has('FREQ') || (parts.has('COUNT') && parts.has('UNTIL'))) throw new EventRuleRefusedError()
  return parts
}

function fits(name: string, value: string): boolean {
  switch (name) {
    case 'FREQ':
      return FREQUENCIES.some((one) => one === value)
    case 'INTERVAL':
    case 'COUNT':
      return /^[1-9]\d{0,5}$/.test(value)
    case 'UNTIL':
      return /^\d{8}(T\d{6}Z?)?$/.test(value)
    case 'BYDAY':
      return DAYS.test(value)
    case 'WKST':
      return /^(MO|TU|WE|TH|FR|SA|SU)$/.test(value)
    default:
      return NUMBERS.test(value)
  }
}

/** The rule as text again, the frequency first. */
export const writeRule = (parts: RuleParts): string => [...parts].map(([name, value]) => `${name}=${value}`).join(';')

/** The last moment at which a rule may happen; null when it has none. A day alone counts until its end. */
export function untilOf(parts: RuleParts, zone: string): number | null {
  const text = parts.get('UNTIL')
  const found = text && /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/.exec(text)
  if (!found) return null
  const [year = 0, month = 1, day = 1, hour, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((part) => (part === undefined ? undefined : Number(part)))
  const wall = Date.UTC(year, month - 1, day, hour ?? 0, minute, second)
  if (hour === undefined) return instantOf(zone, wall + DAY_MS) - 1_000
  return found[7] === 'Z' ? wall : instantOf(zone, wall)
}

const two = (n: number) => `${n}`.padStart(2, '0')

/** A moment as iCalendar writes it in UTC: `20261001T013000Z`. */
export function utcText(ms: number): string {
  const at = new Date(ms)
  return `${dayText(ms)}T${two(at.getUTCHours())}${two(at.getUTCMinutes())}${two(at.getUTCSeconds())}Z`
}

/** The day of a moment of UTC: `20261001`. */
export function dayText(ms: number): string {
  const at = new Date(ms)
  return `${`${at.getUTCFullYear()}`.padStart(4, '0')}${two(at.getUTCMonth() + 1)}${two(at.getUTCDate())}`
}

/** A moment on the clock of a zone: `20261001T093000`. */
export const wallText = (zone: string, ms: number): string => utcText(wallOf(zone, ms)).slice(0, -1)

/** Times of one day up to which a rule is expanded; a thousand in a month. */
const TIMES_A_DAY_MAX = 32

/**
 * Whether a rule may happen more often than a calendar can show: every minute, every second. It is refused before a
 * library begins with it, because a month of seconds alone costs half a second.
 */
export function isTooFrequent(parts: RuleParts): boolean {
  const frequency = parts.get('FREQ')
  const interval = Number(parts.get('INTERVAL') ?? 1)
  const listed = (name: string) => parts.get(name)?.split(',').length
  const each = (of: string, size: number) => (frequency === of ? Math.max(1, size / interval) : size)
  const within = (finer: readonly string[]) => finer.some((one) => one === frequency)
  const hours = listed('BYHOUR') ?? (within(['HOURLY', 'MINUTELY', 'SECONDLY']) ? each('HOURLY', 24) : 1)
  const minutes = listed('BYMINUTE') ?? (within(['MINUTELY', 'SECONDLY']) ? each('MINUTELY', 60) : 1)
  const seconds = listed('BYSECOND') ?? (frequency === 'SECONDLY' ? each('SECONDLY', 60) : 1)
  return hours * minutes * seconds > TIMES_A_DAY_MAX
}
