import { type TaskFields, taskProblem } from '@yanshu/contracts'
import { holidaysOf } from '../../../calendar-model/chinese/holidays.ts'
import {
  CalendarNotFoundError,
  EventRuleRefusedError,
  TaskChangedError,
  TaskNotFoundError,
} from '../../../calendar-model/rows/errors.ts'
import {
  columnsOfTask,
  fieldsOfTask,
  isClosed,
  type NewTaskRow,
  seriesOfTask,
  type TaskRow,
} from '../../../calendar-model/rows/taskRows.ts'
import { BadRequestError } from '../../../platform/http/errors.ts'
import type { Context, TransactionContext } from '../../../store/context/context.ts'
import { type Trx, transact } from '../../../store/database/transact.ts'
import { type Asking, announceCalendars, newUid, requireRoom, requireWritable } from '../../calendar-store/index.ts'
import { movedRepeat, nextTime } from './nextTime.ts'
import { planTaskReminders } from './taskReminders.ts'
import { keepTaskUndo } from './undoTask.ts'

export interface TaskTarget {
  readonly taskId: number
  readonly version: number
}

export interface ChangedTask {
  readonly taskId: number
  readonly version: number
  readonly undo: string
}

/** What a change has done, inside of its transaction. */
interface Done {
  readonly taskId: number
  /** Tasks that are new or other than before. */
  readonly touched: readonly number[]
  readonly before: readonly TaskRow[]
  readonly calendarIds: readonly number[]
}

/** Creates a task. Throws `CalendarNotFoundError`, `ForbiddenError`, `EventRuleRefusedError`, `CalendarFullError`. */
export const createTask = (context: Context, asking: Asking, task: TaskFields): Promise<ChangedTask> =>
  change(context, asking, async (trx) => {
    await requireWritable(trx, asking.accountId, task.calendarId)
    const now = context.now()
    const row = {
      ...columnsOfTask(task, now),
      uid: newUid(),
      created_at: now,
      updated_at: now,
      updated_by: asking.accountId,
    }
    await requireTaskRepeat(context, { ...row, exdates: '[]', rdates: '[]' })
    const id = await insertTask(trx, row)
    await requireRoom(trx, [task.calendarId], 'task')
    return { taskId: id, touched: [id], before: [], calendarIds: [task.calendarId] }
  })

/** Changes a task. Throws `TaskChangedError` where it is not as it was seen. */
export const updateTask = (
  context: Context,
  asking: Asking,
  target: TaskTarget,
  task: TaskFields,
): Promise<ChangedTask> =>
  change(context, asking, async (trx) => {
    const row = await requireTask(trx, context, asking, target)
    if (task.calendarId !== row.calendar_id) {
      await requireWritable(trx, asking.accountId, task.calendarId)
      if (row.private === 1) await requireSameOwner(trx, row.calendar_id, task.calendarId)
    }
    const columns = columnsOfTask(task, context.now(), row)
    const same = columns.repeat === row.repeat && columns.start_at === row.start_at && columns.due_at === row.due_at
    const times = same ? {} : { exdates: '[]', rdates: '[]' }
    await requireTaskRepeat(context, { ...row, ...columns, ...times })
    await writeTask(trx, context, asking, row, { ...columns, ...times })
    if (task.calendarId !== row.calendar_id) await requireRoom(trx, [task.calendarId], 'task')
    return { taskId: row.id, touched: [row.id], before: [row], calendarIds: [row.calendar_id, task.calendarId] }
  })

/** Makes a task due at another time; its start moves as far. */
export const moveTask = (
  context: Context,
  asking: Asking,
  target: TaskTarget,
  { due, allDay }: { readonly due: number; readonly allDay: boolean },
): Promise<ChangedTask> =>
  change(context, asking, async (trx) => {
    const row = await requireTask(trx, context, asking, target)
    // A day and a clock have nothing in common to move a start by.
    const start =
      row.start_at === null || row.due_at === null || allDay !== (row.all_day === 1)
        ? null
        : row.start_at + (due - row.due_at)
    if (taskProblem({ ...fieldsOfTask(row), start, due })) throw new BadRequestError(['due'])
    const columns = {
      start_at: start,
      due_at: due,
      all_day: allDay ? 1 : 0,
      repeat: await movedRepeat(row, start ?? due, allDay),
      exdates: '[]',
      rdates: '[]',
    }
    await requireTaskRepeat(context, { ...row, ...columns })
    await writeTask(trx, context, asking, row, columns)
    return { taskId: row.id, touched: [row.id], before: [row], calendarIds: [row.calendar_id] }
  })

/**
 * Ticks a task off, or opens it again. One that repeats goes on to its next time, and what was done stays as a task of
 * its own; its last time is ticked off like any other.
 */
