import { DEFAULT_TIME_ZONE, zoneOfHours } from '@yanshu/contracts'
import type { EventRow } from '../../../calendar-model/rows/eventRows.ts'
import type { TaskRow } from '../../../calendar-model/rows/taskRows.ts'
import { mailTransportOf } from '../../../mailflow/mailTransport.ts'
import { nextAttemptAt } from '../../../mailflow/queue/retry.ts'
import type { Context, TransactionContext } from '../../../store/context/context.ts'
import { numberIn } from '../../../store/database/ids.ts'
import { type Trx, transact, within } from '../../../store/database/transact.ts'
import { dueAgain, enqueue, type JobKind, type Wanted } from '../../../store/jobs/index.ts'
import { zonesOfMany } from '../../../store/profile/settings.ts'
import { queueItip } from '../../calendar-mail/index.ts'
import { dueOf } from '../../calendar-store/index.ts'
import { reminderMail } from '../reminders/fireReminders.ts'

/** The job of a task's reminders; its key is the task's id. */
const TASK_REMINDER = 'calendar.task-reminder'

const SHOWN = 50
const MINUTE_MS = 60_000
/** Notices that are not closed are shown for this long. */
const LIFE_MS = 24 * 3_600_000

/**
 * Notes when each reminder of these tasks is due, in the transaction that changes them, instead of those that were
 * noted before. Tasks that are done or have no due date get none, nor do moments that are past.
 */
export async function planTaskReminders(
  trx: Trx,
  context: TransactionContext,
  taskIds: readonly number[],
): Promise<void> {
  if (taskIds.length === 0) return
  await trx
    .deleteFrom('task_reminder')
    .where(numberIn(context.store.engine, 'task_id', taskIds))
    .execute()
  const rows = await trx
    .selectFrom('task')
    .innerJoin('calendar', 'calendar.id', 'task.calendar_id')
    .select(['task.id', 'task.due_at', 'task.all_day', 'task.reminders', 'calendar.account_id'])
    .where(numberIn(context.store.engine, 'task.id', taskIds))
    .where('task.closed_at', 'is', null)
    .where('task.due_at', 'is not', null)
    .where('task.reminders', '<>', '[]')
    .execute()
  const wanted: Wanted[] = []
  const accountIds = [...new Set(rows.map((row) => row.account_id))]
  const zones = await zonesOfMany(within(trx, context), accountIds)
  for (const row of rows) {
    const zone = zones.get(row.account_id) ?? zoneOfHours(DEFAULT_TIME_ZONE)
    for (const minutes of JSON.parse(row.reminders) as number[]) {
      const due = dueOf(row, row.due_at ?? 0, minutes, zone)
      if (due < context.now()) continue
      await trx
        .insertInto('task_reminder')
        .values({ task_id: row.id, minutes, due_at: due, fired_at: null, closed_at: null })
        .execute()
      wanted.push({ key: `${row.id}`, at: due })
    }
  }
  await enqueue(trx, context, TASK_REMINDER, wanted)
}

/** The reminders of one task (the key). */
export const taskRemindersJob: JobKind = {
  name: TASK_REMINDER,
  atOnce: 2,
  limitMs: 120_000,
  retryAt: nextAttemptAt,
  async run(context, { key, signal }) {
    const taskId = Number(key)
    await fireDue(context, taskId, signal)
    const [next] = await waitingOf(context, taskId)
    return dueAgain(context.now(), next?.due_at)
  },
  drop: async (trx, key) => {
    await trx.deleteFrom('task_reminder').where('task_id', '=', Number(key)).execute()
  },
}

/** Reminders of a task that have not fired, the next one first; a task has few. */
const waitingOf = ({ store }: Pick<Context, 'store'>, taskId: number) =>
  store.db
    .selectFrom('task_reminder')
    .select(['task_id', 'minutes', 'due_at'])
    .where('task_id', '=', taskId)
    .where('fired_at', 'is', null)
    .orderBy('due_at')
    .execute()

/**
 * Fires every reminder of a task that is due, as a notice and, where its owner wants that, a mail. The server that writes the
 * moment first fires it, so each comes once from however many servers. One that fails stops no other; the first error is
 * thrown when the others are through.
 */
