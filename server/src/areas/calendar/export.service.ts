import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { requireCalendar } from './access.ts'
import { holidaysOf } from './chinese/holidays.ts'
import { readEvent } from './events.service.ts'
import { EventNotFoundError } from './rows/errors.ts'
import type { EventRow } from './rows/eventRows.ts'
import type { Asking } from './windows.service.ts'

/** Events of one file; more than a person can make, and a bound for one that a program has filled. */
const ROWS_MAX = 50_000
/** Events that are written before other calls have their turn: some ten milliseconds. */
const PARTS_AT_ONCE = 50

/** An event, or one time of a series, as a file. Whoever may read it may have it. */
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
    start_at: detail.start,
    end_at: detail.end,
    all_day: detail.allDay ? 1 : 0,
    repeat: null,
    exdates: '[]',
    rdates: '[]',
  }
  const { icsFileName, writeIcs } = await import('./ics/writeIcs.ts')
  const visible = rows.filter((row) => row.private === 0 || detail.level === 'own')
  const ics = writeIcs(at === undefined ? visible : [one], { holidays: holidaysOf(context), now: context.now() })
  return { fileName: icsFileName(detail.title), ics }
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
  let query = context.store.db
    .selectFrom('event')
    .selectAll()
    .where('calendar_id', '=', calendarId)
    .orderBy('id')
    .limit(ROWS_MAX)
  if (level !== 'own') query = query.where('private', '=', 0)
  const { icsFileName, icsParts } = await import('./ics/writeIcs.ts')
  const parts: string[] = []
  for (const part of icsParts(await query.execute(), { holidays: holidaysOf(context), now: context.now(), name })) {
    parts.push(part)
    if (parts.length % PARTS_AT_ONCE === 0) await setImmediate()
  }
  const text = parts.join('')
  reply.headers({
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': `attachment; filename="calendar.ics"; filename*=UTF-8''${encodeURIComponent(icsFileName(name))}`,
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
  })
  return text
}
