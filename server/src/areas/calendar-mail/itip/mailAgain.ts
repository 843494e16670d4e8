import { attendeesOf } from '../../../calendar-model/rows/eventRows.ts'
import type { TransactionContext } from '../../../store/context/context.ts'
import type { Trx } from '../../../store/database/transact.ts'
import { rowsOfUid } from './applyItip.ts'
import { groupsOf, type Itip } from './itip.ts'
import { askForMails } from './outbox.ts'

/** Sends an event to a person who asks for it (REFRESH) as if they were new to it. */
export async function mailAgain(
  trx: Trx,
  context: Pick<TransactionContext, 'runtime' | 'now'>,
  accountId: number,
  itip: Itip,
): Promise<void> {
  for (const { uid } of groupsOf(itip.events)) {
    const rows = await rowsOfUid(trx, accountId, uid)
    const knownRows = rows.map((row) => ({
      ...row,
      attendees: JSON.stringify(attendeesOf(row).filter(({ address }) => address.toLowerCase() !== itip.from)),
    }))
    await trx
      .insertInto('invitation_due')
      .values({ account_id: accountId, uid, due_at: context.now(), changes: 1, known_rows: JSON.stringify(knownRows) })
      // A change that is waiting to be sent reaches them too.
      .onConflict((conflict) => conflict.columns(['account_id', 'uid']).doNothing())
      .execute()
    await askForMails(trx, context, accountId, context.now())
  }
}
