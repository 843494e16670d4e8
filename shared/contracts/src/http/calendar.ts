import { z } from 'zod'
import { Code } from '../codes.ts'
import {
  CALENDAR_COLORS,
  CALENDAR_SHARES_MAX,
  calendarNameProblem,
  EVENT_CATEGORIES_MAX,
  EVENT_COMMENT_MAX,
  EVENT_PEOPLE_MAX,
  EVENT_PLACE_MAX,
  EVENT_REMINDERS_MAX,
  EVENT_TEXT_MAX,
  EVENT_TITLE_MAX,
  eventProblem,
} from '../rules/calendar.ts'
import { isZone } from '../rules/zones.ts'
import { epochMs, get, id, ok, post, queryId, written } from './define.ts'

/** What somebody may do with a calendar (§6); `busy` sees times alone, `own` is whose it is. */
export const shareLevel = z.enum(['busy', 'view', 'edit', 'manage'])
export type ShareLevel = z.infer<typeof shareLevel>
export const calendarLevel = z.enum(['busy', 'view', 'edit', 'manage', 'own'])
export type CalendarLevel = z.infer<typeof calendarLevel>

const color = z.number().int().min(1).max(CALENDAR_COLORS)

export const calendarEntry = z.object({
  calendarId: id,
  name: z.string(),
  color,
  level: calendarLevel,
  /** Whose it is. */
  owner: z.object({ name: z.string(), address: z.string() }),
  /** Whether its events are on the screen. */
  shown: z.boolean(),
  /** Whether somebody else may see it too. */
  shared: z.boolean(),
  /** Where it is filled from; nobody writes in it then. null for all others. */
  subscription: z
    .object({
      /** '' for whoever it is shared with. */
      url: z.string(),
      /** When it was read last. */
      fetchedAt: epochMs.nullable(),
      /** Whether the last try failed; what was read before is shown. */
      failed: z.boolean(),
    })
    .nullable(),
  /** The secret of its public address, `/api/calendar/published/{secret}`. */
  published: z.object({ secret: z.string(), level: z.enum(['busy', 'view']) }).nullable(),
})
export type CalendarEntry = z.infer<typeof calendarEntry>

export const calendarSettings = z.object({
  /** 0 Sunday, 1 Monday, 6 Saturday. */
  weekStart: z.union([z.literal(0), z.literal(1), z.literal(6)]),
  /** Minutes after midnight. */
  workStart: z.number().int().min(0).max(1_439),
  workEnd: z.number().int().min(1).max(1_440),
  /** Minutes of a new event. */
  defaultLength: z.union([15, 30, 45, 60, 90, 120].map((minutes) => z.literal(minutes))),
  /** A zone shown beside one's own in day and week; '' for none. */
  secondZone: z.string().refine((zone) => zone === '' || isZone(zone)),
  lunar: z.boolean(),
  weekNumbers: z.boolean(),
  /** Whether events that one has declined stay on the screen. */
  showDeclined: z.boolean(),
  density: z.enum(['cosy', 'compact']),
  /** Minutes before a new event at which one is reminded; -1 for never. */
  reminder: z.number().int().min(-1).max(40_320),
  remindByMail: z.boolean(),
  /** Whether colleagues who look for a time see when one is busy. */
  showBusy: z.boolean(),
})
export type CalendarSettings = z.infer<typeof calendarSettings>

/** A day of the calendar without a clock: `2026-10-01`. */
const day = z.iso.date()

/**
 * How an event repeats: by a rule of RFC 5545 §3.3.10 (without `RRULE:`), on its day of the Chinese calendar, or on every
 * day that people work, which leaves out legal holidays and takes in the weekends on which their days are made up for.
 */
export const eventRepeat = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rule'), rule: written(500).refine((rule) => rule !== '') }),
  z.object({ kind: z.literal('lunar'), every: z.enum(['year', 'month']), until: day.nullable() }),
  z.object({ kind: z.literal('workday'), until: day.nullable() }),
])
export type EventRepeat = z.infer<typeof eventRepeat>

