import type { FastifyReply } from 'fastify'
import { holidaysOf } from '../../../calendar-model/chinese/holidays.ts'
import { EventNotFoundError } from '../../../calendar-model/rows/errors.ts'
import type { EventRow } from '../../../calendar-model/rows/eventRows.ts'
import { NotFoundError } from '../../../platform/http/errors.ts'
import type { Context } from '../../../store/context/context.ts'
import { type Asking, readEvent, requireCalendar } from '../../calendar-store/index.ts'
import { ICS_FILES_MAX, sendCalendarFile } from './sendCalendarFile.ts'

/** An event, or one time of a series, as a file, for an account that may read it. */
export async function eventFile(context: Context, asking: Asking, eventId: number, at?: number) {
  const detail = await readEvent(context, asking, eventId, at)
  const rows = await context.store.db
    .selectFrom('event')
    .selectAll()
    .where((eb) => eb.or([eb('id', '=', eventId), eb('series_id', '=', eventId)]))
    .orderBy('id')
    .execute()
  const series = rows.find(({ id }) => id === eventId)
  if (!series) throw new EventNotFoundError()
  const one: EventRow = {
    ...series,
    title: detail.title,
    place: detail.place,
    description: detail.description,
    description_html: detail.descriptionHtml,
    start_at: detail.start,
    end_at: detail.end,
    all_day: detail.allDay ? 1 : 0,
    files: (rows.find((row) => row.recurrence_at === at && row.series_id !== null) ?? series).files,
    repeat: null,
    exdates: '[]',
    rdates: '[]',
  }
  const [{ icsFileName, writeIcs }, { inlineFiles }] = await Promise.all([
    import('../../../calendar-model/ics/writeIcs.ts'),
    import('../../../calendar-model/ics/writeAttach.ts'),
  ])
  const visible = rows.filter((row) => row.private === 0 || detail.level === 'own')
  const written = at === undefined ? visible : [one]
  const { lines, left } = await inlineFiles(context, written, ICS_FILES_MAX)
  const ics = writeIcs(written, { holidays: holidaysOf(context), now: context.now(), files: lines })
  return { fileName: icsFileName(detail.title), ics, filesLeft: left }
}

/** A whole calendar as a file. Throws `CalendarNotFoundError`, and `ForbiddenError` where only times may be seen. */
export async function calendarFile(
  context: Context,
  asking: Asking,
  calendarId: number,
  reply: FastifyReply,
): Promise<string> {
  if (!Number.isSafeInteger(calendarId) || calendarId < 1) throw new NotFoundError()
  const { level } = await requireCalendar(context.store.db, asking.accountId, calendarId, 'view')
  const { name } = await context.store.db
    .selectFrom('calendar')
    .select('name')
    .where('id', '=', calendarId)
    .executeTakeFirstOrThrow()
  return sendCalendarFile(context, { id: calendarId, name, level }, reply, {
    keep: 'private, no-cache',
    withFiles: true,
  })
}
