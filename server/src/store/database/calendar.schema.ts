// Tables of calendars, events, invitations, reminders and subscriptions.
import type { Availability, TaskStatus } from '@yanshu/contracts'
import type { Generated } from 'kysely'

export type ShareSubjectKind = 'person' | 'department' | 'everyone'

export interface CalendarTable {
  id: Generated<number>
  account_id: number
  name: string
  color: number
  sort: number
  created_at: number
}

/** An event; a series is one row, and each of its instances that differs from it one more (`series_id`). */
/** What has one UID in a calendar: an event with its exceptions. Kept by triggers, also when it is gone. */
export interface CalendarObjectTable {
  calendar_id: number
  uid: string
  /** The number of its last change in `calendar_sync`. */
  seq: number
  /** What a client calls it; '' for its UID with `.ics`. */
  dav_name: Generated<string>
  /** Properties (JSON) that only the client that wrote them understands. */
  extra: Generated<string>
}

export interface EventTable {
  id: Generated<number>
  calendar_id: number
  /** The series that it is an exception of, null for an event of its own. */
  series_id: number | null
  /** When it would happen by the rule of its series. */
  recurrence_at: number | null
  uid: string
  sequence: Generated<number>
  /** Raised with each change of the series or of one of its exceptions; counted on the row of the series. */
  version: Generated<number>
  title: string
  place: string
  description: string
  /** The same with its formatting, cleaned; '' for plain text. */
  description_html: Generated<string>
  link: string
  all_day: number
  /** Of whole days: midnight UTC of the first day, and of the day after the last. */
  start_at: number
  end_at: number
  /** IANA name. */
  zone: string
  availability: Availability
  cancelled: Generated<number>
  private: number
  color: number | null
  /** JSON lists. */
  categories: string
  reminders: string
  attendees: string
  /** JSON of `KeptFile`s. */
  files: Generated<string>
  /** JSON {name, address}; null for an event without invited people. */
  organizer: string | null
  /** JSON of `EventRepeat`, null when it happens once. */
  repeat: string | null
  /** JSON lists of moments: those of the rule that are left out, and further ones. */
  exdates: Generated<string>
  rdates: Generated<string>
  /** Between which moments it happens, with all its instances; `last_at` is far away when it has no end. */
  first_at: number
  last_at: number
  updated_at: number
  updated_by: number
  /** DTSTAMP of its organiser's last message (RFC 5546 §2.1.5); 0 for one's own. */
  stamp: Generated<number>
  /** The sequence with which its time changed last: an answer to an older one is of no use. */
  moved_sequence: Generated<number>
}

/** Events whose people are to get notice of a change. */
export interface InvitationDueTable {
  /** Whose calendar it is in. */
  account_id: number
  uid: string
  due_at: number
  /** How many changes it stands for, so that one made while mails are written is not lost. */
  changes: number
  attempts: Generated<number>
  /** JSON of the event's rows as its people know them. */
  known_rows: string
}

/** A calendar object that came with a mail and is to be read. */
export interface InvitationArrivalTable {
  id: Generated<number>
  account_id: number
  /** The recipient's address. */
  address: string
  /** null for mail that is not kept, such as a room's. */
  mail_id: number | null
  blob_hash: string
  /** In lower case; '' where the sender cannot be believed. */
  sender: string
  /** Whether this system has written it. */
  own: number
  /** Whether nothing confirms the domain of the sender. */
  unproven: Generated<number>
  attempts: Generated<number>
  retry_at: number
}

/** A reminder that was due; each once. */
export interface ReminderNoticeTable {
  id: Generated<number>
  account_id: number
  event_id: number
  minutes: number
  /** Which one of a series. */
  at: number
  start_at: number
  due_at: number
  fired_at: number
  closed_at: number | null
}

/** A calendar that is filled from an address. */
export interface SubscriptionTable {
  calendar_id: number
  url: string
  /** Of what was taken in last. */
  content_hash: Generated<string>
  next_at: number
  fetched_at: number | null
  failures: Generated<number>
  /** Why the last try failed; '' when it did not. */
  failure: Generated<string>
}

/** A task (VTODO). One that repeats is a single row, which goes on to its next time when it is done. */
export interface TaskTable {
  id: Generated<number>
  calendar_id: number
  /** No two of a calendar share one. */
  uid: string
  sequence: Generated<number>
  /** Raised with each change. */
  version: Generated<number>
  title: string
  description: string
  /** 1 to 9, 0 for none. */
  priority: number
  status: TaskStatus
  percent: number
  /** When it was done or called off, null while it is open. */
  closed_at: number | null
  all_day: number
  /** Of days: midnight UTC. */
  start_at: number | null
  due_at: number | null
  /** IANA name. */
  zone: string
  private: number
  /** JSON lists. */
  categories: string
  reminders: string
  /** JSON of `EventRepeat`, null when it does not repeat. */
  repeat: string | null
  exdates: Generated<string>
  rdates: Generated<string>
  created_at: number
  updated_at: number
  updated_by: number
}

/** A reminder of a task, until it is closed. */
export interface TaskReminderTable {
  task_id: number
  /** Minutes before it is due. */
  minutes: number
  due_at: number
  /** null until it was due. */
  fired_at: number | null
  closed_at: number | null
}
