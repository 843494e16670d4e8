import {
  type Attendee,
  EVENT_HTML_MAX,
  EVENT_PEOPLE_MAX,
  EVENT_PLACE_MAX,
  EVENT_TEXT_MAX,
  EVENT_TITLE_MAX,
  type EventDetail,
  type EventFile,
  type EventInput,
  eventProblem,
  isZone,
  lengthOf,
  wallOf,
} from '@yanshu/contracts'
import { DAY_MS, dayOf, dayOfIso, isoOf, MINUTE_MS, timeOf } from '@yanshu/contracts/days'
import { momentsOf, type WallSpan } from '../data/commands.ts'

/** What the form holds: times as people write them. */
export interface EventDraft {
  readonly calendarId: number
  readonly title: string
  readonly place: string
  readonly link: string
  readonly description: string
  /** The description with its formatting; '' for plain words. */
  readonly descriptionHtml: string
  readonly categories: readonly string[]
  readonly allDay: boolean
  readonly startDay: string
  readonly startTime: string
  /** Of whole days the last day, which is included. */
  readonly endDay: string
  readonly endTime: string
  readonly zone: string
  readonly availability: EventInput['availability']
  readonly private: boolean
  readonly color: number | null
  readonly attendees: readonly Attendee[]
  readonly repeat: EventInput['repeat']
  /** Minutes before the start. */
  readonly reminders: readonly number[]
  readonly files: readonly EventFile[]
}

/** The times of a span as the form writes them. */
export function timesOf({ startWall, endWall, allDay }: WallSpan) {
  const last = allDay ? endWall - DAY_MS : endWall
  return {
    allDay,
    startDay: isoOf(dayOf(startWall)),
    startTime: allDay ? '09:00' : timeOf(startWall),
    endDay: isoOf(dayOf(last)),
    endTime: allDay ? '10:00' : timeOf(endWall),
  }
}

/** A form for something new. */
export function newDraft(span: WallSpan, calendarId: number, zone: string, reminder = -1): EventDraft {
  return {
    calendarId,
    title: '',
    place: '',
    link: '',
    description: '',
    descriptionHtml: '',
    categories: [],
    ...timesOf(span),
    zone,
    availability: span.allDay ? 'free' : 'busy',
    private: false,
    color: null,
    attendees: [],
    repeat: null,
    // A whole day that is merely noted needs no bell.
    reminders: reminder < 0 || span.allDay ? [] : [reminder],
    files: [],
  }
}

/** A form for what is there, on the clock of the zone that it keeps. */
export function draftOf(event: EventDetail): EventDraft {
  const span = event.allDay
    ? { startWall: event.start, endWall: event.end, allDay: true }
    : { startWall: wallOf(event.zone, event.start), endWall: wallOf(event.zone, event.end), allDay: false }
  const { calendarId, title, place, link, description, zone, availability, color, attendees, repeat, reminders } = event
  const { descriptionHtml, categories, files } = event
  return {
    calendarId,
    title,
    place,
    link,
    description,
    descriptionHtml,
    categories,
    ...timesOf(span),
    zone,
    availability,
    private: event.private,
    color,
    attendees,
    repeat,
    reminders,
    files,
  }
}

/** The span that a form has; null while a date or a time is half written. */
export function spanOf({ allDay, startDay, startTime, endDay, endTime }: EventDraft): WallSpan | null {
  const first = dayOfIso(startDay)
  const last = dayOfIso(endDay)
  if (first === null || last === null) return null
  if (allDay) return { startWall: first * DAY_MS, endWall: (last + 1) * DAY_MS, allDay }
  const [from, to] = [minutesOf(startTime), minutesOf(endTime)]
  if (from === null || to === null) return null
  return { startWall: first * DAY_MS + from * MINUTE_MS, endWall: last * DAY_MS + to * MINUTE_MS, allDay }
}

function minutesOf(text: string): number | null {
  const found = /^(\d{1,2}):(\d{2})$/.exec(text)
  return found ? Number(found[1]) * 60 + Number(found[2]) : null
}

/** A new start moves the end by the same time. */
export function withStart(draft: EventDraft, start: Partial<Pick<EventDraft, 'startDay' | 'startTime'>>): EventDraft {
  const before = spanOf(draft)
  const next = { ...draft, ...start }
  const after = spanOf(next)
  if (!before || !after) return next
  const endWall = before.endWall + (after.startWall - before.startWall)
  return {
    ...next,
    ...timesOf({ startWall: after.startWall, endWall, allDay: draft.allDay }),
    startTime: next.startTime,
    ...(draft.allDay ? { endTime: draft.endTime } : {}),
  }
}

export type DraftProblem =
  | 'title-required'
  | 'title-too-long'
  | 'ends-before'
  | 'time'
  | 'place-too-long'
  | 'text-too-long'
  | 'format-too-long'
  | 'too-many-people'
  | 'link'

export function problemOf(draft: EventDraft): DraftProblem | null {
  const span = spanOf(draft)
  if (!span) return 'time'
  const problem = eventProblem({ title: draft.title, allDay: span.allDay, start: span.startWall, end: span.endWall })
  if (problem) return problem
  if (draft.place.length > EVENT_PLACE_MAX) return 'place-too-long'
  if (draft.attendees.length > EVENT_PEOPLE_MAX) return 'too-many-people'
  if (draft.description.length > EVENT_TEXT_MAX) return 'text-too-long'
  if (draft.descriptionHtml.length > EVENT_HTML_MAX) return 'format-too-long'
  return draft.link !== '' && !(/^https?:\/\//i.test(draft.link) && URL.canParse(draft.link)) ? 'link' : null
}

/** The most that a field may have, and how much there is, for the words of a problem; nothing where no limit is passed. */
export function limitOf(draft: EventDraft, problem: DraftProblem | null): { max?: number; now?: number } {
  switch (problem) {
    case 'title-too-long':
      return { max: EVENT_TITLE_MAX, now: lengthOf(draft.title) }
    case 'place-too-long':
      return { max: EVENT_PLACE_MAX, now: draft.place.length }
    case 'too-many-people':
      return { max: EVENT_PEOPLE_MAX, now: draft.attendees.length }
    case 'text-too-long':
      return { max: EVENT_TEXT_MAX, now: draft.description.length }
    case 'format-too-long':
      return { max: EVENT_HTML_MAX, now: draft.descriptionHtml.length }
    default:
      return {}
  }
}

/** What is sent. The zone is that of the form. */
export function inputOf(draft: EventDraft): EventInput | null {
  const span = spanOf(draft)
  if (!span) return null
  const { calendarId, title, place, link, description, allDay, availability, color, attendees, repeat } = draft
  const zone = isZone(draft.zone) ? draft.zone : 'UTC'
  return {
    calendarId,
    title,
    place,
    link,
    description,
    descriptionHtml: draft.descriptionHtml,
    categories: [...draft.categories],
    allDay,
    ...momentsOf(span, zone),
    zone,
    availability,
    private: draft.private,
    color,
    repeat,
    attendees: [...attendees],
    reminders: [...draft.reminders],
    files: [...draft.files],
  }
}
