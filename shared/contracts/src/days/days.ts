import { DAY_MS } from './units.ts'

/*
 * Days are whole numbers: 0 is 1 January 1970, as a clock on the wall shows it. None of this has a time zone; `zones.ts`
 * turns moments into wall clocks and back. As text a day is `YYYY-MM-DD`. A weekday is a number as `Date` has it: 0 is
 * Sunday, 6 Saturday. So is the first day of a week in the general settings.
 */

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

export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7

/** Where a day is in its week, 0 to 6, when weeks begin with a weekday. */
export const placeInWeek = (day: number, weekStart: number): number => (weekdayOf(day) - weekStart + 7) % 7

export const startOfWeek = (day: number, weekStart: number): number => day - placeInWeek(day, weekStart)
