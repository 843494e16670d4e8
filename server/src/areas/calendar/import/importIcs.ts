import { zoneOfPerson } from '@yanshu/contracts'
import { type Holidays, holidaysOf } from '../../../calendar-model/chinese/holidays.ts'
import { readIcsApart } from '../../../calendar-model/ics/icsWork.ts'
import type { ReadCalendar, ReadEvent } from '../../../calendar-model/ics/readIcs.ts'
import { filesOf } from '../../../calendar-model/rows/eventFiles.ts'
import { columnsOf, seriesOf } from '../../../calendar-model/rows/eventRows.ts'
import { takeTurns } from '../../../platform/workers/takeTurns.ts'
import type { Context, TransactionContext } from '../../../store/context/context.ts'
import type { Trx } from '../../../store/database/transact.ts'
import { transact } from '../../../store/database/transact.ts'
import { readSettings } from '../../../store/profile/settings.ts'
import { eachTime } from '../../calendar-mail/index.ts'
import {
  type Asking,
  announceCalendars,
  calendarOwnerOf,
  holdCalendar,
  keepAttached,
  planReminders,
  recordFiles,
  requireRoom,
  requireWritable,
  withKnownIds,
} from '../../calendar-store/index.ts'
import { roomForUpload } from '../../files/index.ts'
import { storeTasks } from '../tasks/storeTasks.ts'

/** Events of one transaction. */
const BATCH = 100
/** Rows that are written before other calls run. */
export const ROWS_AT_ONCE = 25
const REASONS_SHOWN = 20

export interface Imported {
  readonly added: number
  readonly updated: number
  readonly skipped: number
  /** Those that were skipped, and those of which something could not be read. */
  readonly reasons: (ReadCalendar['skipped'] | ReadCalendar['noted'])[number][]
  /** Files of events that were too large, or for which there was no room. */
  readonly filesLeft: number
}

/**
 * Imports the events of a calendar file. One that is there already, by its UID, is replaced, so that a second import of
 * the same file adds nothing. Throws `CalendarFileRefusedError`, `CalendarNotFoundError`, `ForbiddenError`, and
 * `CalendarFullError` when the rest of the file has no room.
 */
export async function importIcs(context: Context, asking: Asking, calendarId: number, text: string): Promise<Imported> {
  await requireWritable(context.store.db, asking.accountId, calendarId)
  const zone = zoneOfPerson(await readSettings(context, asking.accountId))
  const read = await readIcsApart(context, text, zone)
  // The right may have been removed meanwhile.
  const mayWrite = (trx: Trx) => requireWritable(trx, asking.accountId, calendarId)
  return storeEvents(context, { accountId: asking.accountId, calendarId }, read, mayWrite)
}

/** Puts the events of a file that was read into a calendar, some at a time; `mayWrite` throws where that is not allowed. */
export async function storeEvents(
  context: Context,
  { accountId, calendarId }: { readonly accountId: number; readonly calendarId: number },
  { events, tasks, skipped, noted }: Pick<ReadCalendar, 'events' | 'tasks' | 'skipped' | 'noted'>,
  mayWrite: (trx: Trx) => Promise<unknown>,
): Promise<Imported> {
  const hasFiles = events.some(({ attached }) => attached.length > 0)
  const room = hasFiles ? await roomForUpload(context.store.db, await calendarOwnerOf(context.store.db, calendarId)) : 0
  const kept = await keepAttached(context, events, { room })
  const groups = groupByUid(kept.events)
  const reasons = [...skipped]
  const holidays = holidaysOf(context)
  const turn = takeTurns(ROWS_AT_ONCE)
  let added = 0
  let updated = 0
  for (let begin = 0; begin < groups.length; begin += BATCH) {
    const batch = groups.slice(begin, begin + BATCH)
    const done = await transact(
      context,
      async (trx) => {
        await mayWrite(trx)
        await holdCalendar(trx, calendarId)
        await recordFiles(trx, context, batch.flat())
        const outcomes: Awaited<ReturnType<typeof storeGroup>>[] = []
        for (const group of batch) {
          outcomes.push(await storeGroup({ trx, context, holidays, turn }, accountId, calendarId, group))
        }
        await requireRoom(trx, [calendarId])
        return outcomes
      },
      { grows: true },
    )
    for (const [at, outcome] of done.entries()) {
      if (outcome === 'added') added += 1
      else if (outcome === 'updated') updated += 1
      else reasons.push({ title: batch[at]?.[0]?.title ?? '', reason: 'rule' })
    }
  }
  const stored = await storeTasks(context, { accountId, calendarId }, tasks, mayWrite)
  added += stored.added
  updated += stored.updated
  for (const one of stored.refused) reasons.push(one)
  await announceCalendars(context, [calendarId])
  const shown = [...reasons, ...noted].slice(0, REASONS_SHOWN)
  return { added, updated, skipped: reasons.length, reasons: shown, filesLeft: kept.left }
}

