import { dayFrom, dayOfIso } from '@yanshu/contracts/days'

/** The days that the calendar shows: all of what a view asks the server for around them is known there. */
export const FIRST_DAY = dayFrom(1901, 1, 1)
export const LAST_DAY = dayFrom(2199, 12, 31)

/** The day that an address of the calendar names, or the nearest one that the calendar shows; today where it names none. */
export const dayInQuery = (query: URLSearchParams, today: number): number =>
  Math.min(Math.max(dayOfIso(query.get('day')) ?? today, FIRST_DAY), LAST_DAY)
