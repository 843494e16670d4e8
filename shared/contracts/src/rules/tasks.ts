import { EVENT_TITLE_MAX } from './calendar.ts'
import { lengthOf } from './names.ts'

/** Tasks that one answer lists. */
export const TASKS_SHOWN_MAX = 5_000
/** Days for which tasks that are done are listed. */
export const TASKS_DONE_DAYS = 90

export type TaskProblem = 'title-required' | 'title-too-long' | 'starts-after' | 'repeat-without-due'

/** Checks what a task must have: a title, a start that is not after its due date, and a due date where it repeats. */
export function taskProblem(task: {
  title: string
  start: number | null
  due: number | null
  repeat: object | null
}): TaskProblem | null {
  const title = task.title.trim()
  if (title === '') return 'title-required'
  if (lengthOf(title) > EVENT_TITLE_MAX) return 'title-too-long'
  if (task.start !== null && task.due !== null && task.start > task.due) return 'starts-after'
  return task.repeat !== null && task.due === null ? 'repeat-without-due' : null
}
