import { z } from 'zod'
import {
  CALENDAR_COLORS,
  CALENDAR_MOMENT_MAX,
  CALENDAR_MOMENT_MIN,
  EVENT_CATEGORIES_MAX,
  EVENT_COMMENT_MAX,
  EVENT_FILES_MAX,
  EVENT_HTML_MAX,
  EVENT_PEOPLE_MAX,
  EVENT_PLACE_MAX,
  EVENT_REMINDERS_MAX,
  EVENT_TEXT_MAX,
  EVENT_TITLE_MAX,
} from '../rules/calendar.ts'
import { isZone } from '../rules/zones.ts'
import { epochMs, written } from './define.ts'
import { idOf, named } from './names.ts'

/** A moment at which something may be in a calendar, in epoch milliseconds. */
export const calendarMoment = epochMs.min(CALENDAR_MOMENT_MIN).max(CALENDAR_MOMENT_MAX)

/** What an account may do with a calendar (§6); `busy` sees times alone, `own` is the owner. */
export const shareLevel = z.enum(['busy', 'view', 'edit', 'manage'])
export type ShareLevel = z.infer<typeof shareLevel>
export const calendarLevel = z.enum(['busy', 'view', 'edit', 'manage', 'own'])
export type CalendarLevel = z.infer<typeof calendarLevel>

/** One of the colours of calendars and events, by its number. */
export const eventColor = z.number().int().min(1).max(CALENDAR_COLORS)