export const attendeeAnswer = z.enum(['', 'accepted', 'declined', 'tentative'])
export type AttendeeAnswer = z.infer<typeof attendeeAnswer>
export const attendee = z.object({
  name: written(200),
  address: written(254).refine((address) => address.length >= 3),
  optional: z.boolean().default(false),
  answer: attendeeAnswer.default(''),
  /** What they said with it. */
  comment: written(EVENT_COMMENT_MAX).optional(),
  answeredAt: epochMs.optional(),
})
export type Attendee = z.infer<typeof attendee>

export const availability = z.enum(['busy', 'free', 'tentative', 'away'])
export type Availability = z.infer<typeof availability>

const zone = z.string().refine(isZone)

/** What a person writes of an event. */
export const eventFields = z.object({
  calendarId: id,
  title: written(EVENT_TITLE_MAX * 2),
  place: written(EVENT_PLACE_MAX).default(''),
  description: written(EVENT_TEXT_MAX).default(''),
  /** The address of a meeting that is held over the network. */
  link: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(1_000)]).default(''),
  allDay: z.boolean(),
  /** Epoch milliseconds. Of whole days: midnight UTC of the first day, and of the one after the last. */
  start: epochMs,
  end: epochMs,
  /** The zone in which it repeats and keeps its clock. Of no meaning for whole days. */
  zone,
  availability: availability.default('busy'),
  private: z.boolean().default(false),
  color: color.nullable().default(null),
  categories: z
    .array(
      written(30)
        .transform((text) => text.trim())
        .refine((text) => text !== ''),
    )
    .max(EVENT_CATEGORIES_MAX)
    .default([]),
  /** Minutes before the start. */
  reminders: z.array(z.number().int().min(0).max(40_320)).max(EVENT_REMINDERS_MAX).default([]),
  attendees: z.array(attendee).max(EVENT_PEOPLE_MAX).default([]),
  repeat: eventRepeat.nullable().default(null),
})
export type EventFields = z.infer<typeof eventFields>
export type EventInput = z.input<typeof eventFields>

export const editScope = z.enum(['this', 'following', 'all'])
export type EditScope = z.infer<typeof editScope>

/** One time that an event happens, as the grids show it. `eventId` and `at` name it, however it was moved. */
export const eventInstance = z.object({
  eventId: id,
  calendarId: id,
  /** When it happens by its rule; its start, when it does not repeat. */
  at: epochMs,
  start: epochMs,
  end: epochMs,
  allDay: z.boolean(),
  /** '' where only its time may be seen. */
  title: z.string(),
  place: z.string(),
  color: color.nullable(),
  availability,
  cancelled: z.boolean(),
  private: z.boolean(),
  repeats: z.boolean(),
  /** Whether it differs from the others of its series. */
  exception: z.boolean(),
  people: z.number().int(),
  /** What the one who asks has answered. */
  answer: attendeeAnswer,
  version: z.number().int(),
})
export type EventInstance = z.infer<typeof eventInstance>

export const eventDetail = eventFields.extend({
  eventId: id,
  at: epochMs,
  version: z.number().int(),
  level: calendarLevel,
  cancelled: z.boolean(),
  exception: z.boolean(),
  /** Who has called for it; null where nobody was invited. */
  organizer: z.object({ name: z.string(), address: z.string() }).nullable(),
  /** Whether somebody else has called its owner to it: then only their own things can be changed. */
  invited: z.boolean(),
  /** What its owner has answered. */
  answer: attendeeAnswer,
  updatedAt: epochMs,
  updatedBy: z.string(),
})
export type EventDetail = z.infer<typeof eventDetail>

/** A change that was made, and how to take it back. */
const changed = z.object({
  eventId: id,
  version: z.number().int(),
  undo: z.string(),
  /** Instances that differed from the series and have no place in it any more. */
  dropped: z.number().int(),
})

const target = {
  eventId: id,
  /** The version that was seen; another one is refused with 409201. */
  version: z.number().int(),
  /** Which one of a series. */
  at: epochMs.optional(),
  scope: editScope.default('all'),
}

export const chineseDay = z.object({
  date: day,
  /** 初一 … 三十; on the first of a month its name. */
  lunar: z.string(),
  term: z.string().optional(),
  festival: z.string().optional(),
  /** A legal holiday, or a weekend on which its days are made up for. */
  mark: z.enum(['off', 'work']).optional(),
  holiday: z.string().optional(),
})
export type ChineseDay = z.infer<typeof chineseDay>

