import { sql } from 'kysely'
import { EventThereError } from '../../../calendar-model/rows/errors.ts'
import type { EventRow } from '../../../calendar-model/rows/eventRows.ts'
import type { Trx } from '../../../store/database/transact.ts'

/** Lets others who hold a calendar wait until the transaction ends: what is read from now on is not added by them. */
export async function holdCalendar(trx: Trx, calendarId: number): Promise<void> {
  await trx
    .insertInto('calendar_sync')
    .values({ calendar_id: calendarId })
    .onConflict((conflict) =>
      conflict.column('calendar_id').doUpdateSet((eb) => ({ seq: eb.ref('calendar_sync.seq') })),
    )
    .execute()
}

/** Throws `EventThereError` where a calendar has an event of the UID of another row; holds the calendar. */
export async function requireNoTwin(
  trx: Trx,
  calendarId: number,
  { uid, recurrence_at }: Pick<EventRow, 'uid' | 'recurrence_at'>,
): Promise<void> {
  await holdCalendar(trx, calendarId)
  const twin = await trx
    .selectFrom('event')
    .select('id')
    .where('calendar_id', '=', calendarId)
    .where('uid', '=', uid)
    .where('series_id', 'is', null)
    .where(
      recurrence_at === null ? sql<boolean>`recurrence_at is null` : sql<boolean>`recurrence_at = ${recurrence_at}`,
    )
    .executeTakeFirst()
  if (twin) throw new EventThereError()
}