export const calendarEntry = z.object({
  calendarId: idOf('calendar'),
  name: z.string(),
  color: eventColor,
  level: calendarLevel,
  /** Whose it is. */
  owner: z.object({ name: z.string(), address: z.string() }),
  /** Whether its events are on the screen. */
  shown: z.boolean(),
  /** Whether another person may see it too. */
  shared: z.boolean(),
  /** The address that it is filled from; it can only be read then. null for all others. */
  subscription: z
    .object({
      /** '' for the people it is shared with. */
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

/** The day that weeks begin with: 0 Sunday, 1 Monday, 6 Saturday. */
export const weekStart = z.union([z.literal(0), z.literal(1), z.literal(6)])

export const calendarSettings = z.object({
  weekStart,
  /** Minutes after midnight. */
  workStart: z.number().int().min(0).max(1_439),
  workEnd: z.number().int().min(1).max(1_440),
  /** Minutes of a new event. */
  defaultLength: z.union([15, 30, 45, 60, 90, 120].map((minutes) => z.literal(minutes))),
  /** A zone shown beside one's own in day and week; '' for none. */
  secondZone: z.string().refine((zone) => zone === '' || isZone(zone)),
  lunar: z.boolean(),
  /** Whether birthdays of the own contacts are shown. */
  birthdays: z.boolean(),
  weekNumbers: z.boolean(),
  /** Whether events that one has declined stay on the screen. */
  showDeclined: z.boolean(),
  /** Whether tasks that are done stay on the screen. */
  showDoneTasks: z.boolean(),
  density: z.enum(['cosy', 'compact']),
  /** Minutes before a new event at which one is reminded; -1 for never. */
  reminder: z.number().int().min(-1).max(40_320),
  remindByMail: z.boolean(),
  /** Whether colleagues who look for a time see when one is busy. */
  showBusy: z.boolean(),
})
export type CalendarSettings = z.infer<typeof calendarSettings>

/** A day of the calendar without a clock: `2026-10-01`. */
export const calendarDay = z.iso.date()

/**
 * How an event repeats: by a rule of RFC 5545 §3.3.10 (without `RRULE:`), on its day of the Chinese calendar, or on every
 * day that people work, which leaves out legal holidays and includes the weekends on which their days are made up for.
 */
export const eventRepeat = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rule'), rule: written(500).refine((rule) => rule !== '') }),
  z.object({ kind: z.literal('lunar'), every: z.enum(['year', 'month']), until: calendarDay.nullable() }),
  z.object({ kind: z.literal('workday'), until: calendarDay.nullable() }),
])
export type EventRepeat = z.infer<typeof eventRepeat>

export const attendeeAnswer = z.enum(['', 'accepted', 'declined', 'tentative'])
export type AttendeeAnswer = z.infer<typeof attendeeAnswer>
export const attendee = z.object({
  name: written(200),
  address: written(254).refine((address) => address.length >= 3),
  optional: z.boolean().default(false),
  answer: attendeeAnswer.default(''),
  /** The comment that they wrote with it. */
  comment: written(EVENT_COMMENT_MAX).optional(),
  answeredAt: epochMs.optional(),
})
export type Attendee = z.infer<typeof attendee>

export const availability = z.enum(['busy', 'free', 'tentative', 'away'])
export type Availability = z.infer<typeof availability>

const zone = z.string().refine(isZone)

/** An address of the web in one line: what parses addresses overlooks ends of lines, and calendar files do not. */
const webLink = (length: number) =>
  z
    .string()
    .max(length)
    .regex(/^https?:\/\/[^\p{Cc}]+$/iu)
    .refine((text) => URL.canParse(text))

/**
 * A file of an event: one that is kept here, or a link to one elsewhere. Of one that is kept the id alone counts: that of an
 * upload, of a file of a mail, or of a file of an event that one may read.
 */
export const eventFile = z
  .object({
    /** '' for a link. */
    fileId: named('event-file', z.union([z.literal(''), z.string().regex(/^[\w-]{16,80}$/)])),
    name: written(255).default(''),
    contentType: z.string().max(200).default(''),
    /** Bytes; 0 for a link. */
    size: z.number().int().min(0).default(0),
    link: z.union([z.literal(''), webLink(2_000)]).default(''),
  })
  .refine(({ fileId, link }) => (fileId === '') !== (link === ''))
export type EventFile = z.infer<typeof eventFile>

/** What a person writes of an event. */
export const eventFields = z.object({
  calendarId: idOf('calendar'),
  title: written(EVENT_TITLE_MAX * 2),
  place: written(EVENT_PLACE_MAX).default(''),
  description: written(EVENT_TEXT_MAX).default(''),
  /** The description with its formatting, cleaned by the server; '' for plain text, which `description` always holds. */
  descriptionHtml: named('html', written(EVENT_HTML_MAX)).default(''),
  /** The address of a meeting that is held over the network. */
  link: z.union([z.literal(''), webLink(1_000)]).default(''),
  allDay: z.boolean(),
  /** Epoch milliseconds. Of whole days: midnight UTC of the first day, and of the one after the last. */
  start: calendarMoment,
  end: calendarMoment,
  /** The zone in which it repeats and keeps its clock. Of no meaning for whole days. */
  zone,
  availability: availability.default('busy'),
  private: z.boolean().default(false),
  color: eventColor.nullable().default(null),
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
  /** An event keeps the files that it has where this is left out. */
  files: z.array(eventFile).max(EVENT_FILES_MAX).optional(),
})
export type EventFields = z.infer<typeof eventFields>
export type EventInput = z.input<typeof eventFields>

export const editScope = z.enum(['this', 'following', 'all'])
export type EditScope = z.infer<typeof editScope>

/** One time that an event happens, as the grids show it. `eventId` and `at` name it, however it was moved. */
export const eventInstance = z.object({
  eventId: idOf('event'),
  calendarId: idOf('calendar'),
  /** When it happens by its rule; its start, when it does not repeat. */
  at: calendarMoment,
  start: calendarMoment,
  end: calendarMoment,
  allDay: z.boolean(),
  /** '' where only its time may be seen. */
  title: z.string(),
  place: z.string(),
  color: eventColor.nullable(),
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
  files: z.array(eventFile),
  eventId: idOf('event'),
  at: calendarMoment,
  version: z.number().int(),
  level: calendarLevel,
  cancelled: z.boolean(),
  exception: z.boolean(),
  /** The organiser; null without invited people. */
  organizer: z.object({ name: z.string(), address: z.string() }).nullable(),
  /** Whether another person has invited its owner: then only the owner's own fields can be changed. */
  invited: z.boolean(),
  /** What its owner has answered. */
  answer: attendeeAnswer,
  updatedAt: epochMs,
  updatedBy: z.string(),
})
export type EventDetail = z.infer<typeof eventDetail>

export const chineseDay = z.object({
  date: calendarDay,
  /** 初一 … 三十; on the first of a month its name. */
  lunar: z.string(),
  term: z.string().optional(),
  festival: z.string().optional(),
  /** A legal holiday, or a weekend on which its days are made up for. */
  mark: z.enum(['off', 'work']).optional(),
  holiday: z.string().optional(),
})
export type ChineseDay = z.infer<typeof chineseDay>

export const shareSubject = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('person'), address: written(254), name: written(200).default('') }),
  z.object({ kind: z.literal('department'), departmentId: idOf('department'), name: written(200).default('') }),
  z.object({ kind: z.literal('everyone') }),
])
export const calendarShare = z.object({ subject: shareSubject, level: shareLevel })
export type CalendarShare = z.infer<typeof calendarShare>

