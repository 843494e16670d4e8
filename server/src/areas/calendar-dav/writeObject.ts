import { holidaysOf } from '../../calendar-model/chinese/holidays.ts'
import { keptAfter } from '../../calendar-model/ics/kept.ts'
import type { ReadTask } from '../../calendar-model/ics/readTask.ts'
import { CalendarFullError, EventRuleRefusedError } from '../../calendar-model/rows/errors.ts'
import type { EventRow } from '../../calendar-model/rows/eventRows.ts'
import type { TaskRow } from '../../calendar-model/rows/taskRows.ts'
import { type Condition, DavError, type DavWritten } from '../../platform/dav/davService.ts'
import { CALDAV, dav, xml } from '../../platform/dav/xml.ts'
import type { Context } from '../../store/context/context.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { putTask } from '../calendar/index.ts'
import { noteInvitations } from '../calendar-mail/index.ts'
import {
  type Asking,
  announceCalendars,
  holdCalendar,
  isInvitation,
  ownerOf,
  ownerOfCalendar,
  planReminders,
  requireRoom,
  requireWritable,
  type Work,
} from '../calendar-store/index.ts'
import { keepPut, settlePut } from './davFiles.ts'
import { forcedSending, forgetKnown } from './forceSend.ts'
import { objectNamed, objectOfUid, rowsOfUids } from './objects.ts'
import { takeOwnThings } from './ownThings.ts'
import { type PutObject, type PutTask, readObject } from './readObject.ts'
import { repetitionOf } from './repetition.ts'
import { scheduleTagOf } from './scheduleTag.ts'
import type { CalendarObject, Shown } from './shown.ts'
import { insertObject, replaceObject } from './storeObject.ts'

const NAME_MAX = 250

interface Write {
  readonly name: string
  readonly body: string
  readonly condition: Condition
}

/**
 * Writes an event or a task as a client sends it, with the same effects as on the pages: mails go out, reminders are planned,
 * and of an invitation only one's own things change (RFC 6638 §3.2). Throws `DavError`, `ForbiddenError`.
 */
export async function writeObject(
  context: Context,
  asking: Asking,
  shown: Shown,
  { name, body, condition }: Write,
): Promise<DavWritten> {
  if (name.length > NAME_MAX || /\p{Cc}/u.test(name)) throw new DavError(403)
  const read = await readObject(context, asking.accountId, body)
  // Who may not write stores nothing; the transaction asks again.
  await requireWritable(context.store.db, asking.accountId, shown.id)
  const kept = read.kind === 'event' ? await keepPut(context, shown.accountId, read) : read
  const expand = await import('../../calendar-model/recurrence/expand.ts')
  const holidays = holidaysOf(context)
  const done = await transact(
    context,
    async (trx) => {
      const work: Work = { trx, context, asking, holidays, expand }
      await holdWritable(trx, asking, shown.id)
      const there = await objectNamed(trx, shown, name)
      const scheduleTag = there?.kind === 'event' ? await tagOf(trx, shown, there) : null
      if (!condition(there?.etag ?? null, scheduleTag)) throw new DavError(412)
      if (there ? there.uid !== read.uid || there.kind !== read.kind : await hasUid(trx, shown.id, read.uid)) {
        throw await uidConflict(trx, shown, read.uid)
      }
      const before = kept.kind === 'event' ? await allRows(trx, shown, kept.uid) : []
      const put = kept.kind === 'event' ? await settlePut(work, shown.accountId, kept, before) : kept
      if (put.kind === 'task') await writeTaskObject(work, shown, put)
      else if (before.length === 0) await insertObject(work, shown.id, put)
      else await changeObject(work, shown, put, before)
      const extra = keptAfter(there?.extra ?? '', put.extra)
      await trx
        .updateTable('calendar_object')
        .set({
          extra,
          ...(there ? {} : { dav_name: name === `${put.uid}.ics` ? '' : name }),
        })
        .where('calendar_id', '=', shown.id)
        .where('uid', '=', put.uid)
        .execute()
      if (put.kind === 'event') {
        if (put.instances.length + 1 > before.length) await requireRoom(trx, [shown.id])
        await noteChange(work, shown, put.uid, before)
        await forgetKnown(trx, await ownerOfCalendar(trx, shown.id), put.uid, forcedSending(body))
      }
      const after = put.kind === 'event' ? await tagOf(trx, shown, { uid: put.uid, extra }) : null
      return { isNew: there === undefined, scheduleTag: after }
    },
    { grows: true },
  ).catch((error: unknown) => {
    if (error instanceof EventRuleRefusedError) throw new DavError(403, { ns: CALDAV, name: 'valid-calendar-data' })
    if (error instanceof CalendarFullError) throw new DavError(507, dav('quota-not-exceeded'))
    throw error
  })
  await announceCalendars(context, [shown.id])
  return done
}

