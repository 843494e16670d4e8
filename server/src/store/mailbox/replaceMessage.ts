import type { TransactionContext } from '../context/context.ts'
import { noteChange } from '../database/changeLog.ts'
import type { Trx } from '../database/transact.ts'
import { addToFolders, countLabels } from './counters.ts'
import { lockMailboxes } from './lock.ts'
import { noteReleased } from './messageHolders.ts'

interface Replacement {
  /** SHA-256 of the message that is replaced, in hex: another one has taken its place otherwise. */
  readonly before: string
  readonly messageId: number
  /** Bytes. */
  readonly size: number
}

/** States of the queue in which a letter may still be changed, decided on or taken back. */
const ON_ITS_WAY = ['accepted', 'checking', 'held'] as const

/**
 * Gives a mail another message: of one mailbox, while others keep theirs. Its place, marks, labels and conversation stay as they
 * are; the counters count its new size. Answers false where the mail has gone, has another message by now, or is a letter on
 * its way. Room in the mailbox is the caller's to ask for.
 */
export async function replaceMessage(
  trx: Trx,
  { store, now }: Pick<TransactionContext, 'store' | 'now'>,
  { accountId, mailId }: { readonly accountId: number; readonly mailId: number },
  { before, messageId, size }: Replacement,
): Promise<boolean> {
  await lockMailboxes(trx, store.engine, [accountId])
  const mail = await trx
    .selectFrom('mail')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .select(['mail.message_id', 'mail.folder_id', 'mail.size', 'mail.send_at', 'message.raw_hash'])
    .where('mail.id', '=', mailId)
    .where('mail.account_id', '=', accountId)
    .executeTakeFirst()
  if (!mail || mail.raw_hash !== before || mail.send_at !== null) return false
  const waiting = await trx
    .selectFrom('outgoing')
    .select('id')
    .where('mail_id', '=', mailId)
    .where('state', 'in', [...ON_ITS_WAY])
    .executeTakeFirst()
  if (waiting) return false
  const growth = size - mail.size
  await countLabels(trx, [mailId], -1)
  await trx.updateTable('mail').set({ message_id: messageId, size }).where('id', '=', mailId).execute()
  await countLabels(trx, [mailId], 1)
  await addToFolders(trx, [{ folderId: mail.folder_id, total: 0, unread: 0, size: growth }])
  await trx
    .updateTable('account')
    .set((eb) => ({ used_bytes: eb('used_bytes', '+', growth) }))
    .where('id', '=', accountId)
    .execute()
  await noteReleased(trx, [mail.message_id], now())
  noteChange(trx, accountId, { kind: 'updated', folderId: mail.folder_id, mailIds: [mailId] })
  return true
}
