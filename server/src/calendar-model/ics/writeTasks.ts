import ICAL from 'ical.js'
import type { TaskRow } from '../rows/taskRows.ts'
import { type KeptParts, NOTHING_KEPT } from './kept.ts'
import { add, addMoment, addRepeat, type IcsOptions, type OtherPart, textWith } from './writeIcs.ts'

interface TaskOptions extends Pick<IcsOptions, 'holidays' | 'now'> {
  /** What is kept for the program that wrote it. */
  readonly kept?: KeptParts
}

/** Tasks as components of a calendar file. */
export const taskParts = (rows: readonly TaskRow[], options: TaskOptions): OtherPart[] =>
  rows.map((row) => {
    const from = row.start_at ?? row.due_at
    const zone = row.all_day === 1 || row.zone === 'UTC' || from === null ? null : { name: row.zone, from }
    return { zone, text: () => textWith(taskComponent(row, options), options.kept ?? NOTHING_KEPT) }
  })

const moment = (ms: number) => ICAL.Time.fromJSDate(new Date(ms), true)

/** The component of a task, as the calendar writes it. */
export function taskComponent(row: TaskRow, { holidays, now }: Pick<TaskOptions, 'holidays' | 'now'>) {
  const task = new ICAL.Component('vtodo')
  add(task, 'uid', row.uid)
  task.addPropertyWithValue('dtstamp', moment(now))
  task.addPropertyWithValue('created', moment(row.created_at))
  task.addPropertyWithValue('last-modified', moment(row.updated_at))
  task.addPropertyWithValue('sequence', row.sequence)
  // What repeats must say when it begins (RFC 5545 §3.8.5.3).
  const start = row.start_at ?? (row.repeat === null ? null : row.due_at)
  if (start !== null) addMoment(task, 'dtstart', row, start)
  if (row.due_at !== null) addMoment(task, 'due', row, row.due_at)
  add(task, 'summary', row.title)
  add(task, 'description', row.description)
  if (row.priority > 0) task.addPropertyWithValue('priority', row.priority)
  add(task, 'status', row.status.toUpperCase())
  if (row.percent > 0) task.addPropertyWithValue('percent-complete', row.percent)
  if (row.status === 'completed' && row.closed_at !== null) {
    task.addPropertyWithValue('completed', moment(row.closed_at))
  }
  if (row.private === 1) add(task, 'class', 'PRIVATE')
  const categories = JSON.parse(row.categories) as string[]
  if (categories.length > 0) {
    const property = new ICAL.Property('categories')
    property.setValues(categories)
    task.addProperty(property)
  }
  if (start !== null) addRepeat(task, { ...row, start_at: start, end_at: start }, holidays, now)
  for (const minutes of JSON.parse(row.reminders) as number[]) {
    const alarm = new ICAL.Component('valarm')
    add(alarm, 'action', 'DISPLAY')
    add(alarm, 'description', row.title)
    const trigger = new ICAL.Property('trigger')
    trigger.setParameter('related', 'END')
    trigger.setValue(ICAL.Duration.fromSeconds(-minutes * 60))
    alarm.addProperty(trigger)
    task.addSubcomponent(alarm)
  }
  return task
}
