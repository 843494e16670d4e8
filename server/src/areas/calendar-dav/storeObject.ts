import type { Attendee } from '@yanshu/contracts'
import type { ReadEvent } from '../../calendar-model/ics/readIcs.ts'
import { attendeesOf, columnsOf, type EventRow, seriesOf } from '../../calendar-model/rows/eventRows.ts'
import { DavError } from '../../platform/dav/davService.ts'
import { CALDAV } from '../../platform/dav/xml.ts'
import { takeTurns } from '../../platform/workers/takeTurns.ts'
import { ROWS_AT_ONCE, rowOf } from '../calendar/index.ts'
import { eachTime } from '../calendar-mail/index.ts'
import {
  isOwn,
  type Owner,
  organizerIn,
  organizerOf,
  ownerOfCalendar,
  raise,
  type Work,
} from '../calendar-store/index.ts'
import type { PutObject } from './readObject.ts'
import { repetitionOf } from './repetition.ts'

/** Writes an event that is not there yet, with its exceptions. Throws `EventRuleRefusedError`, `DavError`. */
export async function insertObject(work: Work, calendarId: number, put: PutObject): Promise<void> {
  const { trx, context, asking, expand, holidays } = work
  const owner = await ownerOfCalendar(trx, calendarId)
  const whole = put.series
  const stamp = [calendarId, context.now(), asking.accountId] as const
  if (!whole) {
    // Single times of a series to which its reader was invited: each is an event of its own.
    const turn = takeTurns(ROWS_AT_ONCE)
    const times = new Map(put.instances.map((one) => [one.recurrenceAt, one]))
    for (const one of times.values()) {
      await turn()
      const row = rowOf({ ...one, repeat: null, exdates: [], rdates: [] }, ...stamp)
      if (!theirs(owner, one)) throw new DavError(403, { ns: CALDAV, name: 'valid-calendar-object-resource' })
      await trx
        .insertInto('event')
        .values({ ...row, recurrence_at: one.recurrenceAt })
        .execute()
    }
    return
  }
  const attendees = theirs(owner, whole) ? whole.attendees : asked(whole.attendees, owner)
  const row = rowOf({ ...whole, attendees }, ...stamp)
  const series = seriesOf(row)
  expand.requireRepeat(series, holidays)
  const organizer = theirs(owner, whole) ? row.organizer : await organizerOf(trx, calendarId, whole)
  const made = await trx
    .insertInto('event')
    .values({ ...row, organizer, last_at: expand.endOfSeries(series) })
    .returningAll()
    .executeTakeFirstOrThrow()
  await putExceptions(work, made, put.instances, [])
  await raise(work, made.id, 0)
}

/** Whether another person is the organiser of what was put. */
const theirs = (owner: Owner, { organizer }: ReadEvent): boolean =>
  organizer !== null && organizer.address !== '' && !isOwn(owner, organizer.address)

/** The invited people: a client sets no answer but that of the calendar's owner. */
const asked = (attendees: readonly Attendee[], owner: Owner): Attendee[] =>
  attendees.map((one) => (isOwn(owner, one.address) ? one : { ...one, answer: '' }))

