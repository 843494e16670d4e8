import type { EventRow } from '../../../calendar-model/rows/eventRows.ts'
import type { Trx } from '../../../store/database/transact.ts'

/** The rows of series with their exceptions, as they are now. */
export const takeSnapshot = (trx: Trx, seriesIds: readonly number[]): Promise<EventRow[]> =>
  trx
    .selectFrom('event')
    .selectAll()
    .where((eb) => eb.or([eb('id', 'in', [...seriesIds]), eb('series_id', 'in', [...seriesIds])]))
    .execute()
