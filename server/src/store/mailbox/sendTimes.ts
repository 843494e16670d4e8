import { sql } from 'kysely'
import type { MailReader } from '../../platform/actor/actor.ts'
import type { Context } from '../context/context.ts'
import { ownedBy } from '../database/ids.ts'
import { prepared } from '../database/prepared.ts'
import type { Trx } from '../database/transact.ts'
import { UNRELEASED } from '../queue/outgoingState.ts'

/** The letters of an account that wait for their time, by their copies, those in folders with a password too. */
export const selectScheduled = prepared((db, by: { accountId: number }) =>
  db
    .selectFrom('mail')
    .innerJoin('outgoing', 'outgoing.mail_id', 'mail.id')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .select(['mail.id as mailId', 'mail.send_at', 'message.subject', 'message.to_list', 'folder.guarded'])
    .select(['outgoing.id as sendId', 'outgoing.state', 'outgoing.on_hold', 'outgoing.held_step', 'outgoing.held_why'])
    .where('mail.account_id', '=', by.accountId)
    // As it stands in the index.
    .where(sql<boolean>`mail.send_at is not null`)
    .where(ownedBy('outgoing.account_id', by.accountId))
    .where('outgoing.origin', '=', 'page')
    .where('outgoing.state', 'in', UNRELEASED)
    .orderBy('mail.send_at')
    .compile(),
)

/** The same as their writer may see them anywhere: none in a folder with a password, be it open or not. */
export async function readScheduled({ store }: Pick<Context, 'store'>, { accountId }: MailReader) {
  return (await selectScheduled(store.db, { accountId })).filter(({ guarded }) => guarded === 0)
}

/** A letter waits for its time no longer: its copy is one of the sent mails. */
export async function endWaiting(trx: Trx, mailId: number): Promise<void> {
  await trx
    .updateTable('mail')
    .set({ send_at: null })
    .where('id', '=', mailId)
    .where('send_at', 'is not', null)
    .execute()
}

/** Whether the sender's copy of a letter is there, and not in the recycle bin. */
export async function isCopyKept(trx: Trx, mailId: number): Promise<boolean> {
  const copy = await trx
    .selectFrom('mail')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .select('mail.id')
    .where('mail.id', '=', mailId)
    .where('folder.role', '<>', 'trash')
    .executeTakeFirst()
  return copy !== undefined
}
