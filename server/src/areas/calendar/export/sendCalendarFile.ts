import { setImmediate } from 'node:timers/promises'
import { CALENDAR_EVENTS_MAX, type CalendarLevel } from '@yanshu/contracts'
import type { FastifyReply } from 'fastify'
import { holidaysOf } from '../../../calendar-model/chinese/holidays.ts'
import type { EventRow } from '../../../calendar-model/rows/eventRows.ts'
import type { TaskRow } from '../../../calendar-model/rows/taskRows.ts'
import type { Context } from '../../../store/context/context.ts'

/** Events of one file, and tasks: all that a calendar may have. */
const ROWS_MAX = CALENDAR_EVENTS_MAX
/** Bytes of files that stand in one calendar file: as much as can be imported again. */
export const ICS_FILES_MAX = 6 * 1_024 * 1_024
/** Events that are written before other calls run: some ten milliseconds. */
const PARTS_AT_ONCE = 50

/**
 * A calendar as an account of a level may see it: with `busy` only the times, and private events only for its owner. Files go
 * along where that is wanted and as far as they fit.
 */
export async function sendCalendarFile(
  context: Context,
  { id, name, level }: { readonly id: number; readonly name: string; readonly level: CalendarLevel },
  reply: FastifyReply,
  { keep, withFiles }: { readonly keep: string; readonly withFiles: boolean },
): Promise<string> {
  let query = context.store.db
    .selectFrom('event')
    .selectAll()
    .where('calendar_id', '=', id)
    .orderBy('id')
    .limit(ROWS_MAX)
  if (level !== 'own' && level !== 'busy') query = query.where('private', '=', 0)
  const rows = await query.execute()
  const shown = level === 'busy' ? rows.filter((row) => row.availability !== 'free').map(timesOnly) : rows
  const tasks = level === 'busy' ? [] : await tasksFor(context, id, level)
  const [{ icsFileName, icsParts }, { taskParts }, { inlineFiles }] = await Promise.all([
    import('../../../calendar-model/ics/writeIcs.ts'),
    import('../../../calendar-model/ics/writeTasks.ts'),
    import('../../../calendar-model/ics/writeAttach.ts'),
  ])
  const options = { holidays: holidaysOf(context), now: context.now() }
  const files = withFiles && level !== 'busy' ? (await inlineFiles(context, shown, ICS_FILES_MAX)).lines : undefined
  const parts: string[] = []
  for (const part of icsParts(shown, {
    ...options,
    name,
    ...(files ? { files } : {}),
    others: taskParts(tasks, options),
  })) {
    parts.push(part)
    if (parts.length % PARTS_AT_ONCE === 0) await setImmediate()
  }
  const text = parts.join('')
  reply.headers({
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': `attachment; filename="calendar.ics"; filename*=UTF-8''${encodeURIComponent(icsFileName(name))}`,
    'cache-control': keep,
    'x-content-type-options': 'nosniff',
  })
  return text
}

/** The tasks of a calendar; private ones only for its owner. */
export function tasksFor(
  { store }: Pick<Context, 'store'>,
  calendarId: number,
  level: CalendarLevel,
): Promise<TaskRow[]> {
  let query = store.db
    .selectFrom('task')
    .selectAll()
    .where('calendar_id', '=', calendarId)
    .orderBy('id')
    .limit(ROWS_MAX)
  if (level !== 'own') query = query.where('private', '=', 0)
  return query.execute()
}

/** A row of which only the times may be shown. */
const timesOnly = (row: EventRow): EventRow => ({
  ...row,
  title: '忙碌 Busy',
  place: '',
  description: '',
  description_html: '',
  link: '',
  categories: '[]',
  reminders: '[]',
  attendees: '[]',
  organizer: null,
  files: '[]',
  private: 0,
})
