import { type Attendee, EVENT_PEOPLE_MAX } from '@yanshu/contracts'
import type { ReadEvent } from '../../../calendar-model/ics/readIcs.ts'
import { filesOf } from '../../../calendar-model/rows/eventFiles.ts'
import { attendeesOf, columnsOf, type EventRow, seriesOf } from '../../../calendar-model/rows/eventRows.ts'
import { isOwn, withKnownIds } from '../../calendar-store/index.ts'
import { isNewer } from './itip.ts'
import type { ItipWork } from './itipWork.ts'

/** Adds one time of a series, where it is newer than what is there. A time that the series does not have is skipped. */
export async function putException(work: ItipWork, series: EventRow, instance: ReadEvent): Promise<boolean> {
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
export function peopleOf(
  { owner, itip, asGuest }: ItipWork,
  event: ReadEvent,
  there: EventRow | undefined,
): Attendee[] | null {
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

/** The organiser's columns of an event; what its owner has set for themselves stays. */
export function requestedColumns(
  { context, owner }: ItipWork,
  event: ReadEvent,
  attendees: Attendee[],
  there: EventRow | undefined,
) {
  // The files of a message count; where it has none, the files stay.
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