/** Removes an event or a task. The people of an event get a cancellation, its organiser the owner's refusal. */
export async function removeObject(
  context: Context,
  asking: Asking,
  shown: Shown,
  name: string,
  condition: Condition,
): Promise<void> {
  const expand = await import('../../calendar-model/recurrence/expand.ts')
  await transact(context, async (trx) => {
    await holdWritable(trx, asking, shown.id)
    const there = await objectNamed(trx, shown, name)
    if (!there) throw new DavError(404)
    const scheduleTag = there.kind === 'event' ? await tagOf(trx, shown, there) : null
    if (!condition(there.etag, scheduleTag)) throw new DavError(412)
    if (there.kind === 'task') {
      await trx.deleteFrom('task').where('calendar_id', '=', shown.id).where('uid', '=', there.uid).execute()
      return
    }
    const before = await allRows(trx, shown, there.uid)
    await trx.deleteFrom('event').where('calendar_id', '=', shown.id).where('uid', '=', there.uid).execute()
    const work: Work = { trx, context, asking, holidays: holidaysOf(context), expand }
    await noteChange(work, shown, there.uid, before)
  })
  await announceCalendars(context, [shown.id])
}

/** Two clients that write at the same moment wait for each other. */
async function holdWritable(trx: Trx, asking: Asking, calendarId: number): Promise<void> {
  await requireWritable(trx, asking.accountId, calendarId)
  await holdCalendar(trx, calendarId)
}

/** The rows of a UID, also those that who asks may not read. */
const allRows = async (trx: Trx, shown: Shown, uid: string): Promise<readonly EventRow[]> =>
  (await rowsOfUids(trx, { ...shown, level: 'own' }, [uid])).get(uid) ?? []

/** The schedule tag of an event as its reader sees it. */
const tagOf = async (
  trx: Trx,
  shown: Shown,
  { uid, extra }: Pick<CalendarObject, 'uid' | 'extra'>,
): Promise<string | null> =>
  scheduleTagOf((await rowsOfUids(trx, shown, [uid])).get(uid) ?? [], extra, await ownerOf(trx, shown.accountId))

async function hasUid(trx: Trx, calendarId: number, uid: string): Promise<boolean> {
  for (const table of ['event', 'task'] as const) {
    const query = trx.selectFrom(table).select('id').where('calendar_id', '=', calendarId).where('uid', '=', uid)
    if (await query.executeTakeFirst()) return true
  }
  return false
}

/** A task is written like an imported one: its reminders are planned, and no mail is sent. */
async function writeTaskObject(work: Work, shown: Shown, put: PutTask): Promise<void> {
  const { trx, context, asking } = work
  const there = await trx
    .selectFrom('task')
    .selectAll()
    .where('calendar_id', '=', shown.id)
    .where('uid', '=', put.uid)
    .executeTakeFirst()
  const place = { accountId: asking.accountId, calendarId: shown.id }
  await putTask(trx, context, place, { ...put, task: there ? repeatedAs(there, put.task, work) : put.task }, there)
  if (!there) await requireRoom(trx, [shown.id], 'task')
}

/** A task that was put, repeating as it did where the client has only written down the times that it was sent. */
function repeatedAs(there: TaskRow, put: ReadTask, work: Work): ReadTask {
  const before = there.start_at ?? there.due_at
  const start = put.start ?? put.due
  if (before === null || start === null || put.due === null) return put
  const columns = { ...there, start_at: before, end_at: before }
  return { ...put, ...repetitionOf(columns, { ...put, start, end: start }, work) }
}

async function uidConflict(trx: Trx, shown: Shown, uid: string): Promise<DavError> {
  const other = await objectOfUid(trx, shown, uid)
  const inside = other ? xml(dav('href'), encodeURIComponent(other.name)) : ''
  return new DavError(403, { ns: CALDAV, name: 'no-uid-conflict' }, inside)
}

async function changeObject(work: Work, shown: Shown, put: PutObject, rows: readonly EventRow[]): Promise<void> {
  const owner = await ownerOfCalendar(work.trx, shown.id)
  const [first] = rows
  if (!first) return
  if (isInvitation(first, owner)) return takeOwnThings(work, owner, put, rows)
  return replaceObject(work, shown.id, put, rows)
}

async function noteChange(
  { trx, context }: Work,
  shown: Shown,
  uid: string,
  before: readonly EventRow[],
): Promise<void> {
  const after = await allRows(trx, shown, uid)
  await noteInvitations(trx, context, before, after)
  const series = [...before, ...after].filter((row) => row.series_id === null).map(({ id }) => id)
  await planReminders(trx, context, [...new Set(series)])
}
