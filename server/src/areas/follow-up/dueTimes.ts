import { CALENDAR_DEFAULTS, type FollowUpWhen, instantOf, wallOf } from '@yanshu/contracts'
import { type Holidays, isWorkday } from '../../calendar-model/chinese/holidays.ts'

const DAY_MS = 86_400_000
/** The morning of a working day. */
const MORNING_MS = CALENDAR_DEFAULTS.workStart * 60_000
/** Two years of days: a bound for a calendar without working days. */
const DAYS_MAX = 730

/** Where days begin, and on which of them people work. */
export interface Days {
  readonly holidays: Holidays
  /** IANA. */
  readonly zone: string
}

const dayOf = (zone: string, moment: number): number => Math.floor(wallOf(zone, moment) / DAY_MS) * DAY_MS

/** The morning of the n-th working day after the day of a moment. Pure. */
export function afterWorkdays({ holidays, zone }: Days, from: number, count: number): number {
  let day = dayOf(zone, from)
  let left = count
  for (let step = 0; step < DAYS_MAX && left > 0; step += 1) {
    day += DAY_MS
    if (isWorkday(holidays, day)) left -= 1
  }
  return instantOf(zone, day + MORNING_MS)
}

/** The first morning of a working day that is not before a moment: when a person who is away until then can answer. Pure. */
export function morningFrom(days: Days, moment: number): number {
  const today = dayOf(days.zone, moment)
  const morning = instantOf(days.zone, today + MORNING_MS)
  return morning >= moment && isWorkday(days.holidays, today) ? morning : afterWorkdays(days, moment, 1)
}

/** When a follow-up is due that is asked for now. Pure. */
export const dueOf = (days: Days, now: number, when: FollowUpWhen): number =>
  when.kind === 'at' ? when.at : afterWorkdays(days, now, when.days)
