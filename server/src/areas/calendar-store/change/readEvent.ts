import type { EventDetail } from '@yanshu/contracts'
import { holidaysOf } from '../../../calendar-model/chinese/holidays.ts'
import { EventNotFoundError } from '../../../calendar-model/rows/errors.ts'
import { shownFiles } from '../../../calendar-model/rows/eventFiles.ts'
import { attendeesOf, type EventRow, fieldsOf, repeats, seriesOf } from '../../../calendar-model/rows/eventRows.ts'
import { ForbiddenError } from '../../../platform/http/errors.ts'
import type { Context } from '../../../store/context/context.ts'
import { type Asking, allows, type SeenCalendar, seenCalendars } from '../calendars/access.ts'
import { isInvitation, isOwn, organizerIn, ownerOf } from '../rows/organiser.ts'

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
    files: shownFiles(row),
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

/** Throws `ForbiddenError` where the caller may not read the words of an event. */
export const requireReadable = (calendar: SeenCalendar, row: EventRow): void => {
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
  const { expandSeries } = await import('../../../calendar-model/recurrence/expand.ts')
  if (!expandSeries(seriesOf(row), holidaysOf(context), at, at).starts.includes(at)) throw new EventNotFoundError()
}
