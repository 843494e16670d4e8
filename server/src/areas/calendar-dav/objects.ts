import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { holidaysOf } from '../../calendar-model/chinese/holidays.ts'
import { keptOfTime, NOTHING_KEPT, readKept } from '../../calendar-model/ics/kept.ts'
import type { EventRow } from '../../calendar-model/rows/eventRows.ts'
import { DAY_MS } from '../../calendar-model/rows/series.ts'
import type { DavChanges, DavContent } from '../../platform/dav/davService.ts'
import type { XmlElement } from '../../platform/dav/xml.ts'
import type { Context } from '../../store/context/context.ts'
import type { Schema } from '../../store/database/schema.ts'
import { ownerOf } from '../calendar-store/index.ts'
import { linesOfAddresses } from './davFiles.ts'
import { expandRows, expansionOf, type Window } from './expandObject.ts'
import { scheduleTagOf } from './scheduleTag.ts'
import { type CalendarObject, etagOf, hidesPrivate, objectName, type Shown } from './shown.ts'
import { taskContents, taskNamed, taskOfUid, tasksOfUids } from './taskObjects.ts'

/** Objects that are read at once. */
const PAGE = 200
/** Objects that are written before other calls run: some ten milliseconds, most of it for zones. */
const WRITTEN_AT_ONCE = 5

/** The events of a calendar that its reader may see, without their content. */
function select(db: Kysely<Schema>, shown: Shown) {
  const all = db
    .selectFrom('calendar_object')
    .innerJoin('event', (join) =>
      join
        .onRef('event.calendar_id', '=', 'calendar_object.calendar_id')
        .onRef('event.uid', '=', 'calendar_object.uid'),
    )
    .select(['calendar_object.uid', 'calendar_object.seq', 'calendar_object.dav_name', 'calendar_object.extra'])
    .select(({ fn }) => fn.max<number>('event.updated_at').as('updated_at'))
    .where('calendar_object.calendar_id', '=', shown.id)
    .groupBy(['calendar_object.uid', 'calendar_object.seq', 'calendar_object.dav_name', 'calendar_object.extra'])
  return hidesPrivate(shown) ? all.where('event.private', '=', 0) : all
}

type Selected = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

const objectOf = (shown: Shown, row: Selected): CalendarObject => ({
  kind: 'event',
  uid: row.uid,
  name: objectName(row),
  etag: etagOf(shown.id, row.seq),
  modifiedAt: row.updated_at,
  extra: row.extra,
})

/** The events of a calendar, or those that may happen in a window, some at a time. */
export async function* pagesOf(
  { store }: Pick<Context, 'store'>,
  shown: Shown,
  window: Window | null = null,
): AsyncGenerator<CalendarObject[]> {
  for (let after = ''; ; ) {
    let query = select(store.db, shown).where('calendar_object.uid', '>', after)
    if (window) {
      query = query
        .where('event.series_id', 'is', null)
        .where('event.last_at', '>=', window.from - DAY_MS)
        .where('event.first_at', '<', window.to + DAY_MS)
    }
    const rows = await query.orderBy('calendar_object.uid').limit(PAGE).execute()
    const last = rows.at(-1)
    if (!last) return
    after = last.uid
    yield rows.map((row) => objectOf(shown, row))
  }
}

