import { type Attendee, type EditScope, type EventFields, type EventFile, eventProblem } from '@yanshu/contracts'
import { holidaysOf } from '../../calendar-model/chinese/holidays.ts'
import {
  CalendarNotFoundError,
  EventChangedError,
  EventNotFoundError,
  EventNotYoursError,
} from '../../calendar-model/rows/errors.ts'
import type { KeptFile, WrittenEvent } from '../../calendar-model/rows/eventFiles.ts'
import { type EventRow, fieldsOf, repeats, seriesOf } from '../../calendar-model/rows/eventRows.ts'
import { BadRequestError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import { noteInvitations } from '../calendar-mail/index.ts'
import {
  type Asking,
  announceCalendars,
  chooseFiles,
  endBefore,
  insertSeries,
  isInvitation,
  newUid,
  ownerOfCalendar,
  planReminders,
  raise,
  requireOccurrence,
  requireReadable,
  requireRoom,
  requireRoomFor,
  requireWritable,
  saveAll,
  saveException,
  split,
  takeSnapshot,
  type Work,
  withCleanWords,
} from '../calendar-store/index.ts'
import { keepUndo } from './undo.ts'

export interface Target {
  readonly eventId: number
  readonly version: number
  readonly at?: number | undefined
  readonly scope: EditScope
}

export interface Changed {
  readonly eventId: number
  readonly version: number
  readonly undo: string
  readonly dropped: number
}

/** Creates an event. Throws `CalendarNotFoundError`, `ForbiddenError`, `EventRuleRefusedError`. */
export async function createEvent(context: Context, asking: Asking, written: EventFields): Promise<Changed> {
  const event = await withCleanWords(written)
  return change(context, asking, async (work) => {
    await requireWritable(work.trx, asking.accountId, event.calendarId)
    const attendees = event.attendees.map((one): Attendee => ({ ...one, answer: '' }))
    const files = await filesFor(work, event.calendarId, [], event)
    const id = await insertSeries(work, event.calendarId, { ...event, attendees, files, uid: newUid() })
    return { eventId: id, touched: [id], before: [], dropped: 0, calendarIds: [event.calendarId] }
  })
}

/** Changes an event, one time of it, or the times from one on. Throws `EventChangedError` where it is not as it was seen. */
export async function updateEvent(
  context: Context,
  asking: Asking,
  target: Target,
  written: EventFields,
): Promise<Changed> {
  const event = await withCleanWords(written)
  return change(context, asking, (work) => applyUpdate(work, target, () => event))
}

/** Moves or stretches an event; everything else stays as it is. */
export const moveEvent = (
  context: Context,
  asking: Asking,
  target: Target,
  to: { readonly start: number; readonly end: number; readonly allDay?: boolean | undefined },
): Promise<Changed> =>
  change(context, asking, (work) =>
    applyUpdate(work, target, (now) => {
      const moved = { ...now, start: to.start, end: to.end, allDay: to.allDay ?? now.allDay }
      if (eventProblem(moved)) throw new BadRequestError(['end'])
      return moved
    }),
  )

/** What a change has done, inside of its transaction. */
export interface Done {
  readonly eventId: number
  /** Series whose rows are new or other than before. */
  readonly touched: readonly number[]
  readonly before: readonly EventRow[]
  readonly dropped: number
  readonly calendarIds: readonly number[]
}

async function change(context: Context, asking: Asking, work: (parts: Work) => Promise<Done>): Promise<Changed> {
  const expand = await import('../../calendar-model/recurrence/expand.ts')
  const holidays = holidaysOf(context)
  const { done, undo, version } = await transact(
    context,
    async (trx) => {
      const done = await work({ trx, context, asking, holidays, expand })
      const undo = await keepUndo(trx, context, asking.accountId, done)
      const after = await takeSnapshot(trx, done.touched)
      if (after.length > done.before.length)
        await requireRoom(
          trx,
          after.map(({ calendar_id }) => calendar_id),
        )
      await noteInvitations(trx, context, done.before, after)
      await planReminders(trx, context, done.touched)
      const row = await trx.selectFrom('event').select('version').where('id', '=', done.eventId).executeTakeFirst()
      return { done, undo, version: row?.version ?? 0 }
    },
    { grows: true },
  )
  await announceCalendars(context, done.calendarIds)
  return { eventId: done.eventId, version, undo, dropped: done.dropped }
}

/** The series of a target, as it was seen, for an account that may change it. Its row is locked until the transaction ends. */
async function requireSeries({ trx, context, asking }: Work, { eventId, version }: Target): Promise<EventRow> {
  let query = trx.selectFrom('event').selectAll().where('id', '=', eventId)
  if (context.store.engine === 'postgres') query = query.forUpdate()
  const series = await query.executeTakeFirst()
  if (!series || series.series_id !== null) throw new EventNotFoundError()
  const calendar = await requireWritable(trx, asking.accountId, series.calendar_id).catch((error: unknown) => {
    throw error instanceof CalendarNotFoundError ? new EventNotFoundError() : error
  })
  requireReadable(calendar, series)
  if (series.version !== version) throw new EventChangedError()
  return series
}

/** The files that an event is to have: those that are wanted, or those that are there. */
const filesFor = async (
  { trx, context, asking }: Work,
  calendarId: number,
  there: readonly KeptFile[],
  { files }: { readonly files?: readonly EventFile[] | undefined },
): Promise<readonly KeptFile[]> =>
  files === undefined ? there : chooseFiles({ trx, context, asking, calendarId }, there, files)

/** An event as its author writes it, or as it is but for what they change. */
type Wanted = EventFields | WrittenEvent

/** Changes an event, one time of it, or the times from one on, in a transaction. */
export async function applyUpdate(work: Work, target: Target, next: (now: WrittenEvent) => Wanted): Promise<Done> {
  const { trx, asking } = work
  const series = await requireSeries(work, target)
  const before = await takeSnapshot(trx, [series.id])
  const at = target.at ?? series.start_at
  const scope = scopeOf(series, target, at)
  const exception = before.find((row) => row.series_id === series.id && row.recurrence_at === at)
  const length = series.end_at - series.start_at
  const shown = exception ?? { ...series, start_at: at, end_at: at + length }
  const now = fieldsOf(scope === 'this' ? shown : { ...shown, repeat: series.repeat })
  const wanted = next(now)
  const owner = await ownerOfCalendar(trx, series.calendar_id)
  const invited = isInvitation(series, owner)
  if (invited) requireOwnThings(now, wanted)
  const attendees = peopleOf(now, wanted, invited)
  if (wanted.calendarId !== series.calendar_id) {
    if (invited && (await ownerOfCalendar(trx, wanted.calendarId)).accountId !== owner.accountId) {
      throw new EventNotYoursError()
    }
    if (scope === 'this') throw new BadRequestError(['calendarId'])
    await requireWritable(trx, asking.accountId, wanted.calendarId)
  }
  const event: WrittenEvent = {
    ...wanted,
    attendees,
    files: invited ? now.files : await filesFor(work, wanted.calendarId, now.files ?? [], wanted),
  }
  // In another account's calendar its files count for that account.
  if (event.calendarId !== series.calendar_id) await requireRoomFor(trx, event.calendarId, event.files ?? [])
  const calendarIds = [series.calendar_id, event.calendarId]
  if (scope === 'this') {
    await saveException(work, series, at, event, exception)
    await raise(work, series.id)
    return { eventId: series.id, touched: [series.id], before, dropped: 0, calendarIds }
  }
  if (scope === 'following' && !invited) {
    const { id, dropped } = await split(work, series, at, event)
    return { eventId: id, touched: [series.id, id], before, dropped, calendarIds }
  }
  const dropped = await saveAll(work, series, at, event)
  return { eventId: series.id, touched: [series.id], before, dropped, calendarIds }
}

/** What is meant for one time, or from one on, is meant for all where it happens once or begins there. */
function scopeOf(series: EventRow, { scope }: Target, at: number): EditScope {
  if (!repeats(series)) return 'all'
  return scope === 'following' && at <= series.start_at ? 'all' : scope
}

/** What only the organiser changes; an invitation keeps it as it came. Throws `EventNotYoursError`. */
function requireOwnThings(now: WrittenEvent, wanted: Wanted): void {
  const theirs = (event: Wanted) =>
    JSON.stringify([
      event.title.trim(),
      event.place.trim(),
      event.description,
      event.descriptionHtml,
      event.link,
      event.allDay,
      event.start,
      event.end,
      event.repeat,
      event.attendees.map(({ address }) => address.toLowerCase()).toSorted(),
      (event.files ?? now.files ?? []).map(({ fileId, link }) => fileId || link),
    ])
  if (theirs(now) !== theirs(wanted)) throw new EventNotYoursError()
}

/** The wanted people with their answers. Answers of others cannot be set, and an answer ends when the event's time changes. */
function peopleOf(now: WrittenEvent, wanted: Wanted, invited: boolean): Attendee[] {
  const same = now.start === wanted.start && now.end === wanted.end && sameRepeat(now, wanted)
  const answers = new Map(now.attendees.map((one) => [one.address.toLowerCase(), one]))
  return wanted.attendees.map(({ name, address, optional }) => {
    const known = invited || same ? answers.get(address.toLowerCase()) : undefined
    return known ? { ...known, name: name || known.name, optional } : { name, address, optional, answer: '' }
  })
}

const sameRepeat = (a: Wanted, b: Wanted): boolean => JSON.stringify(a.repeat) === JSON.stringify(b.repeat)

/** Deletes an event, one time of it, or the times from one on. */
export const deleteEvent = (context: Context, asking: Asking, target: Target): Promise<Changed> =>
  change(context, asking, (work) => applyDelete(work, target))

/** Deletes an event, one time of it, or the times from one on, in a transaction. */
export async function applyDelete(work: Work, target: Target): Promise<Done> {
  const { trx } = work
  const series = await requireSeries(work, target)
  const before = await takeSnapshot(trx, [series.id])
  const at = target.at ?? series.start_at
  const scope = scopeOf(series, target, at)
  const done = { eventId: series.id, touched: [series.id], before, dropped: 0, calendarIds: [series.calendar_id] }
  if (scope === 'all') {
    await trx.deleteFrom('event').where('id', '=', series.id).execute()
    return done
  }
  if (!before.some((row) => row.recurrence_at === at)) await requireOccurrence(work, series, at)
  if (scope === 'following') {
    await endBefore(work, series, at)
    return done
  }
  await trx.deleteFrom('event').where('series_id', '=', series.id).where('recurrence_at', '=', at).execute()
  const invited = isInvitation(series, await ownerOfCalendar(trx, series.calendar_id))
  await trx
    .updateTable('event')
    .set({
      exdates: JSON.stringify([...seriesOf(series).exdates, at]),
      sequence: series.sequence + (invited ? 0 : 1),
    })
    .where('id', '=', series.id)
    .execute()
  await raise(work, series.id)
  return done
}