export async function tickTask(
  context: Context,
  asking: Asking,
  target: TaskTarget,
  done: boolean,
): Promise<ChangedTask & { next: number | null }> {
  let next: number | null = null
  const changed = await change(context, asking, async (trx) => {
    const row = await requireTask(trx, context, asking, target)
    const before = [row]
    const calendarIds = [row.calendar_id]
    const now = context.now()
    if (!done) {
      await writeTask(trx, context, asking, row, { status: 'needs-action', percent: 0, closed_at: null })
      return { taskId: row.id, touched: [row.id], before, calendarIds }
    }
    const closed = { status: 'completed', percent: 100, closed_at: now } as const
    const time = isClosed(row.status) ? null : await nextTime(row, holidaysOf(context), now)
    if (!time) {
      await writeTask(trx, context, asking, row, { ...closed, closed_at: row.closed_at ?? now })
      return { taskId: row.id, touched: [row.id], before, calendarIds }
    }
    next = time.due_at
    await writeTask(trx, context, asking, row, { ...time, status: 'needs-action', percent: 0, closed_at: null })
    const { id: _, ...columns } = row
    const copy = { ...columns, ...closed, repeat: null, exdates: '[]', rdates: '[]', uid: newUid() }
    const record = await insertTask(trx, { ...copy, updated_at: now, updated_by: asking.accountId })
    return { taskId: row.id, touched: [row.id, record], before, calendarIds }
  })
  return { ...changed, next }
}

/** Deletes a task. */
export const deleteTask = (context: Context, asking: Asking, target: TaskTarget): Promise<ChangedTask> =>
  change(context, asking, async (trx) => {
    const row = await requireTask(trx, context, asking, target)
    await trx.deleteFrom('task').where('id', '=', row.id).execute()
    return { taskId: row.id, touched: [row.id], before: [row], calendarIds: [row.calendar_id] }
  })

async function change(context: Context, asking: Asking, work: (trx: Trx) => Promise<Done>): Promise<ChangedTask> {
  const { done, undo, version } = await transact(
    context,
    async (trx) => {
      const done = await work(trx)
      const undo = await keepTaskUndo(trx, context, asking.accountId, done)
      await planTaskReminders(trx, context, done.touched)
      const row = await trx.selectFrom('task').select('version').where('id', '=', done.taskId).executeTakeFirst()
      return { done, undo, version: row?.version ?? 0 }
    },
    { grows: true },
  )
  await announceCalendars(context, done.calendarIds)
  return { taskId: done.taskId, version, undo }
}

/** A task as it was seen, for an account that may change it. Its row is locked until the transaction ends. */
async function requireTask(
  trx: Trx,
  context: TransactionContext,
  asking: Asking,
  { taskId, version }: TaskTarget,
): Promise<TaskRow> {
  let query = trx.selectFrom('task').selectAll().where('id', '=', taskId)
  if (context.store.engine === 'postgres') query = query.forUpdate()
  const row = await query.executeTakeFirst()
  if (!row) throw new TaskNotFoundError()
  const { level } = await requireWritable(trx, asking.accountId, row.calendar_id).catch((error: unknown) => {
    throw error instanceof CalendarNotFoundError ? new TaskNotFoundError() : error
  })
  // Accounts other than the owner do not see private tasks.
  if (row.private === 1 && level !== 'own') throw new TaskNotFoundError()
  if (row.version !== version) throw new TaskChangedError()
  return row
}

/** A private task in another account's calendar would be hidden from its author. */
async function requireSameOwner(trx: Trx, from: number, to: number): Promise<void> {
  const owners = await trx
    .selectFrom('calendar')
    .select('account_id')
    .distinct()
    .where('id', 'in', [from, to])
    .execute()
  if (owners.length > 1) throw new BadRequestError(['private'])
}

/** Throws `EventRuleRefusedError` for a rule that cannot be read, or that happens too often. */
export async function requireTaskRepeat(
  context: TransactionContext,
  row: Parameters<typeof seriesOfTask>[0],
): Promise<void> {
  const series = seriesOfTask(row)
  if (row.repeat === null) return
  if (!series) throw new EventRuleRefusedError()
  const { requireRepeat } = await import('../../../calendar-model/recurrence/expand.ts')
  requireRepeat(series, holidaysOf(context))
}

export async function insertTask(trx: Trx, row: NewTaskRow): Promise<number> {
  const { id } = await trx.insertInto('task').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Writes columns of a task as its next version. */
export async function writeTask(
  trx: Trx,
  { now }: Pick<TransactionContext, 'now'>,
  { accountId }: Pick<Asking, 'accountId'>,
  row: TaskRow,
  columns: Partial<NewTaskRow>,
): Promise<void> {
  await trx
    .updateTable('task')
    .set({
      ...columns,
      version: row.version + 1,
      sequence: row.sequence + 1,
      updated_at: now(),
      updated_by: accountId,
    })
    .where('id', '=', row.id)
    .execute()
}
