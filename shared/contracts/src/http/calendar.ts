import { z } from 'zod'
import { Code } from '../codes.ts'
import { CALENDAR_SHARES_MAX, calendarNameProblem, EVENT_COMMENT_MAX, eventProblem } from '../rules/calendar.ts'
import {
  attendeeAnswer,
  calendarDay,
  calendarEntry,
  calendarMoment,
  calendarSettings,
  calendarShare,
  changePreview,
  chineseDay,
  editScope,
  eventColor,
  eventDetail,
  eventFields,
  eventInstance,
  eventSpan,
  invitation,
  namedAddress,
} from './calendarShapes.ts'
import { epochMs, get, ok, post, written } from './define.ts'
import { idOf, named, queryIdOf } from './names.ts'
import { taskEntry } from './taskShapes.ts'

/** A change that was made, and how to take it back. */
const changed = z.object({
  eventId: idOf('event'),
  version: z.number().int(),
  undo: z.string(),
  /** Instances that differed from the series and have no place in it any more. */
  dropped: z.number().int(),
})

const target = {
  eventId: idOf('event'),
  /** The version that was seen; another one is refused with 409201. */
  version: z.number().int(),
  /** Which one of a series. */
  at: calendarMoment.optional(),
  scope: editScope.default('all'),
}

const name = written(200)
  .transform((text) => text.trim())
  .refine((text) => calendarNameProblem(text) === null, { message: '1-15 characters' })

const events = z.object({
  instances: z.array(eventInstance),
  /** Events of which not all times are answered: there are more than a view can draw. */
  shortened: z.array(idOf('event')),
})

/** The same in a query string. */
const queryMoment = z.coerce.number().pipe(calendarMoment)
const busySpan = z.object({ start: calendarMoment, end: calendarMoment })
const givenAnswer = z.enum(['accepted', 'declined', 'tentative'])
const comment = written(EVENT_COMMENT_MAX).default('')