async function fireDue(context: Context, taskId: number, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = []
  const due = (await waitingOf(context, taskId)).filter((one) => one.due_at <= context.now())
  for (const one of due) {
    signal.throwIfAborted()
    try {
      if (await fire(context, one)) mailTransportOf(context).dispatcher.expect(context.now())
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

async function fire(
  context: Context,
  due: { readonly task_id: number; readonly minutes: number; readonly due_at: number },
): Promise<boolean> {
  const task = await context.store.db
    .selectFrom('task')
    .innerJoin('calendar', 'calendar.id', 'task.calendar_id')
    .selectAll('task')
    .select('calendar.account_id')
    .where('task.id', '=', due.task_id)
    .executeTakeFirst()
  if (!task) return false
  const now = context.now()
  const mail = await reminderMail(context, task.account_id, asEvent(task))
  const fired = await transact(
    context,
    async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('task_reminder')
        .set({ fired_at: now })
        .where('task_id', '=', due.task_id)
        .where('minutes', '=', due.minutes)
        .where('due_at', '=', due.due_at)
        .where('fired_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      if (mail) await queueItip(trx, context, mail.message, { from: '', to: [mail.address], releaseAt: now })
      return true
    },
    { grows: true },
  )
  if (fired) context.events.publish(task.account_id, { optType: 'event', name: 'calendar.reminder', data: {} })
  return fired && mail !== null
}

/** A task as the mail of a reminder shows it: an event at the moment at which it is due. */
const asEvent = (task: TaskRow): EventRow => ({
  id: task.id,
  calendar_id: task.calendar_id,
  series_id: null,
  recurrence_at: null,
  uid: task.uid,
  sequence: task.sequence,
  version: task.version,
  title: task.title,
  place: '',
  description: task.description,
  description_html: '',
  link: '',
  all_day: task.all_day,
  start_at: task.due_at ?? 0,
  end_at: task.due_at ?? 0,
  zone: task.zone,
  availability: 'free',
  cancelled: 0,
  private: task.private,
  color: null,
  categories: '[]',
  reminders: '[]',
  attendees: '[]',
  files: '[]',
  organizer: null,
  repeat: null,
  exdates: '[]',
  rdates: '[]',
  first_at: task.due_at ?? 0,
  last_at: task.due_at ?? 0,
  updated_at: task.updated_at,
  updated_by: task.updated_by,
  stamp: 0,
  moved_sequence: 0,
})

/** Reminders of tasks that have fired and are not closed, each task once. */
export async function listTaskNotices({ store, now }: Context, accountId: number) {
  const rows = await store.db
    .selectFrom('task_reminder as reminder')
    .innerJoin('task', 'task.id', 'reminder.task_id')
    .innerJoin('calendar', 'calendar.id', 'task.calendar_id')
    .select(['task.id', 'task.title', 'task.due_at', 'task.all_day', 'reminder.fired_at', 'reminder.due_at as due'])
    .where('calendar.account_id', '=', accountId)
    .where('reminder.fired_at', '>', now() - LIFE_MS)
    .where('reminder.closed_at', 'is', null)
    .orderBy('reminder.due_at')
    .limit(SHOWN)
    .execute()
  return [...new Map(rows.map((row) => [row.id, row])).values()].map((row) => ({
    taskId: row.id,
    due: row.due_at ?? 0,
    allDay: row.all_day === 1,
    title: row.title,
    late: Math.max(0, Math.floor(((row.fired_at ?? 0) - row.due) / MINUTE_MS) - 1),
  }))
}

/** Closes what has fired of these tasks, or shows it again after so many minutes. Those of others are skipped. */
export async function closeTaskNotices(
  context: Context,
  accountId: number,
  { taskIds, snooze }: { readonly taskIds: readonly number[]; readonly snooze?: number | undefined },
): Promise<void> {
  if (taskIds.length === 0) return
  const now = context.now()
  const again = snooze === undefined ? null : now + snooze * MINUTE_MS
  await transact(context, async (trx) => {
    const rows = await trx
      .updateTable('task_reminder')
      .set(
        again === null
          ? { closed_at: now }
          : // Everything that has fired of a task comes again together; the list names it once.
            { fired_at: null, due_at: again },
      )
      .where('task_id', 'in', (eb) =>
        eb
          .selectFrom('task')
          .innerJoin('calendar', 'calendar.id', 'task.calendar_id')
          .select('task.id')
          .where('calendar.account_id', '=', accountId)
          .where(numberIn(context.store.engine, 'task.id', taskIds)),
      )
      .where('fired_at', 'is not', null)
      .where('closed_at', 'is', null)
      .returning('task_id')
      .execute()
    if (again === null) return
    const wanted = rows.map(({ task_id }) => ({ key: `${task_id}`, at: again }))
    await enqueue(trx, context, TASK_REMINDER, wanted)
  })
  context.events.publish(accountId, { optType: 'event', name: 'calendar.reminder', data: {} })
}
