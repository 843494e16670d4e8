import { holidaysOf } from '../../../calendar-model/chinese/holidays.ts'
import type { ReadTask } from '../../../calendar-model/ics/readTask.ts'
import { EventRuleRefusedError } from '../../../calendar-model/rows/errors.ts'
import { columnsOfTask, seriesOfTask, type TaskRow } from '../../../calendar-model/rows/taskRows.ts'
import { takeTurns } from '../../../platform/workers/takeTurns.ts'
import type { Context, TransactionContext } from '../../../store/context/context.ts'
import { type Trx, transact } from '../../../store/database/transact.ts'
import { newUid, requireRoom } from '../../calendar-store/index.ts'
import { nextTime } from './nextTime.ts'
import { planTaskReminders } from './taskReminders.ts'
import { insertTask, requireTaskRepeat, writeTask } from './tasks.service.ts'

/** Tasks of one transaction. */
const BATCH = 100
/** Tasks that are written before other calls run. */
const TASKS_AT_ONCE = 25

/** A task of a file, with its single times in the file. */
export interface TaskGroup {
  readonly task: ReadTask
  readonly instances: readonly ReadTask[]
}

/** The tasks of a file by their UID. Single times without their task are tasks of their own. */
export function taskGroups(tasks: readonly ReadTask[]): TaskGroup[] {
  const groups = new Map<string, { task: ReadTask | null; instances: ReadTask[] }>()
  for (const [at, one] of tasks.entries()) {
    const key = one.uid || `\0${at}`
    const group = groups.get(key) ?? { task: null, instances: [] }
    groups.set(key, group)
    if (one.recurrenceAt !== null) group.instances.push(one)
    else if (!group.task || one.sequence >= group.task.sequence) group.task = one
  }
  return [...groups.values()].flatMap(({ task, instances }) =>
    task
      ? [{ task, instances }]
      : instances.map((one) => ({ task: { ...one, uid: `${one.uid}/${one.recurrenceAt}` }, instances: [] })),
  )
}

/**
 * Writes a task of a file or a program, in place of the one with its UID. Changes of single times are kept
 * as far as a task can hold them: times that are done or called off do not come again. Throws `EventRuleRefusedError`.
 */
export async function putTask(
  trx: Trx,
  context: TransactionContext,
  { accountId, calendarId }: { readonly accountId: number; readonly calendarId: number },
  { task, instances }: TaskGroup,
  there: TaskRow | undefined,
): Promise<number> {
  const now = context.now()
  const closed = instances.filter(({ status }) => status === 'completed' || status === 'cancelled')
  const gone = closed.flatMap(({ recurrenceAt }) => (recurrenceAt === null ? [] : [recurrenceAt]))
  const columns = {
    ...columnsOfTask({ ...task, calendarId }, now, there),
    exdates: JSON.stringify([...new Set([...task.exdates, ...gone])]),
    rdates: JSON.stringify(task.rdates),
  }
  if (columns.closed_at !== null && task.completedAt !== null) columns.closed_at = task.completedAt
  if (there) {
    await requireTaskRepeat(context, { ...there, ...columns })
    const row = { ...there, ...columns }
    await writeTask(trx, context, { accountId }, there, { ...columns, ...(await afterGone(context, row, gone)) })
    await planTaskReminders(trx, context, [there.id])
    return there.id
  }
  const row = {
    ...columns,
    uid: task.uid || newUid(),
    sequence: task.sequence,
    created_at: task.createdAt || now,
    updated_at: now,
    updated_by: accountId,
  }
  await requireTaskRepeat(context, row)
  const id = await insertTask(trx, { ...row, ...(await afterGone(context, { ...row, id: 0, version: 0 }, gone)) })
  if (task.reminders.length > 0) await planTaskReminders(trx, context, [id])
  return id
}

/** Where a task stands whose present time is one of those that are over. */
async function afterGone(context: TransactionContext, row: TaskRow, gone: readonly number[]) {
  const series = seriesOfTask(row)
  if (!series || row.closed_at !== null || !gone.includes(series.start)) return {}
  return (await nextTime(row, holidaysOf(context), context.now())) ?? {}
}

/** Puts the tasks of a file into a calendar, some at a time; `mayWrite` throws where that is not allowed. */
export async function storeTasks(
  context: Context,
  place: { readonly accountId: number; readonly calendarId: number },
  tasks: readonly ReadTask[],
  mayWrite: (trx: Trx) => Promise<unknown>,
): Promise<{ added: number; updated: number; refused: { title: string; reason: 'rule' }[] }> {
  const groups = taskGroups(tasks)
  const refused: { title: string; reason: 'rule' }[] = []
  const turn = takeTurns(TASKS_AT_ONCE)
  let added = 0
  let updated = 0
  for (let begin = 0; begin < groups.length; begin += BATCH) {
    const done = await transact(
      context,
      async (trx) => {
        await mayWrite(trx)
        const outcomes: { title: string; outcome: 'added' | 'updated' | 'refused' }[] = []
        for (const group of groups.slice(begin, begin + BATCH)) {
          const { uid, due, title } = group.task
          const named = { ...group, task: { ...group.task, uid: uid || `import-${place.calendarId}-${due}-${title}` } }
          const there = await trx
            .selectFrom('task')
            .selectAll()
            .where('calendar_id', '=', place.calendarId)
            .where('uid', '=', named.task.uid)
            .executeTakeFirst()
          try {
            await putTask(trx, context, place, named, there)
            outcomes.push({ title, outcome: there ? 'updated' : 'added' })
          } catch (error) {
            if (!(error instanceof EventRuleRefusedError)) throw error
            outcomes.push({ title, outcome: 'refused' })
          }
          await turn()
        }
        await requireRoom(trx, [place.calendarId], 'task')
        return outcomes
      },
      { grows: true },
    )
    for (const { title, outcome } of done) {
      if (outcome === 'added') added += 1
      else if (outcome === 'updated') updated += 1
      else refused.push({ title, reason: 'rule' })
    }
  }
  return { added, updated, refused }
}
