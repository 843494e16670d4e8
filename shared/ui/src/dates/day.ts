/*
 * Days as `YYYY-MM-DD`, as the calendar on the wall says them: no zone, no moment. They compare as text. Years have four
 * digits.
 */

const DAY_MS = 86_400_000
/** A month of a calendar in weeks, always as many, so that nothing moves when the month changes. */
const WEEKS_SHOWN = 6

const two = (n: number) => `${n}`.padStart(2, '0')
const fromUtc = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const utcOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** A day by its numbers, null where the calendar has no such day. */
export function dayOf(year: number, month: number, day: number): string | null {
  const text = `${`${year}`.padStart(4, '0')}-${two(month)}-${two(day)}`
  const ms = utcOf(text)
  return year >= 1000 && year <= 9999 && !Number.isNaN(ms) && fromUtc(ms) === text ? text : null
}

/** Year, month (1 to 12), day and weekday (0 is Monday). */
export function partsOf(day: string): { year: number; month: number; date: number; weekday: number } {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return { year, month, date, weekday: (new Date(utcOf(day)).getUTCDay() + 6) % 7 }
}

export const addDays = (day: string, days: number): string => fromUtc(utcOf(day) + days * DAY_MS)

/** The same day of another month, or its last one where it has fewer days. */
export function addMonths(day: string, months: number): string {
  const { year, month, date } = partsOf(day)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return fromUtc(first.getTime() + (Math.min(date, days) - 1) * DAY_MS)
}

/** The day that a week begins with: 0 is Sunday, 1 Monday, 6 Saturday. */
export type WeekStart = 0 | 1 | 6

/** Where a weekday (0 is Monday) stands in a week, from 0 to 6. */
export const placeInWeek = (weekday: number, weekStart: WeekStart): number => (weekday + 8 - weekStart) % 7

/** The weeks that show the month of a day. */
export function weeksOf(day: string, weekStart: WeekStart): readonly (readonly string[])[] {
  const first = `${day.slice(0, 8)}01`
  const start = addDays(first, -placeInWeek(partsOf(first).weekday, weekStart))
  return Array.from({ length: WEEKS_SHOWN }, (_, week) =>
    Array.from({ length: 7 }, (_, at) => addDays(start, week * 7 + at)),
  )
}
