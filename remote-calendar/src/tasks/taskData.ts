import type { GetData, TaskEntry, TaskInput } from '@yanshu/contracts'
import { http, perLogin } from '@yanshu/shell-api'
import { queryClient, useQuery } from '@yanshu/shell-api/query'
import { notify, undoable } from '@yanshu/ui'
import { withChanges } from './taskModel.ts'
import { sayOfTask } from './words.ts'

type TaskList = GetData<'calendar/task/list'>

export const TASKS = ['calendar', 'tasks'] as const

/** Lists the tasks, or asks only for what has changed since they were listed. */
async function readTasks(signal: AbortSignal): Promise<TaskList> {
  const before = queryClient().getQueryData<TaskList>(TASKS)
  if (before) {
    const { tokens } = before
    const since = await http.post('calendar/task/changes', { tokens }, { signal, silent: true })
    // The list may have been changed here while the answer was on its way.
    if (!since.again) return withChanges(queryClient().getQueryData<TaskList>(TASKS) ?? before, since)
  }
  return http.get('calendar/task/list', {}, { signal, silent: true })
}

const NONE: readonly TaskEntry[] = []

export function useTasks() {
  const { data, isError, refetch } = useQuery({ queryKey: TASKS, queryFn: ({ signal }) => readTasks(signal) })
  return {
    tasks: data?.tasks ?? NONE,
    ready: data !== undefined,
    shortened: data?.shortened ?? false,
    failed: isError && data === undefined,
    retry: () => void refetch(),
  }
}

const taskNow = (taskId: number): TaskEntry | undefined =>
  queryClient()
    .getQueryData<TaskList>(TASKS)
    ?.tasks.find((one) => one.taskId === taskId)

function showTask(taskId: number, next: TaskEntry | null): void {
  queryClient().setQueryData<TaskList>(TASKS, (data) =>
    data ? { ...data, tasks: data.tasks.flatMap((one) => (one.taskId !== taskId ? [one] : next ? [next] : [])) } : data,
  )
}

/** The last change made here, until its outcome has been read: the next one needs the new version. */
const turns = perLogin(() => ({ last: Promise.resolve() as Promise<unknown> }))

const readAgain = () => queryClient().invalidateQueries({ queryKey: ['calendar'] })

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = turns()
  const done = mine.last.then(work, work)
  mine.last = done.then(readAgain, readAgain)
  return done
}

interface Said {
  readonly key: string
  readonly values?: Record<string, string>
}

/** Makes a change, at once on the screen; shows what was done and offers to take it back. Answers whether it was done. */
async function change<T extends { undo: string }>(
  task: Pick<TaskEntry, 'taskId' | 'version' | 'title'>,
  guess: ((now: TaskEntry) => TaskEntry | null) | null,
  call: (target: { taskId: number; version: number }) => Promise<T>,
  said: (done: T) => Said,
): Promise<boolean> {
  const before = taskNow(task.taskId)
  if (before && guess) showTask(task.taskId, guess(before))
  try {
    const done = await inTurn(() =>
      call({ taskId: task.taskId, version: Math.max(task.version, taskNow(task.taskId)?.version ?? 0) }),
    )
    const { key, values } = said(done)
    undoable(sayOfTask(key, { title: task.title, ...values }), () => takeBack(done.undo))
    return true
  } catch {
    // The shell has shown why. What was shown is taken back, unless it has been read meanwhile.
    if (before && guess && (taskNow(task.taskId)?.version ?? before.version) === before.version) {
      if (taskNow(task.taskId)) showTask(task.taskId, before)
      else queryClient().setQueryData<TaskList>(TASKS, (data) => data && { ...data, tasks: [...data.tasks, before] })
    }
    return false
  }
}

/** Undoes a change, and shows when it is too late. */
function takeBack(undo: string): void {
  inTurn(() => http.post('calendar/task/undo', { undo })).then(
    () => notify.info(sayOfTask('done.undone')),
    // The shell has shown why.
    () => undefined,
  )
}

/** Ticks a task off, or opens it again. `dayText` shows when one that repeats is due next. */
export const tick = (task: TaskEntry, dayText: (next: number, allDay: boolean) => string): Promise<boolean> => {
  const done = task.closedAt === null
  return change(
    task,
    (now) => ({
      ...now,
      status: done ? 'completed' : 'needs-action',
      percent: done ? 100 : 0,
      closedAt: done ? Date.now() : null,
    }),
    (target) => http.post('calendar/task/done', { ...target, done }),
    ({ next }) =>
      next !== null
        ? { key: 'done.next', values: { day: dayText(next, task.allDay) } }
        : { key: done ? 'done.ticked' : 'done.opened' },
  )
}

/** Makes a task due at another time. */
export const moveDue = (task: TaskEntry, due: number, allDay: boolean, day: string): Promise<boolean> =>
  change(
    task,
    (now) => ({ ...now, due, allDay }),
    (target) => http.post('calendar/task/move', { ...target, due, allDay }),
    () => ({ key: 'done.moved', values: { day } }),
  )

export const removeTask = (task: Pick<TaskEntry, 'taskId' | 'version' | 'title'>): Promise<boolean> =>
  change(
    task,
    () => null,
    (target) => http.post('calendar/task/delete', target),
    () => ({ key: 'done.deleted' }),
  )

/** Saves a task. Rejects with the `ApiError` of the server; 409202 is left to the caller to show. */
export async function saveTask(task: TaskInput, target: { taskId: number; version: number } | null): Promise<void> {
  const { undo } = await inTurn(() =>
    http.post('calendar/task/save', { task, ...(target ? { target } : {}) }, { silent: target !== null }),
  )
  const key = target ? 'done.saved' : 'done.created'
  undoable(sayOfTask(key, { title: task.title }), () => takeBack(undo))
}
