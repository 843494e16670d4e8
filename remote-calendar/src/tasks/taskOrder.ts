import { type TaskEntry, wallOf } from '@yanshu/contracts'
import { dayOf } from '@yanshu/contracts/days'

/** When a task is due on the clock of a zone; null when it has no due date. */
export const dueWall = ({ due, allDay }: Pick<TaskEntry, 'due' | 'allDay'>, zone: string): number | null =>
  due === null ? null : allDay ? due : wallOf(zone, due)

/** Whether a task is late: its day is over, or its time of today is. */
export function isLate(task: Pick<TaskEntry, 'due' | 'allDay' | 'closedAt'>, zone: string, now: number): boolean {
  const wall = dueWall(task, zone)
  if (wall === null || task.closedAt !== null) return false
  return task.allDay ? dayOf(wall) < dayOf(now) : wall < now
}

const rank = ({ priority }: TaskEntry): number => (priority === 0 ? 5 : priority)

/** Tasks in the order in which they are to be done; done ones by when they were. */
export const inOrderOfDue =
  (zone: string) =>
  (a: TaskEntry, b: TaskEntry): number =>
    (b.closedAt ?? 0) - (a.closedAt ?? 0) ||
    (dueWall(a, zone) ?? Number.MAX_SAFE_INTEGER) - (dueWall(b, zone) ?? Number.MAX_SAFE_INTEGER) ||
    rank(a) - rank(b) ||
    a.taskId - b.taskId
