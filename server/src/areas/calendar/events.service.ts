import { randomUUID } from 'node:crypto'
import {
  type Attendee,
  type EditScope,
  type EventDetail,
  type EventFields,
  type EventRepeat,
  eventProblem,
  instantOf,
  wallOf,
} from '@yanshu/contracts'
import { BadRequestError, ForbiddenError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { transact } from '../../store/database/transact.ts'
import type { Asking } from './calendars/access.ts'
import { allows, requireWritable, type SeenCalendar, seenCalendars } from './calendars/access.ts'
import { announceCalendars } from './calendars/audience.ts'
import { type Holidays, holidaysOf, isoDay } from './chinese/holidays.ts'
import { noteInvitations } from './itip/outbox.ts'
import type * as Expand from './recurrence/expand.ts'
import { shiftRule } from './recurrence/shiftRule.ts'
import { planReminders } from './reminders/planReminders.ts'
import { CalendarNotFoundError, EventChangedError, EventNotFoundError, EventNotYoursError } from './rows/errors.ts'
import { attendeesOf, columnsOf, type EventRow, fieldsOf, repeats, seriesOf } from './rows/eventRows.ts'
import { isInvitation, isOwn, type Owner, organizerIn, ownerOf } from './rows/organiser.ts'
import { DAY_MS, type Series, zoneOf } from './rows/series.ts'
import { takeSnapshot } from './rows/snapshot.ts'
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

/** What a change needs: the transaction, who changes, and how to reckon with what repeats. */
interface Work {
  readonly trx: Trx
  readonly context: Context
  readonly asking: Asking
  readonly holidays: Holidays
  readonly expand: typeof Expand
}

/** An event, or one time of a series, in full. Throws `EventNotFoundError`, `ForbiddenError`. */
export async function readEvent(context: Context, asking: Asking, eventId: number, at?: number): Promise<EventDetail> {
  const { db } = context.store
  const series = await db.selectFrom('event').selectAll().where('id', '=', eventId).executeTakeFirst()
  if (!series || series.series_id !== null) throw new EventNotFoundError()
  const [calendar] = await seenCalendars(db, asking.accountId, [series.calendar_id])
  if (!calendar) throw new EventNotFoundError()
  const row = (at === undefined ? undefined : await exceptionAt(db, eventId, at)) ?? series
  requireReadable(calendar, row)
  const { name = '' } =
    (await db.selectFrom('account').select('name').where('id', '=', series.updated_by).executeTakeFirst()) ?? {}
  const owner = await ownerOf(db, calendar.accountId)
  const start = row === series && at !== undefined && repeats(series) ? at : row.start_at
  if (row === series && start !== series.start_at) await requireInstance(context, series, start)
  const fields = fieldsOf(row)
  return {
    ...fields,
    start,
    end: start + (row.end_at - row.start_at),
    repeat: fieldsOf(series).repeat,
    eventId,
    at: row.recurrence_at ?? start,
    version: series.version,
    level: calendar.level,
    cancelled: row.cancelled === 1,
    exception: row !== series,
    organizer: organizerIn(series),
    invited: isInvitation(series, owner),
    answer: attendeesOf(row).find(({ address }) => isOwn(owner, address))?.answer ?? '',
    updatedAt: row.updated_at,
    updatedBy: name,
  }
}

const requireReadable = (calendar: SeenCalendar, row: EventRow): void => {
  const may = calendar.level === 'own' || (allows(calendar.level, 'view') && row.private === 0)
  if (!may) throw new ForbiddenError()
}

const exceptionAt = (db: Context['store']['db'], seriesId: number, at: number): Promise<EventRow | undefined> =>
  db
    .selectFrom('event')
    .selectAll()
    .where('series_id', '=', seriesId)
    .where('recurrence_at', '=', at)
    .executeTakeFirst()

async function requireInstance(context: Context, row: EventRow, at: number): Promise<void> {
  const { expandSeries } = await import('./recurrence/expand.ts')
  if (!expandSeries(seriesOf(row), holidaysOf(context), at, at).starts.includes(at)) throw new EventNotFoundError()
}

/** Creates an event. Throws `CalendarNotFoundError`, `ForbiddenError`, `EventRuleRefusedError`. */
export const createEvent = (context: Context, asking: Asking, event: EventFields): Promise<Changed> =>
  change(context, asking, async (work) => {
    await requireWritable(work.trx, asking.accountId, event.calendarId)
    const attendees = event.attendees.map((one): Attendee => ({ ...one, answer: '' }))
    const id = await insertSeries(work, event.calendarId, { ...event, attendees, uid: newUid() })
    return { eventId: id, touched: [id], before: [], dropped: 0, calendarIds: [event.calendarId] }
  })

const newUid = () => `${randomUUID()}@yanshu`

/** Changes an event, one time of it, or the times from one on. Throws `EventChangedError` where it is not as it was seen. */
export const updateEvent = (context: Context, asking: Asking, target: Target, event: EventFields): Promise<Changed> =>
  change(context, asking, (work) => applyUpdate(work, target, () => event))

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

interface Done {
  readonly eventId: number
  /** Series whose rows are new or other than before. */
  readonly touched: readonly number[]
  readonly before: readonly EventRow[]
  readonly dropped: number
  readonly calendarIds: readonly number[]
}

async function change(context: Context, asking: Asking, work: (parts: Work) => Promise<Done>): Promise<Changed> {
  const expand = await import('./recurrence/expand.ts')
  const holidays = holidaysOf(context)
  const { done, undo, version } = await transact(
    context,
    async (trx) => {
      const done = await work({ trx, context, asking, holidays, expand })
      const undo = await keepUndo(trx, context, asking.accountId, done)
      await noteInvitations(trx, context, done.before, await takeSnapshot(trx, done.touched))
      await planReminders(trx, context, done.touched)
      const row = await trx.selectFrom('event').select('version').where('id', '=', done.eventId).executeTakeFirst()
      return { done, undo, version: row?.version ?? 0 }
    },
    { grows: true },
  )
  await announceCalendars(context, done.calendarIds)
  return { eventId: done.eventId, version, undo, dropped: done.dropped }
}

/** The series of a target, held until the transaction ends, as it was seen, by somebody who may change it. */
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

async function applyUpdate(work: Work, target: Target, next: (now: EventFields) => EventFields): Promise<Done> {
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
  const event = { ...wanted, attendees: peopleOf(now, wanted, invited) }
  if (event.calendarId !== series.calendar_id) {
    if (invited && (await ownerOfCalendar(trx, event.calendarId)).accountId !== owner.accountId) {
      throw new EventNotYoursError()
    }
    if (scope === 'this') throw new BadRequestError(['calendarId'])
    await requireWritable(trx, asking.accountId, event.calendarId)
  }
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

/** Whose calendar an event stands in. */
async function ownerOfCalendar(trx: Trx, calendarId: number): Promise<Owner> {
  const { account_id } = await trx
    .selectFrom('calendar')
    .select('account_id')
    .where('id', '=', calendarId)
    .executeTakeFirstOrThrow()
  return ownerOf(trx, account_id)
}

/** What only the organiser changes; an invitation keeps it as it came. Throws `EventNotYoursError`. */
function requireOwnThings(now: EventFields, wanted: EventFields): void {
  const theirs = (event: EventFields) =>
    JSON.stringify([
      event.title.trim(),
      event.place.trim(),
      event.description,
      event.link,
      event.allDay,
      event.start,
      event.end,
      event.repeat,
      event.attendees.map(({ address }) => address.toLowerCase()).toSorted(),
    ])
  if (theirs(now) !== theirs(wanted)) throw new EventNotYoursError()
}

/** The people as they are wanted, with what they have answered; nobody answers for others, nor to a time that has changed. */
function peopleOf(now: EventFields, wanted: EventFields, invited: boolean): Attendee[] {
  const same = now.start === wanted.start && now.end === wanted.end && sameRepeat(now, wanted)
  const answers = new Map(now.attendees.map((one) => [one.address.toLowerCase(), one]))
  return wanted.attendees.map(({ name, address, optional }) => {
    const known = invited || same ? answers.get(address.toLowerCase()) : undefined
    return known ? { ...known, name: name || known.name, optional } : { name, address, optional, answer: '' }
  })
}

const sameRepeat = (a: EventFields, b: EventFields): boolean => JSON.stringify(a.repeat) === JSON.stringify(b.repeat)

async function requireOccurrence({ expand, holidays }: Work, series: EventRow, at: number): Promise<void> {
  if (!expand.expandSeries(seriesOf(series), holidays, at, at).starts.includes(at)) throw new EventNotFoundError()
}

async function saveException(
  work: Work,
  series: EventRow,
  at: number,
  event: EventFields,
  there: EventRow | undefined,
): Promise<void> {
  const { trx, context, asking } = work
  const stamp = { updated_at: context.now(), updated_by: asking.accountId }
  const columns = { ...columnsOf(event), repeat: null, first_at: event.start, last_at: event.end, ...stamp }
  const own = !isInvitation(series, await ownerOfCalendar(trx, series.calendar_id))
  if (there) {
    const sequence = there.sequence + (own ? 1 : 0)
    const moved = there.start_at !== event.start || there.end_at !== event.end
    await trx
      .updateTable('event')
      .set({ ...columns, sequence, ...(moved ? { moved_sequence: sequence } : {}) })
      .where('id', '=', there.id)
      .execute()
    return
  }
  await requireOccurrence(work, series, at)
  const sequence = series.sequence + (own ? 1 : 0)
  await trx
    .insertInto('event')
    .values({
      ...columns,
      calendar_id: series.calendar_id,
      series_id: series.id,
      recurrence_at: at,
      uid: series.uid,
      sequence,
      moved_sequence: event.start === at ? series.moved_sequence : sequence,
      organizer: series.organizer ?? (await organizerOf(trx, series.calendar_id, event)),
      stamp: series.stamp,
    })
    .execute()
}

/** Writes a series anew, with its first and last moment. Throws `EventRuleRefusedError`. */
async function insertSeries(
  { trx, context, asking, holidays, expand }: Work,
  calendarId: number,
  event: EventFields & { readonly uid: string },
  { exdates = [], rdates = [] }: { exdates?: readonly number[]; rdates?: readonly number[] } = {},
): Promise<number> {
  const columns = columnsOf(event)
  const row = { ...columns, exdates: JSON.stringify(exdates), rdates: JSON.stringify(rdates) }
  const series = seriesOf(row)
  expand.requireRepeat(series, holidays)
  const { id } = await trx
    .insertInto('event')
    .values({
      ...row,
      calendar_id: calendarId,
      series_id: null,
      recurrence_at: null,
      uid: event.uid,
      organizer: await organizerOf(trx, calendarId, event),
      first_at: event.start,
      last_at: expand.endOfSeries(series),
      updated_at: context.now(),
      updated_by: asking.accountId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Whoever's calendar it is calls for an event to which people are invited. */
async function organizerOf(trx: Trx, calendarId: number, { attendees }: EventFields): Promise<string | null> {
  if (attendees.length === 0) return null
  const owner = await trx
    .selectFrom('calendar')
    .innerJoin('account', 'account.id', 'calendar.account_id')
    .select(['account.name', 'account.address'])
    .where('calendar.id', '=', calendarId)
    .executeTakeFirstOrThrow()
  return JSON.stringify(owner)
}

/** Changes a whole series. Answers how many exceptions have no place in it any more. */
async function saveAll(work: Work, series: EventRow, at: number, event: EventFields): Promise<number> {
  const { trx, context, asking, holidays, expand } = work
  const old = seriesOf(series)
  const zone = event.allDay ? 'UTC' : event.zone
  // The time that was changed says how far all of them move, by the clock on the wall.
  const delta = wallOf(zone, event.start) - wallOf(zoneOf(old), at)
  const start = repeats(series) ? instantOf(zone, wallOf(zoneOf(old), old.start) + delta) : event.start
  const moved = (moment: number) => instantOf(zone, wallOf(zoneOf(old), moment) + delta)
  const sameRule = JSON.stringify(event.repeat) === JSON.stringify(old.repeat)
  const repeat = sameRule ? shiftRepeat(event.repeat, wallOf(zoneOf(old), old.start), delta) : event.repeat
  const columns = columnsOf({ ...event, repeat, start, end: start + (event.end - event.start) })
  const kept = sameRule
    ? { exdates: old.exdates.map(moved), rdates: old.rdates.map(moved) }
    : { exdates: [], rdates: [] }
  const row = { ...columns, exdates: JSON.stringify(kept.exdates), rdates: JSON.stringify(kept.rdates) }
  const next = seriesOf(row)
  expand.requireRepeat(next, holidays)
  const invited = isInvitation(series, await ownerOfCalendar(trx, series.calendar_id))
  const sequence = series.sequence + (invited ? 0 : 1)
  await trx
    .updateTable('event')
    .set({
      ...row,
      calendar_id: event.calendarId,
      organizer: invited ? series.organizer : await organizerOf(trx, event.calendarId, event),
      sequence,
      ...(delta !== 0 || !sameRule || event.end - event.start !== series.end_at - series.start_at
        ? { moved_sequence: sequence }
        : {}),
      first_at: start,
      last_at: expand.endOfSeries(next),
      updated_at: context.now(),
      updated_by: asking.accountId,
    })
    .where('id', '=', series.id)
    .execute()
  const dropped = await carryExceptions(work, series.id, series.id, next, event.calendarId, moved)
  await raise(work, series.id)
  return dropped
}

/** Exceptions go along when their series moves, each as far as it; those that the new rule does not know any more go. */
async function carryExceptions(
  { trx, expand, holidays }: Work,
  from: number,
  to: number,
  next: Series,
  calendarId: number,
  moved: (moment: number) => number,
  since = Number.NEGATIVE_INFINITY,
): Promise<number> {
  const exceptions = await trx
    .selectFrom('event')
    .select(['id', 'recurrence_at', 'start_at', 'end_at'])
    .where('series_id', '=', from)
    .execute()
  const mine = exceptions.filter((one) => (one.recurrence_at ?? 0) >= since)
  let dropped = 0
  // Two exceptions must not stand in each other's place while they move.
  for (const one of mine) {
    await trx.updateTable('event').set({ recurrence_at: -one.id }).where('id', '=', one.id).execute()
  }
  for (const one of mine) {
    const at = moved(one.recurrence_at ?? one.start_at)
    const still =
      next.repeat !== null && expand.expandSeries({ ...next, exdates: [] }, holidays, at, at).starts.includes(at)
    if (!still) {
      dropped += 1
      await trx.deleteFrom('event').where('id', '=', one.id).execute()
      continue
    }
    await trx
      .updateTable('event')
      .set({ series_id: to, calendar_id: calendarId, recurrence_at: at })
      .where('id', '=', one.id)
      .execute()
  }
  return dropped
}

/** Ends a series before one of its times and lets another one begin there. */
async function split(
  work: Work,
  series: EventRow,
  at: number,
  event: EventFields,
): Promise<{ id: number; dropped: number }> {
  const { trx } = work
  await requireOccurrence(work, series, at)
  const old = seriesOf(series)
  const zone = event.allDay ? 'UTC' : event.zone
  const delta = wallOf(zone, event.start) - wallOf(zoneOf(old), at)
  const moved = (moment: number) => instantOf(zone, wallOf(zoneOf(old), moment) + delta)
  const same = JSON.stringify(event.repeat) === JSON.stringify(old.repeat)
  const rest = same ? await remaining(old, at) : event.repeat
  const repeat = same ? shiftRepeat(rest, wallOf(zoneOf(old), at), delta) : rest
  const id = await insertSeries(
    work,
    event.calendarId,
    { ...event, repeat, uid: newUid() },
    {
      exdates: same ? old.exdates.filter((one) => one > at).map(moved) : [],
      rdates: same ? old.rdates.filter((one) => one > at).map(moved) : [],
    },
  )
  const next = seriesOf(await trx.selectFrom('event').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
  // The time that was changed is said anew; those after it keep what was changed of them alone.
  await trx.deleteFrom('event').where('series_id', '=', series.id).where('recurrence_at', '=', at).execute()
  const dropped = await carryExceptions(work, series.id, id, next, event.calendarId, moved, at)
  await endBefore(work, series, at)
  await raise(work, id, 0)
  return { id, dropped }
}

/** What is left of a repetition from one of its times on. */
async function remaining(series: Series, at: number): Promise<EventRepeat | null> {
  const { repeat } = series
  if (repeat?.kind !== 'rule') return repeat
  const [{ parseRule, writeRule }, { countBefore }] = await Promise.all([
    import('./recurrence/ruleText.ts'),
    import('./recurrence/expandRule.ts'),
  ])
  const parts = parseRule(repeat.rule)
  const count = Number(parts.get('COUNT') ?? 0)
  if (count === 0) return repeat
  const gone = countBefore(series, repeat.rule, at)
  if (gone !== null) parts.set('COUNT', `${Math.max(1, count - gone)}`)
  return { kind: 'rule', rule: writeRule(parts) }
}

const shiftRepeat = (repeat: EventRepeat | null, wall: number, delta: number): EventRepeat | null =>
  repeat?.kind === 'rule' ? { kind: 'rule', rule: shiftRule(repeat.rule, wall, delta) } : repeat

/** Lets a series end before a moment. */
async function endBefore(work: Work, series: EventRow, at: number): Promise<void> {
  const { trx, context, asking, expand } = work
  const { parseRule, utcText, writeRule } = await import('./recurrence/ruleText.ts')
  const old = seriesOf(series)
  let { repeat } = old
  if (repeat?.kind === 'rule') {
    const parts = parseRule(repeat.rule)
    parts.delete('COUNT')
    parts.set('UNTIL', utcText(at - 1_000))
    repeat = { kind: 'rule', rule: writeRule(parts) }
  } else if (repeat) {
    repeat = { ...repeat, until: isoDay(Math.floor(wallOf(zoneOf(old), at) / DAY_MS) * DAY_MS - DAY_MS) }
  }
  const row = {
    repeat: repeat ? JSON.stringify(repeat) : null,
    exdates: JSON.stringify(old.exdates.filter((one) => one < at)),
    rdates: JSON.stringify(old.rdates.filter((one) => one < at)),
  }
  await trx.deleteFrom('event').where('series_id', '=', series.id).where('recurrence_at', '>=', at).execute()
  await trx
    .updateTable('event')
    .set({
      ...row,
      sequence: series.sequence + 1,
      last_at: expand.endOfSeries(seriesOf({ ...series, ...row })),
      updated_at: context.now(),
      updated_by: asking.accountId,
    })
    .where('id', '=', series.id)
    .execute()
  await raise(work, series.id)
}

/** A new version of a series, and its first and last moment with what was moved out of it. */
async function raise({ trx }: Work, seriesId: number, by = 1): Promise<void> {
  const span = await trx
    .selectFrom('event')
    .select((eb) => [eb.fn.min<number>('start_at').as('first'), eb.fn.max<number>('end_at').as('last')])
    .where((eb) => eb.or([eb('id', '=', seriesId), eb('series_id', '=', seriesId)]))
    .executeTakeFirst()
  const row = await trx
    .selectFrom('event')
    .select(['first_at', 'last_at', 'start_at'])
    .where('id', '=', seriesId)
    .executeTakeFirst()
  if (!row) return
  await trx
    .updateTable('event')
    .set((eb) => ({
      version: eb('version', '+', by),
      first_at: Math.min(row.start_at, span?.first ?? row.start_at),
      last_at: Math.max(row.last_at, span?.last ?? row.last_at),
    }))
    .where('id', '=', seriesId)
    .execute()
}

/** Deletes an event, one time of it, or the times from one on. */
export const deleteEvent = (context: Context, asking: Asking, target: Target): Promise<Changed> =>
  change(context, asking, async (work) => {
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
  })
