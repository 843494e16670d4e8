import { CALENDAR_NAME_MAX } from '../limits.ts'
import { lengthOf } from './names.ts'

/** Moments of events and tasks: from 1900 to the end of 2199. Later ones are beyond what dates, and views of years, can hold. */
export const CALENDAR_MOMENT_MIN = Date.UTC(1900, 0, 1)
export const CALENDAR_MOMENT_MAX = Date.UTC(2200, 0, 1)
/** Whether an event or a task may be at a moment; false for what is no number. */
export const isCalendarMoment = (ms: number): boolean => ms >= CALENDAR_MOMENT_MIN && ms <= CALENDAR_MOMENT_MAX

/** Characters of the texts of an event, and how much of the rest it may have. */
export const EVENT_TITLE_MAX = 200
export const EVENT_PLACE_MAX = 200
export const EVENT_TEXT_MAX = 20_000
/** Characters of the description with its formatting. */
export const EVENT_HTML_MAX = 40_000
export const EVENT_PEOPLE_MAX = 300
export const EVENT_REMINDERS_MAX = 5
/** Characters of the comment on an answer. */
export const EVENT_COMMENT_MAX = 500
export const EVENT_CATEGORIES_MAX = 10
/** Files of one event, and bytes of all of them: an invitation includes them in its mail. */
export const EVENT_FILES_MAX = 20
export const EVENT_FILES_SIZE_MAX = 20 * 1_024 * 1_024
/** Calendars that one person may have. */
export const CALENDARS_MAX = 50
/** Whom one calendar may be shared with. */
export const CALENDAR_SHARES_MAX = 200
/** Days that one question for events or days may span: a year with the weeks around it. */
export const CALENDAR_WINDOW_DAYS_MAX = 400
/** Times that a series may happen in one window; one that happens more often is shown up to here, and the answer states it. */
export const INSTANCES_PER_SERIES_MAX = 1_000
/** Bytes of a calendar file that is imported. */
export const ICS_SIZE_MAX = 10 * 1_024 * 1_024
/** Events that one calendar file may bring. */
export const ICS_EVENTS_MAX = 20_000
/** Events of one calendar, each time of a series that differs counted, and tasks of it, apart: as many as one file of it can hold. */
export const CALENDAR_EVENTS_MAX = 50_000
/** Single times of one series that differ from it, in a file or an object of CalDAV. */
export const SERIES_TIMES_MAX = 2_000
/** Colours of calendars: the tones 1 to 12 of the interface. */
export const CALENDAR_COLORS = 12

export type CalendarNameProblem = 'required' | 'too-long' | 'control'

/** Checks the name of a calendar (§5): required, at most 15 characters. */
export function calendarNameProblem(name: string): CalendarNameProblem | null {
  const trimmed = name.trim()
  if (trimmed === '') return 'required'
  if (lengthOf(trimmed) > CALENDAR_NAME_MAX) return 'too-long'
  return /\p{Cc}/u.test(trimmed) ? 'control' : null
}

export type EventProblem = 'title-required' | 'title-too-long' | 'ends-before'

/** Checks what an event must have (§5): a title, and an end that is not before its start. */
export function eventProblem(event: {
  title: string
  start: number
  end: number
  allDay: boolean
}): EventProblem | null {
  const title = event.title.trim()
  if (title === '') return 'title-required'
  if (lengthOf(title) > EVENT_TITLE_MAX) return 'title-too-long'
  if (event.end < event.start || (event.allDay && event.end === event.start)) return 'ends-before'
  return null
}
