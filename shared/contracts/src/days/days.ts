/*
 * Days are whole numbers: 0 is 1 January 1970, as a clock on the wall shows it. None of this has a time zone; `zones.ts`
 * turns moments into wall clocks and back. As text a day is `YYYY-MM-DD`. A weekday is a number as `Date` has it: 0 is
 * Sunday, 6 Saturday. So is the first day of a week in the general settings.
 */

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/** A month of a calendar in weeks, always the same number of them, so that nothing moves when the month changes. */
const WEEKS_SHOWN = 6

/** The day of a wall clock, in milliseconds. */
export const dayOf = (wall: number): number => Math.floor(wall / DAY_MS)

export interface DateParts {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly date: number
  /** 0 is Sunday. */
  readonly weekday: number
}

export function partsOf(day: number): DateParts {
  const at = new Date(day * DAY_MS)
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, date: at.getUTCDate(), weekday: at.getUTCDay() }
}

/** The day of a date; a month beyond 12 or a date beyond its month run on into the next. */
export const dayFrom = (year: number, month: number, date: number): number => Date.UTC(year, month - 1, date) / DAY_MS

/** The day of a date of the years 1000 to 9999; null for a date that no calendar has. */
export function realDay(year: number, month: number, date: number): number | null {
  const day = dayFrom(year, month, date)
  const parts = partsOf(day)
  return year >= 1000 && year <= 9999 && parts.month === month && parts.date === date ? day : null
}

/** `2026-11-22`. */
export const isoOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** The day of `2026-11-22`; null when it is none. */
export function dayOfIso(text: string | null | undefined): number | null {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const ms = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(ms) ? null : ms / DAY_MS
}

/** `14:30`. */
export const timeOf = (wall: number): string => new Date(wall).toISOString().slice(11, 16)

/** A wall clock as fields of a date and a time have it: `2026-11-22 14:30`, its seconds where they are asked for and not 0. */
export function textOfWall(wall: number, seconds = false): string {
  const text = new Date(wall).toISOString().slice(0, 19).replace('T', ' ')
  return seconds && !text.endsWith(':00') ? text : text.slice(0, 16)
}

/** The wall clock of such a text or of a day alone, in milliseconds; null for none. */
export function wallOfText(text: string | undefined): number | null {
  if (!text || !/^\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::\d\d)?)?$/.test(text)) return null
  const wall = Date.parse(`${text.slice(0, 10)}T${text.slice(11) || '00:00'}Z`)
  return Number.isNaN(wall) ? null : wall
}

export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7

/** Where a day is in its week, 0 to 6, when weeks begin with a weekday. */
export const placeInWeek = (day: number, weekStart: number): number => (weekdayOf(day) - weekStart + 7) % 7

export const startOfWeek = (day: number, weekStart: number): number => day - placeInWeek(day, weekStart)

export function startOfMonth(day: number): number {
  const { year, month } = partsOf(day)
  return dayFrom(year, month, 1)
}

/** The same date some months on, or the last of a shorter month. */
export function addMonths(day: number, months: number): number {
  const { year, month, date } = partsOf(day)
  const first = dayFrom(year, month + months, 1)
  const last = dayFrom(year, month + months + 1, 0)
  return Math.min(first + date - 1, last)
}

/** The 42 days of the six weeks that show a month. */
export function monthDays(day: number, weekStart: number): number[] {
  const first = startOfWeek(startOfMonth(day), weekStart)
  return Array.from({ length: WEEKS_SHOWN * 7 }, (_, at) => first + at)
}

/** The number of a week by ISO 8601: the week of its Thursday. */
export function weekNumber(day: number): number {
  const thursday = startOfWeek(day, 1) + 3
  const { year } = partsOf(thursday)
  return Math.floor((thursday - dayFrom(year, 1, 1)) / 7) + 1
}
