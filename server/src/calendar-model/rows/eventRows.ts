import type { Attendee, EventRepeat } from '@yanshu/contracts'
import type { Insertable, Selectable } from 'kysely'
import type { EventTable } from '../../store/database/schema.ts'
import { filesOf, type WrittenEvent } from './eventFiles.ts'
import type { Series } from './series.ts'

export type EventRow = Selectable<EventTable>
export type NewEventRow = Omit<Insertable<EventTable>, 'id'>

/** The columns that a person writes, from what they wrote; a row keeps its files where none are given. */
export const columnsOf = (event: WrittenEvent) => ({
  title: event.title.trim().normalize('NFC'),
  place: event.place.trim(),
  description: event.description,
  description_html: event.descriptionHtml,
  link: event.link,
  all_day: event.allDay ? 1 : 0,
  start_at: event.start,
  end_at: event.end,
  zone: event.zone,
  availability: event.availability,
  private: event.private ? 1 : 0,
  color: event.color,
  categories: JSON.stringify(event.categories),
  reminders: JSON.stringify([...new Set(event.reminders)].toSorted((a, b) => a - b)),
  attendees: JSON.stringify(event.attendees),
  repeat: event.repeat ? JSON.stringify(event.repeat) : null,
  ...(event.files ? { files: JSON.stringify(event.files) } : {}),
})

/** A row as a person reads and writes it. */
export const fieldsOf = (row: EventRow): WrittenEvent => ({
  calendarId: row.calendar_id,
  title: row.title,
  place: row.place,
  description: row.description,
  descriptionHtml: row.description_html,
  link: row.link,
  allDay: row.all_day === 1,
  start: row.start_at,
  end: row.end_at,
  zone: row.zone,
  availability: row.availability,
  private: row.private === 1,
  color: row.color,
  categories: JSON.parse(row.categories) as string[],
  reminders: JSON.parse(row.reminders) as number[],
  attendees: attendeesOf(row),
  repeat: repeatOf(row),
  files: filesOf(row),
})

export const attendeesOf = ({ attendees }: Pick<EventRow, 'attendees'>): Attendee[] =>
  attendees === '[]' ? [] : (JSON.parse(attendees) as Attendee[])

export const repeatOf = ({ repeat }: Pick<EventRow, 'repeat'>): EventRepeat | null =>
  repeat === null ? null : (JSON.parse(repeat) as EventRepeat)

const moments = (text: string): number[] => (text === '[]' ? [] : (JSON.parse(text) as number[]))

export type SeriesColumns = Pick<EventRow, 'start_at' | 'end_at' | 'all_day' | 'zone' | 'repeat' | 'exdates' | 'rdates'>

/** The columns of a row that decide when it happens. */
export const seriesOf = (row: SeriesColumns): Series => ({
  start: row.start_at,
  end: row.end_at,
  allDay: row.all_day === 1,
  zone: row.zone,
  repeat: repeatOf(row),
  exdates: moments(row.exdates),
  rdates: moments(row.rdates),
})

/** Whether a row happens more than once. */
export const repeats = (row: Pick<EventRow, 'repeat' | 'rdates'>): boolean => row.repeat !== null || row.rdates !== '[]'