/**
 * An event with its exceptions, the event first. Exceptions whose series is not in the file become events of their own.
 */
function groupByUid(events: readonly ReadEvent[]): ReadEvent[][] {
  const groups = new Map<string, ReadEvent[]>()
  for (const [at, event] of events.entries()) {
    const key = event.uid || `\0${at}`
    const group = groups.get(key) ?? []
    group.push(event)
    groups.set(key, group)
  }
  return [...groups.values()].flatMap((group) => {
    const series = group
      .filter((one) => one.recurrenceAt === null)
      .toSorted((a, b) => b.sequence - a.sequence || b.stamp - a.stamp)
    const [first] = series
    const exceptions = group.filter((one) => one.recurrenceAt !== null)
    if (!first) return exceptions.map((one) => [{ ...one, uid: `${one.uid}/${one.recurrenceAt}`, recurrenceAt: null }])
    return [[first, ...exceptions]]
  })
}

interface Storing {
  readonly trx: Trx
  readonly context: TransactionContext
  readonly holidays: Holidays
  /** Awaited after each row. */
  readonly turn: () => Promise<void>
}

async function storeGroup(
  { trx, context, holidays, turn }: Storing,
  accountId: number,
  calendarId: number,
  [first, ...exceptions]: readonly ReadEvent[],
): Promise<'added' | 'updated' | 'refused'> {
  if (!first) return 'refused'
  const expand = await import('../../../calendar-model/recurrence/expand.ts')
  const { expandSeries, endOfSeries, requireRepeat } = expand
  const row = rowOf(first, calendarId, context.now(), accountId)
  const series = seriesOf(row)
  let end = first.end
  try {
    requireRepeat(series, holidays)
    end = endOfSeries(series)
  } catch {
    return 'refused'
  }
  const uid = first.uid || `import-${calendarId}-${first.start}-${first.title}`
  const there = await trx
    .selectFrom('event')
    .select(['id', 'version', 'files'])
    .where('calendar_id', '=', calendarId)
    .where('uid', '=', uid)
    .where('series_id', 'is', null)
    .executeTakeFirst()
  const times = eachTime({ expand, holidays }, row, exceptions)
  const moments = times.flatMap(({ start, end: until }) => [start, until])
  const span = {
    first_at: moments.reduce((least, one) => Math.min(least, one), first.start),
    last_at: moments.reduce((most, one) => Math.max(most, one), end),
  }
  let id = there?.id
  const files = there && withKnownIds(first.files, filesOf(there))
  const filesAgain = files ? { files: JSON.stringify(files) } : {}
  if (there) {
    await trx.deleteFrom('event').where('series_id', '=', there.id).execute()
    await trx
      .updateTable('event')
      .set({ ...row, ...span, uid, version: there.version + 1, ...filesAgain })
      .where('id', '=', there.id)
      .execute()
  } else {
    const made = await trx
      .insertInto('event')
      .values({ ...row, ...span, uid, version: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    id = made.id
  }
  await turn()
  const taken = new Set<number>()
  for (const one of times) {
    const at = one.recurrenceAt
    if (at === null || taken.has(at)) continue
    await turn()
    if (!expandSeries({ ...series, exdates: [] }, holidays, at, at).starts.includes(at)) continue
    taken.add(at)
    await trx
      .insertInto('event')
      .values({
        ...rowOf({ ...one, repeat: null, exdates: [], rdates: [] }, calendarId, context.now(), accountId),
        uid,
        series_id: id ?? null,
        recurrence_at: at,
      })
      .execute()
  }
  // Most files have no reminders, and twenty thousand events.
  const reminds = [first, ...times].some(({ reminders }) => reminders.length > 0)
  if (id !== undefined && (there || reminds)) await planReminders(trx, context, [id])
  return there ? 'updated' : 'added'
}

/** The row of an event that was read. */
export function rowOf(event: ReadEvent, calendarId: number, now: number, accountId: number) {
  return {
    ...columnsOf({ ...event, calendarId }),
    stamp: event.stamp,
    calendar_id: calendarId,
    series_id: null as number | null,
    recurrence_at: null as number | null,
    uid: event.uid,
    sequence: event.sequence,
    organizer: event.organizer ? JSON.stringify(event.organizer) : null,
    cancelled: event.cancelled ? 1 : 0,
    exdates: JSON.stringify(event.exdates),
    rdates: JSON.stringify(event.rdates),
    first_at: event.start,
    last_at: event.end,
    updated_at: now,
    updated_by: accountId,
  }
}
