import { randomBytes } from 'node:crypto'
import { TaskChangedError, TaskNotFoundError } from '../../../calendar-model/rows/errors.ts'
import type { TaskRow } from '../../../calendar-model/rows/taskRows.ts'
import type { Context, TransactionContext } from '../../../store/context/context.ts'
import { numberIn } from '../../../store/database/ids.ts'
import { type Trx, transact } from '../../../store/database/transact.ts'
import { type Asking, announceCalendars, requireWritable } from '../../calendar-store/index.ts'
import { planTaskReminders } from './taskReminders.ts'

/** How long a change can be undone. */
const LIFE_MS = 24 * 3_600_000

interface Left {
  readonly id: number
  /** null when the change has deleted it. */
  readonly version: number | null
}

const versionsOf = async (trx: Trx, { store }: Pick<TransactionContext, 'store'>, ids: readonly number[]) =>
  new Map(
    (
      await trx
        .selectFrom('task')
        .select(['id', 'version'])
        .where(numberIn(store.engine, 'id', ids))
        .execute()
    ).map(({ id, version }) => [id, version]),
  )

/** Stores what is needed to undo a change; answers its name. Entries older than a day are deleted. */
export async function keepTaskUndo(
  trx: Trx,
  context: Pick<TransactionContext, 'now' | 'store'>,
  accountId: number,
  { touched, before }: { readonly touched: readonly number[]; readonly before: readonly TaskRow[] },
): Promise<string> {
  const versions = await versionsOf(trx, context, touched)
  const after: Left[] = touched.map((id) => ({ id, version: versions.get(id) ?? null }))
  const id = randomBytes(18).toString('base64url')
  const at = context.now()
  await trx
    .deleteFrom('task_undo')
    .where('account_id', '=', accountId)
    .where('at', '<', at - LIFE_MS)
    .execute()
  await trx
    .insertInto('task_undo')
    .values({ id, account_id: accountId, at, before: JSON.stringify(before), after: JSON.stringify(after) })
    .execute()
  return id
}

/**
 * Undoes a change: every task is again as it was, with a newer version. Throws `TaskChangedError` when one of them was
 * changed since, `TaskNotFoundError` when it is too late.
 */
export async function undoTask(context: Context, asking: Asking, undo: string): Promise<void> {
  const calendarIds = await transact(context, async (trx) => {
    const kept = await trx
      .deleteFrom('task_undo')
      .where('id', '=', undo)
      .where('account_id', '=', asking.accountId)
      .returning(['before', 'after'])
      .executeTakeFirst()
    if (!kept) throw new TaskNotFoundError()
    const before = JSON.parse(kept.before) as TaskRow[]
    const after = JSON.parse(kept.after) as Left[]
    const ids = after.map(({ id }) => id)
    const now = await trx
      .selectFrom('task')
      .select(['id', 'version', 'calendar_id'])
      .where(numberIn(context.store.engine, 'id', ids))
      .execute()
    const concerned = new Set([...before, ...now].map((row) => row.calendar_id))
    for (const calendarId of concerned) await requireWritable(trx, asking.accountId, calendarId)
    for (const { id, version } of after) {
      if ((now.find((one) => one.id === id)?.version ?? null) !== version) throw new TaskChangedError()
    }
    await trx
      .deleteFrom('task')
      .where(numberIn(context.store.engine, 'id', ids))
      .execute()
    for (const row of before) {
      const left = after.find(({ id }) => id === row.id)?.version ?? 0
      await trx
        .insertInto('task')
        .values({ ...row, version: Math.max(left, row.version) + 1, sequence: row.sequence + 2 })
        .execute()
    }
    await planTaskReminders(trx, context, ids)
    return [...concerned]
  })
  await announceCalendars(context, calendarIds)
}