/** Writes an event of one's own anew. What its people have answered stays as long as its time does. */
export async function replaceObject(
  work: Work,
  calendarId: number,
  put: PutObject,
  rows: readonly EventRow[],
): Promise<void> {
  const { trx, context, asking, expand, holidays } = work
  const there = rows.find((row) => row.series_id === null)
  const whole = put.series
  if (!there || !whole) throw new DavError(403, { ns: CALDAV, name: 'valid-calendar-object-resource' })
  const { repeat, exdates, rdates } = repetitionOf(there, whole, work)
  const shape = { repeat: JSON.stringify(repeat), rdates: JSON.stringify(rdates) }
  const same =
    there.start_at === whole.start &&
    there.end_at === whole.end &&
    (there.repeat ?? 'null') === shape.repeat &&
    there.rdates === shape.rdates
  const attendees = answered(there, whole.attendees, same)
  const zone = whole.allDay && there.all_day === 1 ? there.zone : whole.zone
  const descriptionHtml = formattingOf(there, whole)
  const columns = columnsOf({ ...whole, calendarId, color: there.color, zone, repeat, attendees, descriptionHtml })
  const row = { ...columns, exdates: JSON.stringify(exdates), rdates: shape.rdates }
  const series = seriesOf(row)
  expand.requireRepeat(series, holidays)
  const sequence = Math.max(there.sequence + 1, whole.sequence)
  const foreign = organizerIn(there)
  const owner = await ownerOfCalendar(trx, calendarId)
  const kept = foreign && !isOwn(owner, foreign.address) ? there.organizer : null
  const updated = await trx
    .updateTable('event')
    .set({
      ...row,
      organizer: kept ?? (await organizerOf(trx, calendarId, { attendees })),
      cancelled: whole.cancelled ? 1 : 0,
      sequence,
      ...(same ? {} : { moved_sequence: sequence }),
      first_at: whole.start,
      last_at: expand.endOfSeries(series),
      updated_at: context.now(),
      updated_by: asking.accountId,
    })
    .where('id', '=', there.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await putExceptions(
    work,
    updated,
    put.instances,
    rows.filter((one) => one.series_id === there.id),
  )
  await raise(work, there.id)
}

/** A program that knows no formatting and has left the words as they are loses none of it. */
const formattingOf = (there: Pick<EventRow, 'description' | 'description_html'>, put: ReadEvent): string =>
  put.descriptionHtml || (put.description === there.description.trim() ? there.description_html : '')

/** The people as they are wanted, with what they have answered; a program sends of others what it last read. */
function answered(there: EventRow, wanted: readonly Attendee[], same: boolean): Attendee[] {
  const known = new Map(attendeesOf(there).map((one) => [one.address.toLowerCase(), one]))
  return wanted.map((one) => {
    const before = same ? known.get(one.address.toLowerCase()) : undefined
    return before ? { ...before, name: one.name || before.name, optional: one.optional } : { ...one, answer: '' }
  })
}

/** The times of a series that differ, instead of those that are there; what the series does not know is left out. */
async function putExceptions(
  { trx, context, asking, expand, holidays }: Work,
  series: EventRow,
  instances: readonly ReadEvent[],
  there: readonly EventRow[],
): Promise<void> {
  const shape = { ...seriesOf(series), exdates: [] }
  const left = new Map(there.map((row) => [row.recurrence_at, row]))
  const done = new Set<number>()
  const turn = takeTurns(ROWS_AT_ONCE)
  for (const one of eachTime({ expand, holidays }, series, instances)) {
    await turn()
    const at = one.recurrenceAt
    if (at === null || done.has(at) || !expand.expandSeries(shape, holidays, at, at).starts.includes(at)) continue
    done.add(at)
    const old = left.get(at)
    left.delete(at)
    const known = old ?? { ...series, start_at: at, end_at: at + (series.end_at - series.start_at) }
    const same = known.start_at === one.start && known.end_at === one.end
    const sequence = Math.max(known.sequence + (old ? 1 : 0), one.sequence)
    const columns = {
      ...columnsOf({
        ...one,
        calendarId: series.calendar_id,
        color: known.color,
        descriptionHtml: formattingOf(known, one),
        repeat: null,
        attendees: answered(known, one.attendees, same),
      }),
      cancelled: one.cancelled ? 1 : 0,
      sequence,
      moved_sequence: same ? known.moved_sequence : sequence,
      first_at: one.start,
      last_at: one.end,
      updated_at: context.now(),
      updated_by: asking.accountId,
    }
    if (old) await trx.updateTable('event').set(columns).where('id', '=', old.id).execute()
    else {
      await trx
        .insertInto('event')
        .values({
          ...columns,
          calendar_id: series.calendar_id,
          series_id: series.id,
          recurrence_at: at,
          uid: series.uid,
          organizer: series.organizer,
          stamp: series.stamp,
        })
        .execute()
    }
  }
  for (const { id } of left.values()) {
    await trx.deleteFrom('event').where('id', '=', id).execute()
    await turn()
  }
}
