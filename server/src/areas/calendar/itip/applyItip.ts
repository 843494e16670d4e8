import type { Attendee } from '@yanshu/contracts'
import { EVENT_PEOPLE_MAX } from '@yanshu/contracts'
import type { Kysely } from 'kysely'
import type { Context } from '../../../store/context/context.ts'
import type { Schema } from '../../../store/database/schema.ts'
import type { Trx } from '../../../store/database/transact.ts'
import { ownCalendar } from '../calendars/ownCalendar.ts'
import { endBefore } from '../change/changeSeries.ts'
import { type Holidays, holidaysOf } from '../chinese/holidays.ts'
import { recordFiles, withKnownIds } from '../files/keepAttached.ts'
import type { ReadEvent } from '../ics/readIcs.ts'
import type * as Expand from '../recurrence/expand.ts'
import { EventRuleRefusedError } from '../rows/errors.ts'
import { filesOf } from '../rows/eventFiles.ts'
import { attendeesOf, columnsOf, type EventRow, seriesOf } from '../rows/eventRows.ts'
import { isOwn, type Owner, organizerIn, ownerOf } from '../rows/organiser.ts'
import { eachTime } from './andFuture.ts'
import { type Applied, groupsOf, type Itip, type ItipGroup, type ItipOutcome, isNewer, nothingApplied } from './itip.ts'

/** What applying needs: the transaction, whose calendar it is, and how to reckon with what repeats. */
interface Work {
  readonly trx: Trx
  readonly context: Context
  readonly owner: Owner
  readonly itip: Itip
  readonly holidays: Holidays
  readonly expand: typeof Expand
  /** Also accepts what the reader was invited to through others, such as a list or a colleague who forwarded it. */
  readonly asGuest: boolean
}

/**
 * Applies what the organiser sent to the calendar of somebody who was invited (RFC 5546 §3.2): a REQUEST becomes an
 * event to be answered, a CANCEL marks it as cancelled, an ADD is one more time of it. A message older than the event
 * changes nothing, and only the organiser's messages change anything.
 */
export async function applyItip(
  trx: Trx,
  context: Work['context'],
  accountId: number,
  itip: Itip,
  { asGuest = false }: { readonly asGuest?: boolean } = {},
): Promise<Applied> {
  const work: Work = {
    trx,
    context,
    owner: await ownerOf(trx, accountId),
    itip,
    holidays: holidaysOf(context),
    expand: await import('../recurrence/expand.ts'),
    asGuest,
  }
  await recordFiles(trx, context, itip.events)
  let applied = nothingApplied('nothing')
  for (const group of groupsOf(itip.events)) {
    try {
      const done = await applyGroup(work, group)
      if (done.outcome !== 'nothing' && applied.outcome === 'nothing') applied = done
      else applied = { ...applied, calendarIds: [...applied.calendarIds, ...done.calendarIds] }
    } catch (error) {
      if (!(error instanceof EventRuleRefusedError)) throw error
      if (applied.outcome === 'nothing') applied = nothingApplied('refused')
    }
  }
  return applied
}

/** The rows that an account has of an event: its series or the single times it was invited to, and exceptions. */
export const rowsOfUid = (trx: Kysely<Schema>, accountId: number, uid: string): Promise<EventRow[]> =>
  trx
    .selectFrom('event')
    .innerJoin('calendar', 'calendar.id', 'event.calendar_id')
    .selectAll('event')
    .where('calendar.account_id', '=', accountId)
    .where('event.uid', '=', uid)
    .where('event.calendar_id', 'not in', (eb) => eb.selectFrom('calendar_subscription').select('calendar_id'))
    .orderBy('event.id')
    .execute()

async function applyGroup(work: Work, group: ItipGroup): Promise<Applied> {
  const { itip, owner } = work
  const first = group.series ?? group.instances[0]
  if (!first?.organizer?.address) return nothingApplied('nothing')
  // Outlook sends its organisers a copy; their own event is there already.
  if (isOwn(owner, first.organizer.address)) return nothingApplied('nothing')
  const rows = await rowsOfUid(work.trx, owner.accountId, group.uid)
  const known = rows[0] ? organizerIn(rows[0])?.address : undefined
  const organizer = known ?? first.organizer.address
  const theirs = itip.from !== '' && (itip.from === organizer.toLowerCase() || (itip.from === first.sentBy && !known))
  if (!theirs && !(work.asGuest && itip.method === 'REQUEST')) return nothingApplied('not-theirs')
  if (known !== undefined && known.toLowerCase() !== first.organizer.address && !work.asGuest) {
    return nothingApplied('not-theirs')
  }
  switch (itip.method) {
    case 'REQUEST':
      return applyRequest(work, group, rows)
    case 'CANCEL':
      return applyCancel(work, group, rows)
    case 'ADD':
      return applyAdd(work, group, rows)
    default:
      return nothingApplied('nothing')
  }
}