/** When something happens; of whole days as in {@link eventFields}. */
export const eventSpan = { start: calendarMoment, end: calendarMoment, allDay: z.boolean() }
/** A person with a name, which may be empty. */
export const namedAddress = z.object({ name: z.string(), address: z.string() })
/** What a mail has of an event (RFC 5546), and what one's own calendar has to do with it. */
export const invitation = z.object({
  method: z.enum(['REQUEST', 'CANCEL', 'REPLY', 'COUNTER', 'REFRESH', 'ADD', 'PUBLISH', 'DECLINECOUNTER']),
  title: z.string(),
  place: z.string(),
  link: z.string(),
  description: z.string(),
  ...eventSpan,
  repeat: eventRepeat.nullable(),
  /** Whether it is about one time of a series. */
  instance: z.boolean(),
  organizer: namedAddress.nullable(),
  attendees: z.array(attendee),
  /** How many there are; the list may be shorter. */
  people: z.number().int(),
  /** Guests are not on the list: the mail came by way of others. */
  role: z.enum(['organizer', 'attendee', 'guest']),
  sender: namedAddress,
  /** Whether it came from whom it may come. */
  trusted: z.boolean(),
  /**
   * Whether nothing confirms that the mail is from the domain that it names, so that the calendar did not follow it by
   * itself. Older servers do not answer it.
   */
  unconfirmed: z.boolean().optional(),
  /** Whether something newer is known; then that is what is shown. */
  stale: z.boolean(),
  /** What one has answered. */
  answer: attendeeAnswer,
  /** The answer and comment of its sender. */
  said: z.object({ answer: attendeeAnswer, comment: z.string() }).nullable(),
  /** When it is, where another time is proposed. */
  before: z.object(eventSpan).nullable(),
  /** What the organiser has done with another time that was proposed; '' as long as it waits. */
  decided: z.enum(['', 'taken', 'refused']),
  cancelled: z.boolean(),
  /** Where it stands in one's own calendar. */
  event: z.object({ eventId: idOf('event'), at: calendarMoment, version: z.number().int() }).nullable(),
  /** What else one has at that time. */
  clashes: z.array(z.object({ title: z.string(), ...eventSpan })),
})
export type Invitation = z.infer<typeof invitation>

/** What a change would do to some of the times of a series. */
export const changePreview = z.object({
  scope: z.enum(['this', 'following', 'all']),
  /** How many times it concerns within a year; `more` when it goes on after that. */
  times: z.number().int(),
  more: z.boolean(),
  /** The first and the last of these. */
  first: epochMs,
  last: epochMs,
  /** Times that were changed singly and would be lost. */
  dropped: z.number().int(),
  /** People who would get a mail. */
  mailed: z.number().int(),
})
export type ChangePreview = z.infer<typeof changePreview>
