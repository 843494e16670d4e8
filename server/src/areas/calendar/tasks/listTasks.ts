import {
  type CalendarLevel,
  type GetData,
  type PostData,
  TASKS_DONE_DAYS,
  TASKS_SHOWN_MAX,
  type TaskDetail,
  type TaskEntry,
  type TaskToken,
} from '@yanshu/contracts'
import { sql } from 'kysely'
import { TaskNotFoundError } from '../../../calendar-model/rows/errors.ts'
import { DAY_MS } from '../../../calendar-model/rows/series.ts'
import { ENTRY_COLUMNS, entryOfTask, fieldsOfTask, type TaskRow } from '../../../calendar-model/rows/taskRows.ts'
import type { Context } from '../../../store/context/context.ts'
import { numberIn } from '../../../store/database/ids.ts'
import { type Asking, allows, seenCalendars } from '../../calendar-store/index.ts'

const FOUND = 12
/** Tasks of the card on the home page, which shows fewer. */
const DUE_MAX = 50
/** Changes of one answer; with more it is quicker to list again. */
const CHANGES_MAX = 1_000

/** The calendars of which an account may read tasks: where only times may be seen, there are none. */
async function readable(context: Context, accountId: number): Promise<ReadonlyMap<number, CalendarLevel>> {
  const seen = await seenCalendars(context.store.db, accountId)
  return new Map(seen.filter(({ level }) => allows(level, 'view')).map(({ id, level }) => [id, level]))
}

/** Tasks of some calendars that their reader may see: private ones are their owner's alone. */
function select({ store }: Context, calendars: ReadonlyMap<number, CalendarLevel>) {
  const own = [...calendars].filter(([, level]) => level === 'own').map(([id]) => id)
  return store.db
    .selectFrom('task')
    .select(ENTRY_COLUMNS)
    .where(numberIn(store.engine, 'calendar_id', [...calendars.keys()]))
    .where((eb) => eb.or([eb('private', '=', 0), numberIn(store.engine, 'calendar_id', own)]))
}

/** How far each calendar's changes go. */
async function tokensOf({ store }: Context, ids: readonly number[]): Promise<TaskToken[]> {
  const rows = await store.db
    .selectFrom('calendar_sync')
    .select(['calendar_id', 'seq'])
    .where(numberIn(store.engine, 'calendar_id', ids))
    .execute()
  const seqs = new Map(rows.map(({ calendar_id, seq }) => [calendar_id, seq]))
  return ids.map((calendarId) => ({ calendarId, seq: seqs.get(calendarId) ?? 0 }))
}

/** Open tasks, those that are due first before the others, and those that were closed lately. */
export async function listTasks(context: Context, asking: Asking): Promise<GetData<'calendar/task/list'>> {
  const calendars = await readable(context, asking.accountId)
  if (calendars.size === 0) return { tasks: [], tokens: [], shortened: false }
  // Before the tasks: what changes in between is listed again, and not lost.
  const tokens = await tokensOf(context, [...calendars.keys()])
  const since = context.now() - TASKS_DONE_DAYS * DAY_MS
  const rows = await select(context, calendars)
    .where((eb) => eb.or([eb('closed_at', 'is', null), eb('closed_at', '>', since)]))
    .orderBy(sql`closed_at is not null`)
    .orderBy(sql`coalesce(due_at, ${Number.MAX_SAFE_INTEGER})`)
    .orderBy('id')
    .limit(TASKS_SHOWN_MAX + 1)
    .execute()
  return {
    tasks: rows.slice(0, TASKS_SHOWN_MAX).map(entryOfTask),
    tokens,
    shortened: rows.length > TASKS_SHOWN_MAX,
  }
}