const done = (outcome: ItipOutcome, row: Pick<EventRow, 'id' | 'calendar_id'>): Applied => ({
  outcome,
  calendarIds: [row.calendar_id],
  eventId: row.id,
})

async function applyRequest(work: Work, { series, instances }: ItipGroup, rows: readonly EventRow[]): Promise<Applied> {
  const { trx } = work
  const there = rows.find((row) => row.series_id === null && row.recurrence_at === null)
  if (!series) return applyInstances(work, instances, rows, there)
  if (there && !isNewer(series, there)) {
    // The series is known; one of its times may be newer.
    const later = await applyInstances(work, instances, rows, there)
    return later.outcome === 'updated' ? later : { ...done('stale', there), calendarIds: [] }
  }
  const attendees = peopleOf(work, series, there)
  if (!attendees) return nothingApplied('not-theirs')
  const row = { ...requestedColumns(work, series, attendees, there), uid: series.uid }
  const shape = seriesOf(row)
  work.expand.requireRepeat(shape, work.holidays)
  const last = work.expand.endOfSeries(shape)
  const span = { first_at: series.start, last_at: last }
  let id = there?.id
  if (there) {
    await trx
      .updateTable('event')
      .set({ ...row, ...span, version: there.version + 1 })
      .where('id', '=', there.id)
      .execute()
    // Times with invitations of their own belong to the series now; exceptions stay while the pattern does.
    const samePattern =
      JSON.stringify(seriesOf(there)) === JSON.stringify({ ...shape, exdates: seriesOf(there).exdates })
    if (!samePattern) await trx.deleteFrom('event').where('series_id', '=', there.id).execute()
  } else {
    const single = rows.filter((one) => one.series_id === null)
    const made = await trx
      .insertInto('event')
      .values({
        ...row,
        ...span,
        calendar_id: single[0]?.calendar_id ?? (await ownCalendar(trx, work.context, work.owner.accountId)),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    id = made.id
    for (const one of single) await trx.deleteFrom('event').where('id', '=', one.id).execute()
  }
  const stored = await trx
    .selectFrom('event')
    .selectAll()
    .where('id', '=', id ?? 0)
    .executeTakeFirstOrThrow()
  for (const instance of eachTime(work, stored, instances)) await putException(work, stored, instance)
  await spanOver(trx, stored.id)
  return done(there ? 'updated' : 'stored', stored)
}

/** Single times: exceptions of a series that is there, or events of their own where somebody is invited to them alone. */
async function applyInstances(
  work: Work,
  instances: readonly ReadEvent[],
  rows: readonly EventRow[],
  series: EventRow | undefined,
): Promise<Applied> {
  let applied = nothingApplied('stale')
  for (const instance of series ? eachTime(work, series, instances) : instances) {
    const at = instance.recurrenceAt ?? instance.start
    if (series) {
      if (await putException(work, series, instance)) {
        await work.trx
          .updateTable('event')
          .set({ version: series.version + 1 })
          .where('id', '=', series.id)
          .execute()
        await spanOver(work.trx, series.id)
        applied = done('updated', series)
      }
      continue
    }
    const there = rows.find((row) => row.series_id === null && row.recurrence_at === at)
    if (there && !isNewer(instance, there)) continue
    const attendees = peopleOf(work, instance, there)
    if (!attendees) return nothingApplied('not-theirs')
    const row = {
      ...requestedColumns(work, { ...instance, repeat: null, exdates: [], rdates: [] }, attendees, there),
      uid: instance.uid,
      recurrence_at: at,
      first_at: instance.start,
      last_at: instance.end,
    }
    if (there) {
      await work.trx
        .updateTable('event')
        .set({ ...row, version: there.version + 1 })
        .where('id', '=', there.id)
        .execute()
      applied = done('updated', there)
    } else {
      const calendarId = await ownCalendar(work.trx, work.context, work.owner.accountId)
      const made = await work.trx
        .insertInto('event')
        .values({ ...row, calendar_id: calendarId })
        .returning(['id', 'calendar_id'])
        .executeTakeFirstOrThrow()
      applied = done('stored', made)
    }
  }
  return applied
}

/** Adds one time of a series, where it is newer than what is there. A time that the series does not have is skipped. */
async function putException(work: Work, series: EventRow, instance: ReadEvent): Promise<boolean> {
  const { trx, expand, holidays } = work
  const at = instance.recurrenceAt
  if (at === null) return false
  const there = await trx
    .selectFrom('event')
    .selectAll()
    .where('series_id', '=', series.id)
    .where('recurrence_at', '=', at)
    .executeTakeFirst()
  if (there && !isNewer(instance, there)) return false
  const shape = seriesOf(series)
  if (!there && !expand.expandSeries({ ...shape, exdates: [] }, holidays, at, at).starts.includes(at)) return false
  const known = there ?? { ...series, start_at: at, end_at: at + (series.end_at - series.start_at) }
  const attendees = peopleOf(work, instance, known)
  if (!attendees) return false
  const row = {
    ...requestedColumns(work, { ...instance, repeat: null, exdates: [], rdates: [] }, attendees, known),
    first_at: instance.start,
    last_at: instance.end,
  }
  if (there) await trx.updateTable('event').set(row).where('id', '=', there.id).execute()
  else
    await trx
      .insertInto('event')
      .values({ ...row, uid: series.uid, calendar_id: series.calendar_id, series_id: series.id, recurrence_at: at })
      .execute()
  // A time that was cancelled and is invited to again.
  if (shape.exdates.includes(at)) {
    await trx
      .updateTable('event')
      .set({ exdates: JSON.stringify(shape.exdates.filter((one) => one !== at)) })
      .where('id', '=', series.id)
      .execute()
  }
  return true
}

/**
 * Who is invited, with the reader's own answer as far as it still counts: a new time needs a new answer. null when the
 * reader is not on the list and does not come as a guest.
 */
function peopleOf({ owner, itip, asGuest }: Work, event: ReadEvent, there: EventRow | undefined): Attendee[] | null {
  const known = there && attendeesOf(there).find(({ address }) => isOwn(owner, address))
  const listed = event.attendees.find(({ address }) => isOwn(owner, address))
  const same =
    there !== undefined && there.start_at === event.start && there.end_at === event.end && there.cancelled === 0
  const kept = known && same ? known.answer : ''
  const me: Attendee = {
    name: owner.name,
    address: listed?.address ?? known?.address ?? owner.addresses[0],
    optional: listed?.optional ?? false,
    // An answer of one's own in another's message counts only where it was sent through this server.
    answer: kept || (itip.local && listed ? listed.answer : ''),
  }
  if (listed) return event.attendees.map((one) => (one === listed ? me : one))
  // To a list the organiser has written to: its members are guests.
  if (!asGuest && itip.from !== event.organizer?.address) return null
  return [...event.attendees.slice(0, EVENT_PEOPLE_MAX - 1), me]
}

/** What the organiser says of an event; what its owner has set for themselves stays. */
function requestedColumns(
  { context, owner }: Work,
  event: ReadEvent,
  attendees: Attendee[],
  there: EventRow | undefined,
) {
  // What a message says of files counts; where it says nothing, they stay.
  const files = withKnownIds(event.files, there ? filesOf(there) : []) ?? (there ? filesOf(there) : [])
  const columns = columnsOf({ ...event, attendees, files, calendarId: 0 })
  const own = there && {
    availability: there.availability,
    color: there.color,
    categories: there.categories,
    reminders: there.reminders,
    private: there.private,
  }
  return {
    ...columns,
    ...own,
    sequence: event.sequence,
    stamp: event.stamp,
    organizer: JSON.stringify(event.organizer),
    cancelled: event.cancelled ? 1 : 0,
    exdates: JSON.stringify(event.exdates),
    rdates: JSON.stringify(event.rdates),
    updated_at: context.now(),
    updated_by: owner.accountId,
  }
}

async function applyCancel(work: Work, { series, instances }: ItipGroup, rows: readonly EventRow[]): Promise<Applied> {
  const { trx } = work
  const there = rows.find((row) => row.series_id === null && row.recurrence_at === null)
  const off = (event: ReadEvent) => ({
    cancelled: 1,
    sequence: event.sequence,
    stamp: event.stamp,
    updated_at: work.context.now(),
    updated_by: work.owner.accountId,
  })
  if (series) {
    const all = rows.filter((row) => row.series_id === null)
    const old = all[0]
    if (!old) return nothingApplied('unknown')
    if (series.sequence < old.sequence) return nothingApplied('stale')
    for (const row of rows) {
      await trx
        .updateTable('event')
        .set({ ...off(series), version: row.version + 1 })
        .where('id', '=', row.id)
        .execute()
    }
    return done('cancelled', old)
  }
  let applied = nothingApplied('unknown')
  for (const instance of instances) {
    const at = instance.recurrenceAt
    if (instance.andFuture && there && at !== null && instance.sequence >= there.sequence) {
      await endSeries(work, there, at, instance)
      applied = done('cancelled', there)
      continue
    }
    const single = rows.find((row) => row.recurrence_at === at && at !== null)
    if (single) {
      if (instance.sequence < single.sequence) continue
      await trx.updateTable('event').set(off(instance)).where('id', '=', single.id).execute()
    } else if (there && at !== null) {
      const whole = { ...instance, attendees: instance.attendees.length > 0 ? instance.attendees : attendeesOf(there) }
      const length = there.end_at - there.start_at
      const shown = instance.title === '（无标题）' ? { title: there.title, start: at, end: at + length } : {}
      if (!(await putException({ ...work, asGuest: true }, there, { ...whole, ...shown, cancelled: true }))) continue
    } else continue
    const series = there ?? single
    if (!series) continue
    await trx
      .updateTable('event')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', series.id)
      .execute()
    applied = done('cancelled', series)
  }
  return applied
}

/** A series of which this time and those after it do not happen any more. */
async function endSeries(
  { trx, context, owner, holidays, expand }: Work,
  series: EventRow,
  at: number,
  { sequence, stamp }: ReadEvent,
): Promise<void> {
  const asking = { accountId: owner.accountId, address: owner.addresses[0] }
  await endBefore({ trx, context, asking, holidays, expand }, series, at)
  // Whose event it is counts its changes.
  await trx.updateTable('event').set({ sequence, stamp }).where('id', '=', series.id).execute()
}

/** One more time of a series that is there (RFC 5546 §3.2.4). */
async function applyAdd(work: Work, { instances, series }: ItipGroup, rows: readonly EventRow[]): Promise<Applied> {
  const there = rows.find((row) => row.series_id === null && row.recurrence_at === null)
  if (!there) return nothingApplied('unknown')
  const added = [...instances, ...(series ? [series] : [])].filter(({ sequence }) => sequence >= there.sequence)
  if (added.length === 0) return nothingApplied('stale')
  let rdates = seriesOf(there).rdates
  for (const event of added) {
    rdates = [...new Set([...rdates, event.start])]
    const now = { ...there, rdates: JSON.stringify(rdates), version: there.version + 1, sequence: event.sequence }
    await work.trx
      .updateTable('event')
      .set({ rdates: now.rdates, version: now.version, sequence: now.sequence, stamp: event.stamp })
      .where('id', '=', there.id)
      .execute()
    await putException({ ...work, asGuest: true }, now, { ...event, recurrenceAt: event.start })
  }
  await spanOver(work.trx, there.id)
  return done('updated', there)
}

/** The first and the last moment of a series with its exceptions. */
async function spanOver(trx: Trx, seriesId: number): Promise<void> {
  const rows = await trx
    .selectFrom('event')
    .select(['id', 'start_at', 'end_at', 'first_at', 'last_at'])
    .where((eb) => eb.or([eb('id', '=', seriesId), eb('series_id', '=', seriesId)]))
    .execute()
  const first = rows.reduce((least, row) => Math.min(least, row.start_at), Number.POSITIVE_INFINITY)
  const last = rows.reduce((most, row) => Math.max(most, row.end_at, row.id === seriesId ? row.last_at : 0), 0)
  if (rows.length > 0)
    await trx.updateTable('event').set({ first_at: first, last_at: last }).where('id', '=', seriesId).execute()
}
