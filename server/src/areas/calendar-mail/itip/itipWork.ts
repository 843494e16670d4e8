import type { Holidays } from '../../../calendar-model/chinese/holidays.ts'
import type * as Expand from '../../../calendar-model/recurrence/expand.ts'
import type { EventRow } from '../../../calendar-model/rows/eventRows.ts'
import type { TransactionContext } from '../../../store/context/context.ts'
import type { Trx } from '../../../store/database/transact.ts'
import type { Owner } from '../../calendar-store/index.ts'
import type { Applied, Itip, ItipOutcome } from './itip.ts'

/** What applying needs: the transaction, whose calendar it is, and how to reckon with what repeats. */
export interface ItipWork {
  readonly trx: Trx
  readonly context: TransactionContext
  readonly owner: Owner
  readonly itip: Itip
  readonly holidays: Holidays
  readonly expand: typeof Expand
  /** Also accepts what the reader was invited to through others, such as a list or a colleague who forwarded it. */
  readonly asGuest: boolean
}

/** The outcome of a message that is about an event of a calendar. */
export const appliedTo = (outcome: ItipOutcome, row: Pick<EventRow, 'id' | 'calendar_id'>): Applied => ({
  outcome,
  calendarIds: [row.calendar_id],
  eventId: row.id,
})

/** Writes the first and the last moment of a series with its exceptions. */
export async function spanOver(trx: Trx, seriesId: number): Promise<void> {
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