export const calendarCalls = [
  get('calendar/list', {
    switchedBy: 'calendarEnable',
    title: 'One’s own calendars and those that are shared with one, with the settings',
    data: z.object({ calendars: z.array(calendarEntry), settings: calendarSettings }),
  }),
  post('calendar/save', {
    switchedBy: 'calendarEnable',
    title: 'Create a calendar, or change its name and colour',
    body: z.object({ calendarId: idOf('calendar').optional(), name, color: eventColor.optional() }),
    data: calendarEntry,
    errors: [Code.calendarNotFound, Code.forbidden, Code.nameTaken],
  }),
  post('calendar/delete', {
    switchedBy: 'calendarEnable',
    title: 'Delete a calendar of one’s own with its events; the last one stays',
    body: z.object({ calendarId: idOf('calendar') }),
    data: ok,
    errors: [Code.calendarNotFound, Code.forbidden],
  }),
  post('calendar/view', {
    switchedBy: 'calendarEnable',
    title: 'Show or hide calendars on one’s own screen, or colour a shared one',
    body: z.object({
      calendars: z
        .array(z.object({ calendarId: idOf('calendar'), shown: z.boolean(), color: eventColor.optional() }))
        .max(200),
    }),
    data: ok,
    errors: [Code.calendarNotFound],
  }),
  get('calendar/share/list', {
    switchedBy: 'calendarEnable',
    title: 'Whom a calendar is shared with',
    query: z.object({ calendarId: queryIdOf('calendar') }),
    data: z.object({
      shares: z.array(calendarShare),
      departments: z.array(z.object({ departmentId: idOf('department'), name: z.string() })),
    }),
    errors: [Code.calendarNotFound, Code.forbidden],
  }),
  post('calendar/share/save', {
    noted: 'nothing',
    switchedBy: 'calendarEnable',
    ownerOnly: true,
    title: 'Share a calendar with exactly these people and departments',
    body: z.object({ calendarId: idOf('calendar'), shares: z.array(calendarShare).max(CALENDAR_SHARES_MAX) }),
    data: z.object({ shares: z.array(calendarShare) }),
    errors: [Code.calendarNotFound, Code.forbidden],
  }),
  post('calendar/settings/save', {
    switchedBy: 'calendarEnable',
    title: 'Save settings of the calendar',
    body: calendarSettings.partial(),
    data: calendarSettings,
  }),
  get('calendar/days', {
    switchedBy: 'calendarEnable',
    title: 'Days with what the Chinese calendar says of them, and the years whose legal holidays are not published',
    query: z.object({ from: calendarDay, to: calendarDay }),
    data: z.object({ days: z.array(chineseDay), unpublished: z.array(z.number().int()) }),
  }),
  get('calendar/events', {
    switchedBy: 'calendarEnable',
    title: 'What happens between two moments in the calendars one may see',
    query: z.object({
      from: queryMoment,
      to: queryMoment,
      /** Comma list; those that are shown when left out. */
      calendarIds: named('calendar', z.string().max(2_000)).optional(),
    }),
    data: events,
    errors: [Code.calendarNotFound],
  }),
  get('calendar/today', {
    switchedBy: 'calendarEnable',
    title: 'What a card on the home page shows: events between two moments, their calendars, and a day’s Chinese date',
    query: z.object({ from: queryMoment, to: queryMoment, date: calendarDay }),
    data: events.extend({
      calendars: z.array(calendarEntry),
      settings: calendarSettings,
      /** null for a user who does not show the Chinese calendar. */
      day: chineseDay.nullable(),
      /** Open tasks that are due before `to`, also those that are late. */
      tasks: z.array(taskEntry),
    }),
  }),
  get('calendar/search', {
    switchedBy: 'calendarEnable',
    title: 'Events and tasks by words of their title, events also of their place; those to come first',
    query: z.object({ keyword: written(100) }),
    data: z.object({ instances: z.array(eventInstance), tasks: z.array(taskEntry) }),
  }),
  get('calendar/next', {
    switchedBy: 'calendarEnable',
    title: 'The next meeting of one’s own calendars with somebody, within 60 days; null when there is none',
    query: z.object({ address: written(254) }),
    data: z.object({
      meeting: z.object({ eventId: idOf('event'), title: z.string(), ...eventSpan }).nullable(),
    }),
    errors: [Code.forbidden],
  }),
  get('calendar/event/get', {
    switchedBy: 'calendarEnable',
    title: 'An event, or one time of a series, in full',
    query: z.object({ eventId: queryIdOf('event'), at: z.coerce.number().int().optional() }),
    data: eventDetail,
    errors: [Code.eventNotFound, Code.forbidden],
  }),
  post('calendar/event/save', {
    switchedBy: 'calendarEnable',
    title: 'Create an event; change it, one time of it, or the times from one on',
    body: z
      .object({ target: z.object(target).optional(), event: eventFields })
      .refine(({ event }) => eventProblem(event) === null, { path: ['event'] }),
    data: changed,
    errors: [
      ...[Code.calendarNotFound, Code.eventNotFound, Code.eventChanged, Code.eventRuleRefused, Code.forbidden],
      ...[Code.fileNotFound, Code.tooLarge, Code.storageFull, Code.calendarFull, Code.eventThere],
    ],
  }),
  post('calendar/event/move', {
    switchedBy: 'calendarEnable',
    title: 'Move or stretch an event, one time of it, or the times from one on',
    body: z.object({ ...target, start: calendarMoment, end: calendarMoment, allDay: z.boolean().optional() }),
    data: changed,
    errors: [Code.eventNotFound, Code.eventChanged, Code.forbidden, Code.calendarFull],
  }),
  post('calendar/event/delete', {
    switchedBy: 'calendarEnable',
    title: 'Delete an event, one time of it, or the times from one on',
    body: z.object(target),
    data: changed,
    errors: [Code.eventNotFound, Code.eventChanged, Code.forbidden],
  }),
  post('calendar/event/preview', {
    switchedBy: 'calendarEnable',
    title: 'What a change of one time, of the times from one on, or of all would do; nothing is changed',
    body: z.object({
      target: z.object({ eventId: target.eventId, version: target.version, at: calendarMoment }),
      change: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('save'), event: eventFields }),
        z.object({
          kind: z.literal('move'),
          start: calendarMoment,
          end: calendarMoment,
          allDay: z.boolean().optional(),
        }),
        z.object({ kind: z.literal('delete') }),
      ]),
    }),
    /** A scope in which the change is not possible is left out. */
    data: z.object({ scopes: z.array(changePreview) }),
    errors: [
      ...[Code.eventNotFound, Code.eventChanged, Code.forbidden],
      ...[Code.fileNotFound, Code.tooLarge, Code.storageFull, Code.eventThere],
    ],
  }),
  post('calendar/event/undo', {
    switchedBy: 'calendarEnable',
    title: 'Take a change of an event back, while nobody has changed it again',
    body: z.object({ undo: written(80) }),
    data: ok,
    errors: [Code.eventNotFound, Code.eventChanged, Code.eventThere, Code.forbidden],
  }),
  post('calendar/event/createIcs', {
    switchedBy: 'calendarEnable',
    title: 'An event as iCalendar text (RFC 5545), to be attached or saved',
    body: z.object({ eventId: idOf('event'), at: calendarMoment.optional() }),
    /** `filesLeft`: files of the event that the text cannot hold. */
    data: z.object({ fileName: z.string(), ics: z.string(), filesLeft: z.number().int() }),
    errors: [Code.eventNotFound, Code.forbidden],
  }),
  post('calendar/import', {
    switchedBy: 'calendarEnable',
    title: 'Import a calendar file; field `file`, at most 10 MB; the calendar in the query',
    sends: 'multipart',
    query: z.object({ calendarId: queryIdOf('calendar') }),
    data: z.object({
      added: z.number().int(),
      updated: z.number().int(),
      /** Events that could not be taken. */
      skipped: z.number().int(),
      /**
       * Why, of the first few; after them events that were taken but for a line that cannot be read, or whose zone is not
       * known, so that their times are those of the reader.
       */
      reasons: z.array(
        z.object({
          title: z.string(),
          reason: z.enum(['no-start', 'rule', 'too-long', 'unreadable', 'line', 'zone']),
        }),
      ),
      /** Files of events that were too large, or for which there was no room; the events are there. */
      filesLeft: z.number().int(),
    }),
    errors: [Code.calendarNotFound, Code.calendarFileRefused, Code.calendarFull, Code.forbidden, Code.tooLarge],
  }),
  get('calendar/invitation', {
    switchedBy: 'calendarEnable',
    title: 'What a mail of one’s own says of an event; null when it says nothing that can be read',
    query: z.object({ mailId: queryIdOf('mail') }),
    data: z.object({ invitation: invitation.nullable() }),
    errors: [Code.mailNotFound, Code.forbidden],
  }),
  post('calendar/invitation/answer', {
    switchedBy: 'calendarEnable',
    title: 'Answer the invitation of a mail; the organiser is told by mail some seconds later',
    body: z.object({ mailId: idOf('mail'), answer: givenAnswer, comment }),
    data: z.object({ eventId: idOf('event'), answer: attendeeAnswer }),
    errors: [Code.mailNotFound, Code.eventNotFound, Code.eventNotYours, Code.forbidden],
  }),
  post('calendar/invitation/propose', {
    switchedBy: 'calendarEnable',
    title: 'Propose another time to the organiser of an invitation, who gets a mail',
    body: z.object({ mailId: idOf('mail'), ...eventSpan, comment }),
    data: ok,
    errors: [Code.mailNotFound, Code.eventNotFound, Code.eventNotYours, Code.forbidden],
  }),
  post('calendar/invitation/refuse', {
    switchedBy: 'calendarEnable',
    title: 'Refuse another time that somebody proposes by a mail; they are told, the event stays as it is',
    body: z.object({ mailId: idOf('mail'), comment }),
    data: ok,
    errors: [Code.mailNotFound, Code.eventNotFound, Code.eventNotYours, Code.forbidden],
  }),
  post('calendar/event/answer', {
    switchedBy: 'calendarEnable',
    title: 'Answer an invitation that stands in one’s own calendar: one time of it, or all',
    body: z.object({ eventId: idOf('event'), at: calendarMoment.optional(), answer: givenAnswer, comment }),
    data: z.object({ eventId: idOf('event'), answer: attendeeAnswer }),
    errors: [Code.eventNotFound, Code.eventNotYours, Code.forbidden],
  }),
  post('calendar/findTime', {
    switchedBy: 'calendarEnable',
    title: 'When people and rooms are free, and three times that suit all of them',
    body: z.object({
      people: z.array(z.object({ address: written(254), optional: z.boolean().default(false) })).max(100),
      needsRoom: z.boolean().default(false),
      /** Minutes. */
      length: z.number().int().min(15).max(1_440),
      from: calendarMoment,
      /** At most 32 days later. */
      to: calendarMoment,
      /** An event that is to be moved: its own time is no clash. */
      eventId: idOf('event').optional(),
    }),
    data: z.object({
      people: z.array(
        namedAddress.extend({
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
      rooms: z.array(namedAddress.extend({ capacity: z.number().int(), place: z.string(), busy: z.array(busySpan) })),
      suggestions: z.array(busySpan.extend({ room: z.string().nullable(), missing: z.number().int() })),
    }),
    errors: [Code.forbidden],
  }),
  get('calendar/reminders', {
    switchedBy: 'calendarEnable',
    title: 'Reminders that have fired and are still to be closed',
    data: z.object({
      reminders: z.array(
        z.object({
          id: idOf('reminder'),
          eventId: idOf('event'),
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
      tasks: z.array(
        z.object({
          taskId: idOf('task'),
          due: epochMs,
          allDay: z.boolean(),
          title: z.string(),
          late: z.number().int(),
        }),
      ),
    }),
    errors: [Code.forbidden],
  }),
  post('calendar/reminders/close', {
    switchedBy: 'calendarEnable',
    title: 'Close reminders; with `snooze` they come again after so many minutes',
    body: z.object({
      ids: z.array(idOf('reminder')).max(100),
      taskIds: z.array(idOf('task')).max(100).default([]),
      snooze: z.number().int().min(1).max(1_440).optional(),
    }),
    data: ok,
    errors: [Code.forbidden],
  }),
  post('calendar/subscribe', {
    switchedBy: 'calendarEnable',
    title: 'Make a calendar that is filled from an .ics address and read again each hour',
    body: z.object({
      url: written(2_000).refine((url) => /^(https?|webcals?):\/\//i.test(url.trim()) && URL.canParse(url.trim())),
      name,
      color: eventColor.optional(),
    }),
    data: z.object({ calendarId: idOf('calendar'), added: z.number().int(), skipped: z.number().int() }),
    errors: [Code.nameTaken, Code.subscriptionRefused, Code.forbidden],
  }),
  post('calendar/refresh', {
    switchedBy: 'calendarEnable',
    title: 'Read the address of a subscribed calendar now',
    body: z.object({ calendarId: idOf('calendar') }),
    data: ok,
    errors: [Code.calendarNotFound, Code.subscriptionRefused, Code.forbidden],
  }),
  post('calendar/publish', {
    noted: 'nothing',
    switchedBy: 'calendarEnable',
    ownerOnly: true,
    title: 'Publish a calendar by a new secret address; with `level` null take it back',
    body: z.object({ calendarId: idOf('calendar'), level: z.enum(['busy', 'view']).nullable() }),
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
  get('file/event/{id}', {
    switchedBy: 'calendarEnable',
    title: 'A file of an event, for whoever may read the event (Range supported)',
    access: 'file',
    params: { id: 'file' },
    data: z.unknown(),
    answers: 'blob',
    errors: [Code.fileNotFound, Code.fileDamaged, Code.forbidden],
  }),
  get('file/calendar/{id}', {
    switchedBy: 'calendarEnable',
    title: 'A calendar as a file, text/calendar',
    access: 'file',
    params: { id: 'calendar' },
    data: z.unknown(),
    answers: 'blob',
    errors: [Code.calendarNotFound, Code.forbidden],
  }),
] as const
