/** Days are whole numbers: 0 is 1 January 1970, as the calendar on the wall says it. None of this knows a time zone. */

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

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

/** The days that the calendar shows: all of what a view asks the server for around them is known there. */
export const FIRST_DAY = dayFrom(1901, 1, 1)
export const LAST_DAY = dayFrom(2199, 12, 31)

export const isoOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** The day of `2026-11-22`; null when it is none. */
export function dayOfIso(text: string | null | undefined): number | null {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const ms = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(ms) ? null : ms / DAY_MS
}

/** The day that an address of the calendar names, or the nearest one that the calendar shows; today where it names none. */
export const dayInQuery = (query: URLSearchParams, today: number): number =>
  Math.min(Math.max(dayOfIso(query.get('day')) ?? today, FIRST_DAY), LAST_DAY)

export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7

export const startOfWeek = (day: number, weekStart: number): number => day - ((weekdayOf(day) - weekStart + 7) % 7)

export const startOfMonth = (day: number): number => {
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

/** The six weeks that show a month. */
export function monthDays(day: number, weekStart: number): number[] {
  const first = startOfWeek(startOfMonth(day), weekStart)
  return Array.from({ length: 42 }, (_, at) => first + at)
}

/** The number of a week as ISO 8601 counts them: the week of its Thursday. */
export function weekNumber(day: number): number {
  const thursday = startOfWeek(day, 1) + 3
  const { year } = partsOf(thursday)
  return Math.floor((thursday - dayFrom(year, 1, 1)) / 7) + 1
}
