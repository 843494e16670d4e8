import type ICAL from 'ical.js'
import { columnsOf, type EventRow } from '../rows/eventRows.ts'
import { columnsOfTask, type TaskRow } from '../rows/taskRows.ts'
import type { Component } from './jcal.ts'
import { type KeptParts, keptParts, NOTHING_KEPT, writtenKept } from './kept.ts'
import { parseCalendar } from './parseCalendar.ts'
import { type ReadCalendar, type ReadEvent, readCalendar, requireShallow, withoutMark } from './readIcs.ts'
import type { ReadTask } from './readTask.ts'
import { eventComponent } from './writeIcs.ts'
import { taskComponent } from './writeTasks.ts'

/** A calendar that was read as an object of CalDAV, with what is kept beside it for the program that wrote it. */
export type ReadObject = ReadCalendar & { readonly extra: string }

const WRITING = { holidays: { off: new Map(), work: new Map(), years: new Set<number>() }, now: 0 }

/** Reads an object of CalDAV. Throws as `readIcs` does. */
export function readObjectText(text: string, zone: string): ReadObject {
  const whole = withoutMark(text)
  requireShallow(whole)
  const times: [time: string, parts: KeptParts][] = []
  const read = readCalendar(parseCalendar(whole), zone, (component, one, zoneOf) => {
    const made = 'completedAt' in one ? madeOfTask(one) : madeOfEvent(one)
    times.push([one.recurrenceAt === null ? '' : String(one.recurrenceAt), keptParts(component, made, zoneOf)])
  })
  const series = times.find(([time]) => time === '')?.[1] ?? NOTHING_KEPT
  // Single times are named also where nothing of them is kept: what is kept of their series is not theirs.
  const isPlain = series.groups.length === 0 && !series.alarms && !series.parts
  return { ...read, extra: writtenKept(isPlain ? times.filter(([, parts]) => !isNothing(parts)) : times) }
}

const isNothing = ({ groups, alarms, parts }: KeptParts): boolean => groups.length === 0 && !alarms && !parts

/** As a component of jCal; the library changes the arrays that it is given. */
const jcalOf = (component: InstanceType<typeof ICAL.Component>): Component =>
  JSON.parse(JSON.stringify(component.toJSON())) as Component

/** What the calendar would write for an event that was put. */
function madeOfEvent(event: ReadEvent): Component {
  const row: EventRow = {
    ...columnsOf({ ...event, calendarId: 0 }),
    id: 0,
    calendar_id: 0,
    series_id: null,
    recurrence_at: event.recurrenceAt,
    uid: event.uid,
    sequence: event.sequence,
    version: 0,
    stamp: 0,
    moved_sequence: 0,
    files: '[]',
    organizer: event.organizer ? JSON.stringify(event.organizer) : null,
    cancelled: event.cancelled ? 1 : 0,
    exdates: JSON.stringify(event.exdates),
    rdates: JSON.stringify(event.rdates),
    first_at: event.start,
    last_at: event.end,
    updated_at: 0,
    updated_by: 0,
  }
  return jcalOf(eventComponent(row, row, WRITING))
}

/** The same of a task. */
function madeOfTask(task: ReadTask): Component {
  const row: TaskRow = {
    ...columnsOfTask({ ...task, calendarId: 0 }, task.completedAt ?? 0),
    id: 0,
    uid: task.uid,
    sequence: task.sequence,
    version: 0,
    exdates: JSON.stringify(task.exdates),
    rdates: JSON.stringify(task.rdates),
    created_at: task.createdAt,
    updated_at: 0,
    updated_by: 0,
  }
  return jcalOf(taskComponent(row, WRITING))
}
