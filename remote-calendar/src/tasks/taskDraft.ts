import {
  EVENT_TEXT_MAX,
  EVENT_TITLE_MAX,
  instantOf,
  isZone,
  lengthOf,
  type TaskDetail,
  type TaskInput,
  taskProblem,
  wallOf,
} from '@yanshu/contracts'
import { DAY_MS, dayOf, dayOfIso, isoOf, MINUTE_MS, timeOf } from '@yanshu/contracts/days'
import { categoriesIn } from '../form/categories.ts'

/** What the form of a task holds: times as people write them, '' where none is written. */
export interface TaskDraft {
  readonly calendarId: number
  readonly title: string
  readonly description: string
  readonly startDay: string
  readonly startTime: string
  readonly dueDay: string
  /** '' for the whole day. */
  readonly dueTime: string
  readonly zone: string
  readonly priority: number
  readonly percent: number
  readonly done: boolean
  readonly private: boolean
  readonly categories: string
  /** Minutes before it is due; -1 for none. */
  readonly reminder: number
  /** Further reminders, which other programs have set. */
  readonly otherReminders: readonly number[]
  readonly repeat: TaskInput['repeat']
  /** Kept for what the form does not change. */
  readonly status: TaskInput['status']
}

const partsOf = (moment: number | null, { allDay, zone }: Pick<TaskDetail, 'allDay' | 'zone'>) => {
  if (moment === null) return { day: '', time: '' }
  const wall = allDay ? moment : wallOf(zone, moment)
  return { day: isoOf(dayOf(wall)), time: allDay ? '' : timeOf(wall) }
}

export function draftOfTask(task: TaskDetail): TaskDraft {
  const due = partsOf(task.due, task)
  const start = partsOf(task.start, task)
  const [reminder = -1, ...otherReminders] = task.reminders
  return {
    calendarId: task.calendarId,
    title: task.title,
    description: task.description,
    startDay: start.day,
    startTime: start.time,
    dueDay: due.day,
    dueTime: due.time,
    zone: task.zone,
    priority: task.priority,
    percent: task.percent,
    done: task.status === 'completed',
    private: task.private,
    categories: task.categories.join(', '),
    reminder,
    otherReminders,
    repeat: task.repeat,
    status: task.status,
  }
}

export type DraftProblem = NonNullable<ReturnType<typeof taskProblem>> | 'time' | 'day' | 'text-too-long'

/** The most that a field may have, and how much there is, for the words of a problem; nothing where no limit is passed. */
export function limitOfTask(draft: TaskDraft, problem: DraftProblem): { max?: number; now?: number } {
  if (problem === 'title-too-long') return { max: EVENT_TITLE_MAX, now: lengthOf(draft.title) }
  if (problem === 'text-too-long') return { max: EVENT_TEXT_MAX, now: draft.description.length }
  return {}
}

/** Milliseconds after midnight; null for what is no time. */
function minutesOf(text: string): number | null {
  const found = /^(\d{1,2}):(\d{2})$/.exec(text)
  return found ? (Number(found[1]) * 60 + Number(found[2])) * MINUTE_MS : null
}

/** What is sent, or why it cannot be. */
export function taskOfDraft(draft: TaskDraft): { task: TaskInput } | { problem: DraftProblem } {
  const zone = isZone(draft.zone) ? draft.zone : 'UTC'
  // A task that is due at an hour begins at one too (RFC 5545 §3.8.2.3).
  const allDay = draft.dueTime === '' && (draft.dueDay !== '' || draft.startTime === '')
  const moment = (day: string, time: string, least: number): number | null | DraftProblem => {
    if (day === '') return time === '' ? null : 'day'
    const at = dayOfIso(day)
    if (at === null) return 'day'
    if (allDay) return at * DAY_MS
    const clock = time === '' ? least : minutesOf(time)
    return clock === null ? 'time' : instantOf(zone, at * DAY_MS + clock)
  }
  const due = moment(draft.dueDay, draft.dueTime, 0)
  const start = moment(draft.startDay, draft.startTime, 0)
  if (typeof due === 'string') return { problem: due }
  if (typeof start === 'string') return { problem: start }
  const repeat = draft.repeat ?? null
  const problem = taskProblem({ title: draft.title, start, due, repeat })
  if (problem) return { problem }
  if (draft.description.length > EVENT_TEXT_MAX) return { problem: 'text-too-long' }
  const reminders = due === null || draft.reminder < 0 ? [] : [draft.reminder, ...draft.otherReminders]
  const open = draft.percent > 0 ? 'in-process' : 'needs-action'
  return {
    task: {
      calendarId: draft.calendarId,
      title: draft.title,
      description: draft.description,
      allDay: due === null && start === null ? true : allDay,
      start,
      due,
      zone,
      priority: draft.priority,
      status: draft.done ? 'completed' : draft.status === 'cancelled' ? 'cancelled' : open,
      percent: draft.done ? 100 : Math.min(draft.percent, 99),
      private: draft.private,
      categories: categoriesIn(draft.categories),
      reminders,
      repeat,
    },
  }
}
