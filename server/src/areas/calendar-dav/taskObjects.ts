import { setImmediate } from 'node:timers/promises'
import { instantOf } from '@yanshu/contracts'
import type { Kysely } from 'kysely'
import { holidaysOf } from '../../calendar-model/chinese/holidays.ts'
import { keptOfTime, NOTHING_KEPT, readKept } from '../../calendar-model/ics/kept.ts'
import { DAY_MS } from '../../calendar-model/rows/series.ts'
import { seriesOfTask, type TaskRow } from '../../calendar-model/rows/taskRows.ts'
import type { DavContent } from '../../platform/dav/davService.ts'
import type { Context } from '../../store/context/context.ts'
import type { Schema } from '../../store/database/schema.ts'
import type { Window } from './expandObject.ts'
import { type CalendarObject, etagOf, hidesPrivate, objectName, type Shown } from './shown.ts'

/** Tasks that are read at once. */
const PAGE = 200
/** Tasks that are expanded before other calls run. */
const EXPANDED_AT_ONCE = 20
/** Days in which a task that repeats is looked for; a window may be without an end. */
const LOOKED_AHEAD = 800

/** A task with what programs call it. */
export interface TaskObject {
  readonly object: CalendarObject
  readonly row: TaskRow
}

/** The tasks of a calendar that its reader may see. */
function select(db: Kysely<Schema>, shown: Shown) {
  const all = db
    .selectFrom('task')
    .innerJoin('calendar_object', (join) =>
      join.onRef('calendar_object.calendar_id', '=', 'task.calendar_id').onRef('calendar_object.uid', '=', 'task.uid'),
    )
    .selectAll('task')
    .select(['calendar_object.seq', 'calendar_object.dav_name', 'calendar_object.extra'])
    .where('task.calendar_id', '=', shown.id)
  return hidesPrivate(shown) ? all.where('task.private', '=', 0) : all
}

type Selected = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

const objectOf = (shown: Shown, { seq, dav_name, extra, ...row }: Selected): TaskObject => ({
  row,
  object: {
    kind: 'task',
    uid: row.uid,
    name: objectName({ dav_name, uid: row.uid }),
    etag: etagOf(shown.id, seq),
    modifiedAt: row.updated_at,
    extra,
  },
})

/** The tasks of a calendar, or those of a window, some at a time. */
export async function* taskPagesOf(
  context: Context,
  shown: Shown,
  window: Window | null = null,
): AsyncGenerator<CalendarObject[]> {
  for (let after = ''; ; ) {
    const rows = await select(context.store.db, shown)
      .where('task.uid', '>', after)
      .orderBy('task.uid')
      .limit(PAGE)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    after = last.uid
    const found: CalendarObject[] = []
    for (const [at, row] of rows.entries()) {
      if (window && row.repeat !== null && at % EXPANDED_AT_ONCE === 0) await setImmediate()
      if (!window || (await isIn(context, row, window))) found.push(objectOf(shown, row).object)
    }
    yield found
  }
}

/**
 * Whether a task is in a window (RFC 4791 §9.9): between its start and when it is due, or at the one of them that it has;
 * one with neither is in every window.
 */
async function isIn(context: Context, row: TaskRow, { from, to }: Window): Promise<boolean> {
  const moment = (ms: number) => (row.all_day === 1 ? instantOf(row.zone, ms) : ms)
  const series = seriesOfTask(row)
  if (!series) return true
  const length = (row.due_at ?? series.start) - series.start
  const during = (start: number) => {
    const end = moment(start + length) + (row.all_day === 1 ? DAY_MS : 0)
    return moment(start) < to && end >= from
  }
  if (!series.repeat || during(series.start)) return during(series.start)
  const { expandSeries } = await import('../../calendar-model/recurrence/expand.ts')
  const begin = Math.max(from - DAY_MS, series.start) - length
  const { starts } = expandSeries(series, holidaysOf(context), begin, Math.min(to, begin + LOOKED_AHEAD * DAY_MS))
  return starts.some(during)
}

/** The task that a client calls by this name: its own, or that of its UID. */
export async function taskNamed(db: Kysely<Schema>, shown: Shown, name: string): Promise<CalendarObject | undefined> {
  const uid = name.endsWith('.ics') ? name.slice(0, -4) : null
  const row = await select(db, shown)
    .where((eb) =>
      eb.or([
        eb('calendar_object.dav_name', '=', name),
        ...(uid === null ? [] : [eb.and([eb('calendar_object.dav_name', '=', ''), eb('task.uid', '=', uid)])]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row && objectOf(shown, row).object
}

/** The task that has a UID. */
export const taskOfUid = async (db: Kysely<Schema>, shown: Shown, uid: string): Promise<CalendarObject | undefined> =>
  (await tasksOfUids(db, shown, [uid])).get(uid)?.object

/** Tasks by their UID. */
export async function tasksOfUids(
  db: Kysely<Schema>,
  shown: Shown,
  uids: readonly string[],
): Promise<ReadonlyMap<string, TaskObject>> {
  if (uids.length === 0) return new Map()
  const rows = await select(db, shown)
    .where('task.uid', 'in', [...uids])
    .execute()
  return new Map(rows.map((row) => [row.uid, objectOf(shown, row)]))
}

/** A task with its content; `single` is what clients get that ask for times instead of rules (RFC 4791 §9.6.5). */
export async function taskContents(
  context: Context,
  object: CalendarObject,
  { row }: TaskObject,
  single: boolean,
): Promise<DavContent> {
  const [{ writeIcs }, { taskParts }] = await Promise.all([
    import('../../calendar-model/ics/writeIcs.ts'),
    import('../../calendar-model/ics/writeTasks.ts'),
  ])
  // The stamp of what is kept does not change by being read.
  const options = { holidays: holidaysOf(context), now: object.modifiedAt }
  const kept = single ? NOTHING_KEPT : keptOfTime(readKept(object.extra), null)
  const shown = single ? { ...row, repeat: null, exdates: '[]', rdates: '[]' } : row
  return { ...object, body: writeIcs([], { ...options, others: taskParts([shown], { ...options, kept }) }) }
}
