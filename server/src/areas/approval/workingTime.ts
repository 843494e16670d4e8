import { CALENDAR_DEFAULTS } from '@yanshu/contracts'
import { type Holidays, isWorkday } from '../../calendar-model/chinese/holidays.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** The legal calendar is that of China, which has one time zone. */
const ZONE_MS = 8 * 60 * MINUTE_MS
const START_MS = CALENDAR_DEFAULTS.workStart * MINUTE_MS
const END_MS = CALENDAR_DEFAULTS.workEnd * MINUTE_MS
/** Two years of days: a bound for a calendar without working days. */
const DAYS_MAX = 730

/** The part of a day that is working time, from where it begins or `from`, as moments; null for a day off. */
function hoursOf(
  holidays: Holidays,
  day: number,
  from: number,
): { readonly start: number; readonly end: number } | null {
  if (!isWorkday(holidays, day)) return null
  const start = Math.max(day + START_MS - ZONE_MS, from)
  const end = day + END_MS - ZONE_MS
  return start < end ? { start, end } : null
}

const dayOf = (moment: number): number => Math.floor((moment + ZONE_MS) / DAY_MS) * DAY_MS

/** The moment after so much working time of the organisation's calendar, with its holidays and make-up days. */
export function afterWorkingTime(holidays: Holidays, from: number, minutes: number): number {
  let left = minutes * MINUTE_MS
  let day = dayOf(from)
  for (let at = 0; at < DAYS_MAX; at += 1, day += DAY_MS) {
    const hours = hoursOf(holidays, day, from)
    if (!hours) continue
    if (hours.end - hours.start >= left) return hours.start + left
    left -= hours.end - hours.start
  }
  return day
}

/** The next moment of working time, which may be the given one. */
export const nextWorkingTime = (holidays: Holidays, from: number): number =>
  afterWorkingTime(holidays, from, 1) - MINUTE_MS

/** Working minutes between two moments; 0 when the second is not later. */
export function workingMinutes(holidays: Holidays, from: number, to: number): number {
  let sum = 0
  let day = dayOf(from)
  for (let at = 0; at < DAYS_MAX && day - ZONE_MS < to; at += 1, day += DAY_MS) {
    const hours = hoursOf(holidays, day, from)
    if (hours) sum += Math.max(0, Math.min(hours.end, to) - hours.start)
  }
  return Math.round(sum / MINUTE_MS)
}

/** Whether people of the organisation work at a moment. */
export const isWorkingTime = (holidays: Holidays, at: number): boolean => {
  const hours = hoursOf(holidays, dayOf(at), 0)
  return hours !== null && at >= hours.start && at < hours.end
}
