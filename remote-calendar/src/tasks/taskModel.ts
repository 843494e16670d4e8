import type { CalendarEntry, GetData, PostData, TaskEntry } from '@yanshu/contracts'
import { DAY_MS, dayOf, startOfWeek } from '@yanshu/contracts/days'
import type { Placed } from '../model/placed.ts'
import { clock, type Saying, shortDay, weekdayLong } from '../model/words.ts'
import { dueWall, isLate } from './taskOrder.ts'
import type { TaskSay } from './words.ts'

export const GROUPS = ['late', 'today', 'week', 'later', 'none', 'done'] as const
export type Group = (typeof GROUPS)[number]

export function groupOf(task: TaskEntry, zone: string, now: number, weekStart: number): Group {
  const wall = dueWall(task, zone)
  if (task.closedAt !== null) return 'done'
  if (wall === null) return 'none'
  const day = dayOf(wall)
  const today = dayOf(now)
  if (day < today || isLate(task, zone, now)) return 'late'
  if (day === today) return 'today'
  return day < startOfWeek(today, weekStart) + 7 ? 'week' : 'later'
}

export interface Shown {
  readonly calendars: readonly CalendarEntry[]
  readonly showDone: boolean
}

/** The tasks of calendars that are on the screen; done ones where they are wanted. */
export function shownTasks(tasks: readonly TaskEntry[], { calendars, showDone }: Shown): TaskEntry[] {
  const shown = new Set(calendars.filter((one) => one.shown).map(({ calendarId }) => calendarId))
  return tasks.filter(({ calendarId, closedAt }) => shown.has(calendarId) && (closedAt === null || showDone))
}

/** Tasks as bars on the days on which they are due, from one day to another. */
export function placeTasks(
  tasks: readonly TaskEntry[],
  saying: Saying & { readonly zone: string },
  now: number,
  { from, to }: { readonly from: number; readonly to: number },
): Placed[] {
  return tasks.flatMap((task) => {
    const wall = dueWall(task, saying.zone)
    if (wall === null) return []
    const day = dayOf(wall)
    if (day < from || day > to) return []
    const start = day * DAY_MS
    const key = `task:${task.taskId}`
    return [
      {
        instance: {
          eventId: -task.taskId,
          calendarId: task.calendarId,
          at: start,
          start,
          end: start + DAY_MS,
          allDay: true,
          title: task.allDay ? task.title : `${task.title} ${clock(saying, wall)}`,
          place: '',
          color: null,
          availability: 'free',
          cancelled: task.closedAt !== null,
          private: task.private,
          repeats: task.repeats,
          exception: false,
          people: 0,
          answer: '',
          version: task.version,
        },
        key,
        startWall: start,
        endWall: start + DAY_MS,
        firstDay: day,
        lastDay: day,
        bar: true,
        task: { taskId: task.taskId, done: task.closedAt !== null, late: isLate(task, saying.zone, now) },
      } satisfies Placed,
    ]
  })
}

/** A due date as people say it: `今天 18:00`, `Friday`, `Nov 30`. */
export function dueText(wall: number, allDay: boolean, saying: Saying, now: number, say: TaskSay): string {
  const day = dayOf(wall)
  const away = day - dayOf(now)
  const near = new Map([
    [-1, 'yesterday'],
    [0, 'today'],
    [1, 'tomorrow'],
  ]).get(away)
  const said = near
    ? say(near)
    : away > 0 && away < 7
      ? weekdayLong(saying.language, (((day + 4) % 7) + 7) % 7)
      : shortDay(saying.language, day)
  return allDay ? said : `${said} ${clock(saying, wall)}`
}

/** What was listed before, with what has changed since. */
export function withChanges(
  before: GetData<'calendar/task/list'>,
  since: PostData<'calendar/task/changes'>,
): GetData<'calendar/task/list'> {
  const gone = new Set(since.gone)
  const removed = new Set(since.removed.map(({ calendarId, uid }) => `${calendarId} ${uid}`))
  const changed = new Set(since.tasks.map(({ taskId }) => taskId))
  const kept = before.tasks.filter(
    ({ taskId, calendarId, uid }) =>
      !changed.has(taskId) && !gone.has(calendarId) && !removed.has(`${calendarId} ${uid}`),
  )
  return { ...before, tasks: [...kept, ...since.tasks], tokens: since.tokens }
}
