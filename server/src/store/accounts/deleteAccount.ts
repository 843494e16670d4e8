import type { Context } from '../context/context.ts'
import type { Trx } from '../database/transact.ts'
import { transact } from '../database/transact.ts'
import { noteReleased } from '../mailbox/messageHolders.ts'
import { removeMails } from '../mailbox/removeMails.ts'
import { forgetCopies } from '../queue/moveMail.ts'
import { endSessions } from '../sessions/end/endSessions.ts'
import { leaveAddresses } from './addresses.ts'
import { requireAccount } from './changeAccount.ts'

/** Mails of one transaction, so that no call waits for the deletion of a large mailbox. */
const MAILS_AT_ONCE = 500
/** Rows of the log of the relay that one statement reads. It has no index of its senders. */
const LOG_AT_ONCE = 1_000

/**
 * Deletes an account with its mail, contacts, calendars, settings, its queued mail, and its entries in others' lists. What
 * it has sent to a moderated group stays with the managers who decide about it.
 * Files are removed by the next sweep, after a day. Run again after a crash, it continues. Answers how many mails it
 * had.
 */
export async function deleteAccount(
  context: Pick<Context, 'store' | 'search' | 'now'>,
  address: string,
): Promise<number> {
  const { id } = await transact(context, async (trx) => {
    const account = await requireAccount(trx, address)
    // From here on no mail arrives and no call writes.
    await trx.updateTable('account').set({ disabled: 1 }).where('id', '=', account.id).execute()
    await endSessions(trx, account.id)
    return account
  })
  let deleted = 0
  for (;;) {
    const mails = await context.store.db
      .selectFrom('mail')
      .select('id')
      .where('account_id', '=', id)
      .limit(MAILS_AT_ONCE)
      .execute()
    if (mails.length === 0) break
    const ids = mails.map((mail) => mail.id)
    deleted += (await transact(context, (trx) => removeMails(trx, context, id, ids))).length
  }
  await forgetLog(context, address.trim().toLowerCase())
  // By their references, its rows of all other tables go along; the most are those of assistant_answer, assistant_sent,
  // change_log, contact, correspondent, delivery_verdict, document_content, document_version, login_log and reminder_notice.
  await transact(context, async (trx) => {
    await forget(trx, id, context.now())
    const own = await trx.selectFrom('account').select('address').where('id', '=', id).execute()
    const further = await trx.selectFrom('alias').select('address').where('account_id', '=', id).execute()
    const addresses = [...own, ...further].map((row) => row.address)
    await leaveAddresses(trx, addresses, { accountId: null, now: context.now() })
    await trx.deleteFrom('account').where('id', '=', id).execute()
  })
  return deleted
}

/** Rows that name the account and are not deleted with its row. */
async function forget(trx: Trx, id: number, now: number): Promise<void> {
  // What waits for the managers of a group is theirs to decide, as it is in the inboxes of its other readers.
  await forgetCopies(trx, id)
  const outgoing = await trx
    .deleteFrom('outgoing')
    .where('account_id', '=', id)
    .where('origin', '!=', 'group')
    .returning('message_id')
    .execute()
  await noteReleased(
    trx,
    outgoing.map(({ message_id }) => message_id),
    now,
  )
  await trx.deleteFrom('person_key').where('kind', '=', 'account').where('ref_id', '=', id).execute()
  await trx.deleteFrom('person_key').where('owner_id', '=', id).execute()
  await trx.deleteFrom('switch_value').where('scope', '=', 'user').where('scope_id', '=', id).execute()
  await trx.deleteFrom('department_head').where('account_id', '=', id).execute()
  await trx.deleteFrom('calendar_share').where('subject', '=', 'person').where('subject_id', '=', id).execute()
  await trx.deleteFrom('document_grant').where('subject', '=', 'person').where('subject_id', '=', id).execute()
}

/** What the relay has been asked to send for an address, in steps, so that no call waits for a log of millions. */
async function forgetLog({ store }: Pick<Context, 'store'>, sender: string): Promise<void> {
  const ends = await store.db
    .selectFrom('delivery_log')
    .select(({ fn }) => [fn.min('id').as('first'), fn.max('id').as('last')])
    .executeTakeFirst()
  if (!ends?.first) return
  for (let from = ends.first; from <= ends.last; from += LOG_AT_ONCE) {
    await store.db
      .deleteFrom('delivery_log')
      .where('id', '>=', from)
      .where('id', '<', from + LOG_AT_ONCE)
      .where('sender', '=', sender)
      .execute()
  }
}