const name = written(200)
  .transform((text) => text.trim())
  .refine((text) => calendarNameProblem(text) === null, { message: '1-15 characters' })

export const shareSubject = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('person'), address: written(254), name: written(200).default('') }),
  z.object({ kind: z.literal('department'), departmentId: id, name: written(200).default('') }),
  z.object({ kind: z.literal('everyone') }),
])
export const calendarShare = z.object({ subject: shareSubject, level: shareLevel })
export type CalendarShare = z.infer<typeof calendarShare>

const events = z.object({
  instances: z.array(eventInstance),
  /** Series that happen more often than is shown. */
  shortened: z.array(id),
})

const span = { start: epochMs, end: epochMs, allDay: z.boolean() }
const person = z.object({ name: z.string(), address: z.string() })
const busySpan = z.object({ start: epochMs, end: epochMs })
const givenAnswer = z.enum(['accepted', 'declined', 'tentative'])
const comment = written(EVENT_COMMENT_MAX).default('')

/** What a mail says of an event (RFC 5546), and what one's own calendar has to do with it. */
export const invitation = z.object({
  method: z.enum(['REQUEST', 'CANCEL', 'REPLY', 'COUNTER', 'REFRESH', 'ADD', 'PUBLISH', 'DECLINECOUNTER']),
  title: z.string(),
  place: z.string(),
  link: z.string(),
  description: z.string(),
  ...span,
  repeat: eventRepeat.nullable(),
  /** Whether it is about one time of a series. */
  instance: z.boolean(),
  organizer: person.nullable(),
  attendees: z.array(attendee),
  /** How many there are; the list may be shorter. */
  people: z.number().int(),
  /** Guests are not on the list: the mail came by way of others. */
  role: z.enum(['organizer', 'attendee', 'guest']),
  sender: person,
  /** Whether it came from whom it may come. */
  trusted: z.boolean(),
  /** Whether something newer is known; then that is what is shown. */
  stale: z.boolean(),
  /** What one has answered. */
  answer: attendeeAnswer,
  /** What its sender says. */
  said: z.object({ answer: attendeeAnswer, comment: z.string() }).nullable(),
  /** When it is, where another time is proposed. */
  before: z.object(span).nullable(),
  cancelled: z.boolean(),
  /** Where it stands in one's own calendar. */
  event: z.object({ eventId: id, at: epochMs, version: z.number().int() }).nullable(),
  /** What else one has at that time. */
  clashes: z.array(z.object({ title: z.string(), ...span })),
})
export type Invitation = z.infer<typeof invitation>

