import type { TransactionContext } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { UNRELEASED } from '../../store/queue/outgoingState.ts'
import { finishIfDone, noteSent, refuseMail } from './endMail.ts'

/** Why a recipient has failed to whom the sender stopped a mail that waited for the relay. */
export const STOPPED = 'stopped by its sender'

/**
 * Ends a sent mail for those who still wait for the relay, and the mails of a letter that goes separately which have not
 * left. An attempt that is on its way at this moment is noted as it ends. Answers for how many recipients it was stopped.
 */
export async function stopWaiting(
  trx: Trx,
  { now }: Pick<TransactionContext, 'now'>,
  { accountId, mailId }: { readonly accountId: number; readonly mailId: number },
): Promise<number> {
  const mails = await trx
    .selectFrom('outgoing')
    .select(['id', 'state', 'origin'])
    .where('mail_id', '=', mailId)
    .where('account_id', '=', accountId)
    .where('origin', 'in', ['page', 'program', 'part'])
    .where('state', 'in', ['released', ...UNRELEASED])
    .execute()
  let stopped = 0
  for (const { id, state, origin } of mails) {
    if (state !== 'released') {
      const refusal = { status: '', reason: STOPPED, report: false }
      if (origin === 'part' && (await refuseMail(trx, id, refusal, now()))) stopped += 1
      continue
    }
    const { numUpdatedRows } = await trx
      .updateTable('outgoing_recipient')
      .set({ state: 'failed', reason: STOPPED, status: '', next_attempt_at: 0, notified_at: now() })
      .where('outgoing_id', '=', id)
      .where('state', '=', 'queued')
      .executeTakeFirst()
    stopped += Number(numUpdatedRows)
    if (numUpdatedRows > 0n) await finishIfDone(trx, id, now())
  }
  if (stopped > 0) noteSent(trx, { account_id: accountId, mail_id: mailId })
  return stopped
}
