import { dayFrom, partsOf, startOfWeek } from './days.ts'

/** A month of a calendar in weeks, always the same number of them, so that nothing moves when the month changes. */
const WEEKS_SHOWN = 6

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
