import type { Trx } from '../database/transact.ts'
import { endSessions } from '../sessions/end/endSessions.ts'

/** Revokes the authorization codes of an account for good, but those of `keep`. Answers how many. */
export async function endCodes(
  trx: Trx,
  accountId: number,
  now: number,
  keep: readonly number[] = [],
): Promise<number> {
  const revoked = await trx
    .updateTable('client_code')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .$if(keep.length > 0, (query) => query.where('id', 'not in', keep))
    .returning('id')
    .execute()
  return revoked.length
}

/**
 * Ends what an account that is reset or disabled by an operator has open: its sessions, tickets and codes, and the codes
 * that its owner made in other mailboxes. Enabling it again brings none of them back.
 */
export async function endWaysIn(trx: Trx, accountId: number, now: number): Promise<void> {
  await endSessions(trx, accountId)
  await trx.deleteFrom('ticket').where('account_id', '=', accountId).execute()
  await endCodes(trx, accountId, now)
  await trx
    .updateTable('client_code')
    .set({ revoked_at: now })
    .where('made_by', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute()
}