export const calendarCalls = [
  get('calendar/list', {
    title: 'One’s own calendars and those that are shared with one, with the settings',
    data: z.object({ calendars: z.array(calendarEntry), settings: calendarSettings }),
  }),
  post('calendar/save', {
    title: 'Create a calendar, or change its name and colour',
    body: z.object({ calendarId: id.optional(), name, color: color.optional() }),
    data: calendarEntry,
    errors: [Code.calendarNotFound, Code.forbidden, Code.nameTaken],
  }),
  post('calendar/delete', {
    title: 'Delete a calendar of one’s own with its events; the last one stays',
    body: z.object({ calendarId: id }),
    data: ok,
    errors: [Code.calendarNotFound, Code.forbidden],
  }),
  post('calendar/view', {
    title: 'Show or hide calendars on one’s own screen, or colour a shared one',
    body: z.object({
      calendars: z.array(z.object({ calendarId: id, shown: z.boolean(), color: color.optional() })).max(200),
    }),
    data: ok,
    errors: [Code.calendarNotFound],
  }),
  get('calendar/share/list', {
    title: 'Whom a calendar is shared with',
    query: z.object({ calendarId: queryId }),
    data: z.object({
      shares: z.array(calendarShare),
      departments: z.array(z.object({ departmentId: id, name: z.string() })),
    }),
    errors: [Code.calendarNotFound, Code.forbidden],
  }),
  post('calendar/share/save', {
    title: 'Share a calendar with exactly these people and departments',
    body: z.object({ calendarId: id, shares: z.array(calendarShare).max(CALENDAR_SHARES_MAX) }),
    data: z.object({ shares: z.array(calendarShare) }),
    errors: [Code.calendarNotFound, Code.forbidden],
  }),
  post('calendar/settings/save', {
    title: 'Save settings of the calendar',
    body: calendarSettings.partial(),
    data: calendarSettings,
  }),
  get('calendar/days', {
    title: 'Days with what the Chinese calendar says of them, and the years whose legal holidays are not published',
    query: z.object({ from: day, to: day }),
    data: z.object({ days: z.array(chineseDay), unpublished: z.array(z.number().int()) }),
  }),
  get('calendar/events', {
    title: 'What happens between two moments in the calendars one may see',
    query: z.object({
      from: z.coerce.number().int(),
      to: z.coerce.number().int(),
      /** Comma list; those that are shown when left out. */
      calendarIds: z.string().max(2_000).optional(),
    }),
    data: events,
    errors: [Code.calendarNotFound],
  }),
  get('calendar/search', {
    title: 'Events by words of their title and place, those to come first',
    query: z.object({ keyword: written(100) }),
    data: z.object({ instances: z.array(eventInstance) }),
  }),
  get('calendar/event/get', {
    title: 'An event, or one time of a series, in full',
    query: z.object({ eventId: queryId, at: z.coerce.number().int().optional() }),
    data: eventDetail,
    errors: [Code.eventNotFound, Code.forbidden],
  }),
  post('calendar/event/save', {
    title: 'Create an event; change it, one time of it, or the times from one on',
    body: z
      .object({ target: z.object(target).optional(), event: eventFields })
      .refine(({ event }) => eventProblem(event) === null, { path: ['event'] }),
    data: changed,
    errors: [Code.calendarNotFound, Code.eventNotFound, Code.eventChanged, Code.eventRuleRefused, Code.forbidden],
  }),
  post('calendar/event/move', {
    title: 'Move or stretch an event, one time of it, or the times from one on',
    body: z.object({ ...target, start: epochMs, end: epochMs, allDay: z.boolean().optional() }),
    data: changed,
    errors: [Code.eventNotFound, Code.eventChanged, Code.forbidden],
  }),
  post('calendar/event/delete', {
    title: 'Delete an event, one time of it, or the times from one on',
    body: z.object(target),
    data: changed,
    errors: [Code.eventNotFound, Code.eventChanged, Code.forbidden],
  }),
  post('calendar/event/undo', {
    title: 'Take a change of an event back, while nobody has changed it again',
    body: z.object({ undo: written(80) }),
    data: ok,
    errors: [Code.eventNotFound, Code.eventChanged, Code.forbidden],
  }),
  post('calendar/event/createIcs', {
    title: 'An event as iCalendar text (RFC 5545), to be attached or saved',
    body: z.object({ eventId: id, at: epochMs.optional() }),
    data: z.object({ fileName: z.string(), ics: z.string() }),
    errors: [Code.eventNotFound, Code.forbidden],
  }),
  post('calendar/import', {
    title: 'Import a calendar file; field `file`, at most 10 MB; the calendar in the query',
    sends: 'multipart',
    query: z.object({ calendarId: queryId }),
    data: z.object({
      added: z.number().int(),
      updated: z.number().int(),
      /** Events that could not be taken, with the reason of the first few. */
      skipped: z.number().int(),
      reasons: z.array(z.object({ title: z.string(), reason: z.enum(['no-start', 'rule', 'too-long', 'unreadable']) })),
    }),
    errors: [Code.calendarNotFound, Code.calendarFileRefused, Code.forbidden, Code.tooLarge],
  }),
  get('calendar/invitation', {
    title: 'What a mail of one’s own says of an event; null when it says nothing that can be read',
    query: z.object({ mailId: queryId }),
    data: z.object({ invitation: invitation.nullable() }),
    errors: [Code.mailNotFound, Code.forbidden],
  }),
  post('calendar/invitation/answer', {
    title: 'Answer the invitation of a mail; the organiser is told by mail some seconds later',
    body: z.object({ mailId: id, answer: givenAnswer, comment }),
    data: z.object({ eventId: id, answer: attendeeAnswer }),
    errors: [Code.mailNotFound, Code.eventNotFound, Code.eventNotYours, Code.forbidden],
  }),
  post('calendar/event/answer', {
    title: 'Answer an invitation that stands in one’s own calendar: one time of it, or all',
    body: z.object({ eventId: id, at: epochMs.optional(), answer: givenAnswer, comment }),
    data: z.object({ eventId: id, answer: attendeeAnswer }),
    errors: [Code.eventNotFound, Code.eventNotYours, Code.forbidden],
  }),
  post('calendar/findTime', {
    title: 'When people and rooms are free, and three times that suit all of them',
    body: z.object({
      people: z.array(z.object({ address: written(254), optional: z.boolean().default(false) })).max(100),
      needsRoom: z.boolean().default(false),
      /** Minutes. */
      length: z.number().int().min(15).max(1_440),
      from: epochMs,
      /** At most 32 days later. */
      to: epochMs,
      /** An event that is to be moved: its own time is no clash. */
      eventId: id.optional(),
    }),
    data: z.object({
      people: z.array(
        person.extend({
          zone: z.string(),
          workStart: z.number().int(),
          workEnd: z.number().int(),
          /** Whether they let others see when they are busy. */
          known: z.boolean(),
          optional: z.boolean(),
          busy: z.array(busySpan),
        }),
      ),
      /** Addresses of which nothing is known here. */
      unknown: z.array(z.string()),
      rooms: z.array(person.extend({ capacity: z.number().int(), place: z.string(), busy: z.array(busySpan) })),
      suggestions: z.array(busySpan.extend({ room: z.string().nullable(), missing: z.number().int() })),
    }),
    errors: [Code.forbidden],
  }),
  get('calendar/reminders', {
    title: 'Reminders that have fired and are still to be closed',
    data: z.object({
      reminders: z.array(
        z.object({
          id,
          eventId: id,
          at: epochMs,
          start: epochMs,
          allDay: z.boolean(),
          title: z.string(),
          place: z.string(),
          link: z.string(),
          /** Minutes that it came too late; 0 when in time. */
          late: z.number().int(),
        }),
      ),
    }),
    errors: [Code.forbidden],
  }),
  post('calendar/reminders/close', {
    title: 'Close reminders; with `snooze` they come again after so many minutes',
    body: z.object({ ids: z.array(id).max(100), snooze: z.number().int().min(1).max(1_440).optional() }),
    data: ok,
    errors: [Code.forbidden],
  }),
  post('calendar/subscribe', {
    title: 'Make a calendar that is filled from an .ics address and read again each hour',
    body: z.object({
      url: written(2_000).refine((url) => /^(https?|webcals?):\/\//i.test(url.trim()) && URL.canParse(url.trim())),
      name,
      color: color.optional(),
    }),
    data: z.object({ calendarId: id, added: z.number().int(), skipped: z.number().int() }),
    errors: [Code.nameTaken, Code.subscriptionRefused, Code.forbidden],
  }),
  post('calendar/refresh', {
    title: 'Read the address of a subscribed calendar now',
    body: z.object({ calendarId: id }),
    data: ok,
    errors: [Code.calendarNotFound, Code.subscriptionRefused, Code.forbidden],
  }),
  post('calendar/publish', {
    title: 'Publish a calendar by a new secret address; with `level` null take it back',
    body: z.object({ calendarId: id, level: z.enum(['busy', 'view']).nullable() }),
    data: z.object({ secret: z.string() }),
    errors: [Code.calendarNotFound, Code.forbidden],
  }),
  get('calendar/published/{secret}', {
    title: 'A published calendar as a file, text/calendar, for whoever knows its secret',
    access: 'public',
    data: z.unknown(),
    answers: 'blob',
    errors: [Code.calendarNotFound],
  }),
  get('file/calendar/{id}', {
    title: 'A calendar as a file, text/calendar',
    access: 'file',
    data: z.unknown(),
    answers: 'blob',
    errors: [Code.calendarNotFound, Code.forbidden],
  }),
] as const
