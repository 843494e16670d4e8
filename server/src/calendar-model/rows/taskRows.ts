import type { EventRepeat, TaskEntry, TaskFields, TaskStatus } from '@yanshu/contracts'
import type { Insertable, Selectable } from 'kysely'
import type { TaskTable } from '../../store/database/schema.ts'
import { seriesOf } from './eventRows.ts'
import type { Series } from './series.ts'

export type TaskRow = Selectable<TaskTable>
export type NewTaskRow = Insertable<TaskTable>

export const isClosed = (status: TaskStatus): boolean => status === 'completed' || status === 'cancelled'

/** The columns that a person writes; `before` is what they were, `now` when it is closed by this. */
export function columnsOfTask(task: TaskFields, now: number, before?: Pick<TaskRow, 'closed_at'>) {
  const closed = isClosed(task.status)
  return {
    calendar_id: task.calendarId,
    title: task.title.trim().normalize('NFC'),
    description: task.description,
    priority: task.priority,
    status: task.status,
    percent: task.status === 'completed' ? 100 : task.percent,
    closed_at: closed ? (before?.closed_at ?? now) : null,
    all_day: task.allDay ? 1 : 0,
    start_at: task.start,
    due_at: task.due,
    zone: task.zone,
    private: task.private ? 1 : 0,
    categories: JSON.stringify(task.categories),
    reminders: JSON.stringify([...new Set(task.reminders)].toSorted((a, b) => a - b)),
    repeat: task.repeat ? JSON.stringify(task.repeat) : null,
  }
}

export const repeatOfTask = ({ repeat }: Pick<TaskRow, 'repeat'>): EventRepeat | null =>
  repeat === null ? null : (JSON.parse(repeat) as EventRepeat)

/** A row as a person reads and writes it. */
export const fieldsOfTask = (row: TaskRow): TaskFields => ({
  calendarId: row.calendar_id,
  title: row.title,
  description: row.description,
  allDay: row.all_day === 1,
  start: row.start_at,
  due: row.due_at,
  zone: row.zone,
  priority: row.priority,
  status: row.status,
  percent: row.percent,
  private: row.private === 1,
  categories: JSON.parse(row.categories) as string[],
  reminders: JSON.parse(row.reminders) as number[],
  repeat: repeatOfTask(row),
})

export const ENTRY_COLUMNS = [
  'id',
  'calendar_id',
  'uid',
  'version',
  'title',
  'all_day',
  'start_at',
  'due_at',
  'priority',
  'status',
  'percent',
  'closed_at',
  'private',
  'repeat',
  'rdates',
  'categories',
] as const

/** A row as lists show it. */
export const entryOfTask = (row: Pick<TaskRow, (typeof ENTRY_COLUMNS)[number]>): TaskEntry => ({
  taskId: row.id,
  calendarId: row.calendar_id,
  uid: row.uid,
  version: row.version,
  title: row.title,
  allDay: row.all_day === 1,
  start: row.start_at,
  due: row.due_at,
  priority: row.priority,
  status: row.status,
  percent: row.percent,
  closedAt: row.closed_at,
  private: row.private === 1,
  repeats: row.repeat !== null || row.rdates !== '[]',
  categories: JSON.parse(row.categories) as string[],
})

/** The series of a task that repeats: from its start on, or from when it is due where it has none; null without either. */
export function seriesOfTask(
  row: Pick<TaskRow, 'start_at' | 'due_at' | 'all_day' | 'zone' | 'repeat' | 'exdates' | 'rdates'>,
): Series | null {
  const start = row.start_at ?? row.due_at
  return start === null ? null : seriesOf({ ...row, start_at: start, end_at: start })
}