/** The object that a client calls by this name: its own, or that of its UID. */
export async function objectNamed(db: Kysely<Schema>, shown: Shown, name: string): Promise<CalendarObject | undefined> {
  const uid = name.endsWith('.ics') ? name.slice(0, -4) : null
  const row = await select(db, shown)
    .where((eb) =>
      eb.or([
        eb('calendar_object.dav_name', '=', name),
        ...(uid === null
          ? []
          : [eb.and([eb('calendar_object.dav_name', '=', ''), eb('calendar_object.uid', '=', uid)])]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row ? objectOf(shown, row) : taskNamed(db, shown, name)
}

/** The object that has a UID. */
export async function objectOfUid(db: Kysely<Schema>, shown: Shown, uid: string): Promise<CalendarObject | undefined> {
  const row = await select(db, shown).where('calendar_object.uid', '=', uid).executeTakeFirst()
  return row ? objectOf(shown, row) : taskOfUid(db, shown, uid)
}

/** The rows of events, series before their exceptions. */
export async function rowsOfUids(
  db: Kysely<Schema>,
  shown: Shown,
  uids: readonly string[],
): Promise<ReadonlyMap<string, EventRow[]>> {
  const byUid = new Map<string, EventRow[]>()
  if (uids.length === 0) return byUid
  let query = db
    .selectFrom('event')
    .selectAll()
    .where('calendar_id', '=', shown.id)
    .where('uid', 'in', [...uids])
  if (hidesPrivate(shown)) query = query.where('private', '=', 0)
  for (const row of await query.orderBy(sql`series_id is not null`).orderBy('id').execute()) {
    byUid.set(row.uid, [...(byUid.get(row.uid) ?? []), row])
  }
  return byUid
}

/** Objects with their content. `wanted` may ask for the times of a window instead of the rule (RFC 4791 §9.6.5). */
export async function contentsOf(
  context: Context,
  shown: Shown,
  objects: readonly CalendarObject[],
  wanted: XmlElement | undefined,
): Promise<DavContent[]> {
  const uidsOf = (kind: CalendarObject['kind']) => objects.filter((one) => one.kind === kind).map(({ uid }) => uid)
  const rows = await rowsOfUids(context.store.db, shown, uidsOf('event'))
  const tasks = await tasksOfUids(context.store.db, shown, uidsOf('task'))
  const { writeIcs } = await import('../../calendar-model/ics/writeIcs.ts')
  const owner = await ownerOf(context.store.db, shown.accountId)
  const window = expansionOf(wanted)
  const holidays = holidaysOf(context)
  const contents: DavContent[] = []
  for (const [at, object] of objects.entries()) {
    if (at % WRITTEN_AT_ONCE === WRITTEN_AT_ONCE - 1) await setImmediate()
    const task = tasks.get(object.uid)
    if (task && object.kind === 'task') {
      contents.push(await taskContents(context, object, task, window !== null))
      continue
    }
    const own = rows.get(object.uid)
    if (!own) continue
    const shownRows = window ? await expandRows(own, window, holidays) : own
    // The stamp of what is kept does not change by being read.
    const stored = window ? {} : readKept(object.extra)
    const kept = (row: EventRow) => (window ? NOTHING_KEPT : keptOfTime(stored, row.recurrence_at))
    const options = { holidays, now: object.modifiedAt, kept, files: linesOfAddresses(shown.filesAt) }
    const series = own.find((row) => row.series_id === null) ?? null
    const scheduleTag = scheduleTagOf(own, object.extra, owner)
    contents.push({ ...object, body: writeIcs(shownRows, { ...options, series }), scheduleTag })
  }
  return contents
}

/** The schedule tags of the events among these objects that have one, by what a client calls them. */
export async function scheduleTagsOf(
  { store }: Pick<Context, 'store'>,
  shown: Shown,
  objects: readonly CalendarObject[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await rowsOfUids(
    store.db,
    shown,
    objects.filter(({ kind }) => kind === 'event').map(({ uid }) => uid),
  )
  const owner = await ownerOf(store.db, shown.accountId)
  const tags = new Map<string, string>()
  for (const { uid, name, extra } of objects) {
    const tag = scheduleTagOf(rows.get(uid) ?? [], extra, owner)
    if (tag !== null) tags.set(name, tag)
  }
  return tags
}

/** What changed in a calendar since a number; each object has a number of its own. */
export async function changesSince(
  { store }: Pick<Context, 'store'>,
  shown: Shown,
  since: number,
  limit: number,
): Promise<DavChanges | null> {
  const newest = await newestOf(store.db, shown.id)
  if (since > newest) return null
  const changed = await store.db
    .selectFrom('calendar_object')
    .select(['uid', 'seq', 'dav_name'])
    .where('calendar_id', '=', shown.id)
    .where('seq', '>', since)
    .where('seq', '<=', newest)
    .orderBy('seq')
    .orderBy('uid')
    .limit(limit + 1)
    .execute()
  const part = wholeNumbers(changed, limit)
  const uids = part.map(({ uid }) => uid)
  const events =
    uids.length === 0 ? [] : await select(store.db, shown).where('calendar_object.uid', 'in', uids).execute()
  const tasks = [...(await tasksOfUids(store.db, shown, uids)).values()]
  const there = [...events.map((row) => objectOf(shown, row)), ...tasks.map(({ object }) => object)]
  const seen = new Set(there.map(({ uid }) => uid))
  const more = part.length < changed.length
  return {
    changed: there,
    removed: part.filter(({ uid }) => !seen.has(uid)).map(objectName),
    token: more ? (part.at(-1)?.seq ?? since) : newest,
    more,
  }
}

/** As many as are wanted; only what was there before numbers were given shares one, and is not parted. */
function wholeNumbers<T extends { readonly seq: number }>(rows: readonly T[], limit: number): readonly T[] {
  if (rows.length <= limit) return rows
  const next = rows[limit]?.seq
  const end = rows.findIndex(({ seq }) => seq === next)
  return end > 0 ? rows.slice(0, end) : rows
}

/** The number of the newest change of a calendar. */
export async function newestOf(db: Kysely<Schema>, calendarId: number): Promise<number> {
  const row = await db
    .selectFrom('calendar_sync')
    .select('seq')
    .where('calendar_id', '=', calendarId)
    .executeTakeFirst()
  return row?.seq ?? 0
}