/** What has changed of tasks since they were listed, by the numbers that each change of a calendar has. */
export async function taskChanges(
  context: Context,
  asking: Asking,
  known: readonly TaskToken[],
): Promise<PostData<'calendar/task/changes'>> {
  const { store } = context
  const calendars = await readable(context, asking.accountId)
  const tokens = await tokensOf(context, [...calendars.keys()])
  const before = new Map(known.map(({ calendarId, seq }) => [calendarId, seq]))
  const nothing = { tasks: [], removed: [], gone: [], tokens, again: true }
  // A calendar that is new to its reader, and a store that was put back to an older state.
  if (tokens.some(({ calendarId, seq }) => (before.get(calendarId) ?? Number.POSITIVE_INFINITY) > seq)) return nothing
  const changed = tokens.filter(({ calendarId, seq }) => seq > (before.get(calendarId) ?? 0))
  const tasks: TaskEntry[] = []
  const removed: { calendarId: number; uid: string }[] = []
  for (const { calendarId, seq } of changed) {
    const objects = await store.db
      .selectFrom('calendar_object')
      .select('uid')
      .where('calendar_id', '=', calendarId)
      .where('seq', '>', before.get(calendarId) ?? 0)
      .where('seq', '<=', seq)
      .limit(CHANGES_MAX)
      .execute()
    const uids = objects.map(({ uid }) => uid)
    if (tasks.length + removed.length + uids.length >= CHANGES_MAX) return nothing
    if (uids.length === 0) continue
    const rows = await select(context, new Map([[calendarId, calendars.get(calendarId) ?? 'view']]))
      .where('uid', 'in', uids)
      .execute()
    const there = new Set(rows.map(({ uid }) => uid))
    tasks.push(...rows.map(entryOfTask))
    // Events have numbers of the same kind; to remove one that was never listed does nothing.
    removed.push(...uids.filter((uid) => !there.has(uid)).map((uid) => ({ calendarId, uid })))
  }
  const gone = [...before.keys()].filter((calendarId) => !calendars.has(calendarId))
  return { tasks, removed, gone, tokens, again: false }
}

/** A task in full. Throws `TaskNotFoundError`, also where its calendar shows times alone. */
export async function readTask(context: Context, asking: Asking, taskId: number): Promise<TaskDetail> {
  const { row, level } = await readableTask(context, asking, taskId)
  const { name = '' } =
    (await context.store.db.selectFrom('account').select('name').where('id', '=', row.updated_by).executeTakeFirst()) ??
    {}
  return {
    ...fieldsOfTask(row),
    taskId,
    version: row.version,
    level,
    closedAt: row.closed_at,
    updatedAt: row.updated_at,
    updatedBy: name,
  }
}

/** The row of a task that the caller may read, with what it may do with it. Throws `TaskNotFoundError`. */
export async function readableTask(
  { store }: Context,
  asking: Asking,
  taskId: number,
): Promise<{ readonly row: TaskRow; readonly level: CalendarLevel }> {
  const row = await store.db.selectFrom('task').selectAll().where('id', '=', taskId).executeTakeFirst()
  const [calendar] = row ? await seenCalendars(store.db, asking.accountId, [row.calendar_id]) : []
  if (!row || !calendar || !allows(calendar.level, 'view')) throw new TaskNotFoundError()
  if (row.private === 1 && calendar.level !== 'own') throw new TaskNotFoundError()
  return { row, level: calendar.level }
}

/** Open tasks of the calendars that the account shows which are due before a moment, also those that are late. */
export async function tasksDue(
  context: Context,
  asking: Asking,
  shown: readonly number[],
  before: number,
): Promise<TaskEntry[]> {
  const all = await readable(context, asking.accountId)
  const calendars = new Map([...all].filter(([id]) => shown.includes(id)))
  if (calendars.size === 0) return []
  const rows = await select(context, calendars)
    .where('closed_at', 'is', null)
    .where('due_at', '<', before)
    .orderBy('due_at')
    .limit(DUE_MAX)
    .execute()
  return rows.map(entryOfTask)
}

/** Tasks whose title has these words; open ones first, then by when they are due. */
export async function searchTasks(context: Context, asking: Asking, keyword: string): Promise<TaskEntry[]> {
  const words = keyword.trim().toLowerCase().split(/\s+/).filter(Boolean).slice(0, 5)
  const calendars = await readable(context, asking.accountId)
  if (words.length === 0 || calendars.size === 0) return []
  let query = select(context, calendars)
  for (const word of words) {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where(sql<boolean>`lower(title) like ${pattern} escape '\\'`)
  }
  const rows = await query
    .orderBy(sql`closed_at is not null`)
    .orderBy(sql`coalesce(due_at, ${Number.MAX_SAFE_INTEGER})`)
    .limit(FOUND)
    .execute()
  return rows.map(entryOfTask)
}
