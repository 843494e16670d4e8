import { CALENDAR_EVENTS_MAX } from '@yanshu/contracts'
import { CalendarFullError } from '../../../calendar-model/rows/errors.ts'
import type { Trx } from '../../../store/database/transact.ts'

/**
 * Throws `CalendarFullError` when a calendar has more events, or tasks, than it may. Call it after some were added: who
 * adds them holds the calendar's number of changes until the end of the transaction, so that no two pass the bound
 * together.
 */
export async function requireRoom(
  trx: Trx,
  calendarIds: Iterable<number>,
  table: 'event' | 'task' = 'event',
): Promise<void> {
  for (const calendarId of new Set(calendarIds)) {
    const { count } = await trx
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('calendar_id', '=', calendarId)
      .executeTakeFirstOrThrow()
    if (Number(count) > CALENDAR_EVENTS_MAX) throw new CalendarFullError()
  }
}
