import { z } from 'zod'
import { Code } from '../codes.ts'
import { taskProblem } from '../rules/tasks.ts'
import { calendarMoment } from './calendarShapes.ts'
import { epochMs, get, ok, post, written } from './define.ts'
import { idOf, queryIdOf } from './names.ts'
import { taskDetail, taskEntry, taskFields, taskToken } from './taskShapes.ts'

/** A change that was made, and how to take it back. */
const changed = z.object({
  taskId: idOf('task'),
  version: z.number().int(),
  undo: z.string(),
})

/** The task, and the version that was seen; another one is refused with 409202. */
const target = { taskId: idOf('task'), version: z.number().int() }

const listed = {
  tasks: z.array(taskEntry),
  /** How far this is, for `calendar/task/changes`. */
  tokens: z.array(taskToken),
}

export const taskCalls = [
  get('calendar/task/list', {
    switchedBy: 'calendarEnable',
    title: 'Open tasks of all calendars one may read, and those that were done in the last ninety days',
    data: z.object({
      ...listed,
      /** Whether there are more than are listed. */
      shortened: z.boolean(),
    }),
  }),
  post('calendar/task/changes', {
    switchedBy: 'calendarEnable',
    title: 'What has changed of tasks since they were listed',
    body: z.object({ tokens: z.array(taskToken).max(500) }),
    data: z.object({
      ...listed,
      removed: z.array(z.object({ calendarId: idOf('calendar'), uid: z.string() })),
      /** Calendars that one may no longer read. */
      gone: z.array(idOf('task')),
      /** Too much has changed: list them again. */
      again: z.boolean(),
    }),
  }),
  get('calendar/task/get', {
    switchedBy: 'calendarEnable',
    title: 'A task in full',
    query: z.object({ taskId: queryIdOf('task') }),
    data: taskDetail,
    errors: [Code.taskNotFound],
  }),
  post('calendar/task/save', {
    switchedBy: 'calendarEnable',
    title: 'Create a task, or change one',
    body: z
      .object({ target: z.object(target).optional(), task: taskFields })
      .refine(({ task }) => taskProblem(task) === null, { path: ['task'] }),
    data: changed,
    errors: [
      Code.calendarFull,
      Code.calendarNotFound,
      Code.taskNotFound,
      Code.taskChanged,
      Code.eventRuleRefused,
      Code.forbidden,
    ],
  }),
  post('calendar/task/done', {
    switchedBy: 'calendarEnable',
    title: 'Tick a task off, or open it again; one that repeats goes on to its next time',
    body: z.object({ ...target, done: z.boolean() }),
    data: changed.extend({
      /** When it is due next, for one that goes on. */
      next: epochMs.nullable(),
    }),
    errors: [Code.taskNotFound, Code.taskChanged, Code.forbidden],
  }),
  post('calendar/task/move', {
    switchedBy: 'calendarEnable',
    title: 'Make a task due at another time; its start moves as far',
    body: z.object({ ...target, due: calendarMoment, allDay: z.boolean() }),
    data: changed,
    errors: [Code.taskNotFound, Code.taskChanged, Code.eventRuleRefused, Code.forbidden],
  }),
  post('calendar/task/delete', {
    switchedBy: 'calendarEnable',
    title: 'Delete a task',
    body: z.object(target),
    data: changed,
    errors: [Code.taskNotFound, Code.taskChanged, Code.forbidden],
  }),
  post('calendar/task/undo', {
    switchedBy: 'calendarEnable',
    title: 'Take a change of a task back, while nobody has changed it again',
    body: z.object({ undo: written(80) }),
    data: ok,
    errors: [Code.taskNotFound, Code.taskChanged, Code.forbidden],
  }),
  post('calendar/task/createIcs', {
    switchedBy: 'calendarEnable',
    title: 'A task as iCalendar text (RFC 5545), to be saved',
    body: z.object({ taskId: idOf('task') }),
    data: z.object({ fileName: z.string(), ics: z.string() }),
    errors: [Code.taskNotFound],
  }),
] as const
