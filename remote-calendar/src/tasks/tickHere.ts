import type { TaskEntry } from '@yanshu/contracts'
import type { Saying } from '../model/words.ts'
import { tick } from './taskData.ts'
import { dueText } from './taskModel.ts'
import { dueWall } from './taskOrder.ts'
import { sayOfTask } from './words.ts'

/** Ticks a task off outside of the calendar. Answers whether it was done. */
export const tickHere = (task: TaskEntry, saying: Saying & { readonly zone: string }, now: number): Promise<boolean> =>
  tick(task, (due, allDay) => dueText(dueWall({ due, allDay }, saying.zone) ?? 0, allDay, saying, now, sayOfTask))
