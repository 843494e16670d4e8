import type { TransactionContext } from '../../../store/context/context.ts'
import type { Trx } from '../../../store/database/transact.ts'
import { FIRST_COLOR, FIRST_NAME, insertCalendar } from './calendars.service.ts'

/** The calendar into which invitations of an account go: its first one, made where it has none. */
export async function ownCalendar(
  trx: Trx,
  context: Pick<TransactionContext, 'now'>,
  accountId: number,
): Promise<number> {
  const there = await trx
    .selectFrom('calendar')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'not in', (eb) => eb.selectFrom('calendar_subscription').select('calendar_id'))
    .orderBy('sort')
    .orderBy('id')
    .executeTakeFirst()
  return there?.id ?? insertCalendar(trx, context, accountId, { name: FIRST_NAME, color: FIRST_COLOR, sort: 0 })
}
