import type { TransactionContext } from '../context/context.ts'
import { noteChange } from '../database/changeLog.ts'
import { numberIn, ownedBy } from '../database/ids.ts'
import type { Trx } from '../database/transact.ts'
import { addToFolders, countLabels } from './counters.ts'
import { keepDeleted } from './deletedMails.ts'
import { lockMailboxes } from './lock.ts'
import { isMessageFree } from './messageHolders.ts'

export interface RemovedMail {
  readonly mailId: number
  readonly folderId: number
}

/**
 * Deletes mails of one account for good, and the messages that no other mail has. Files stay until the sweep finds that
 * nothing refers to them. Mails that are deleted already or of another account are skipped.
 * @param keptSince now, in epoch milliseconds, where they can be restored for some days (`keepDeleted`)
 */
export async function removeMails(
  trx: Trx,
  context: Pick<TransactionContext, 'store' | 'search'>,
  accountId: number,
  mailIds: readonly number[],
  keptSince: number | null = null,
): Promise<RemovedMail[]> {
  const { engine } = context.store
  await lockMailboxes(trx, engine, [accountId])
  const mails = await trx
    .selectFrom('mail')
    .select(['id', 'folder_id', 'sort_key', 'seen', 'size', 'message_id'])
    .where(numberIn(engine, 'id', mailIds))
    .where(ownedBy('account_id', accountId))
    .execute()
  if (mails.length === 0) return []
  const found = mails.map((mail) => mail.id)
  if (keptSince !== null) await keepDeleted(trx, engine, accountId, found, keptSince)
  await countLabels(trx, found, -1)
  await addToFolders(
    trx,
    mails.map((mail) => ({ folderId: mail.folder_id, total: -1, unread: mail.seen - 1, size: -mail.size })),
  )
  const bytes = mails.reduce((sum, mail) => sum + mail.size, 0)
  await trx
    .updateTable('account')
    .set((eb) => ({ used_bytes: eb('used_bytes', '-', bytes) }))
    .where('id', '=', accountId)
    .execute()
  await context.search.remove(
    trx,
    mails.map((mail) => mail.sort_key),
  )
  await trx
    .deleteFrom('mail')
    .where(numberIn(engine, 'id', found))
    .execute()
  await trx
    .deleteFrom('message')
    .where(numberIn(engine, 'id', [...new Set(mails.map((mail) => mail.message_id))]))
    .where(isMessageFree)
    .execute()
  for (const mail of mails) {
    noteChange(trx, accountId, { kind: 'removed', folderId: mail.folder_id, mailIds: [mail.id] })
  }
  return mails.map((mail) => ({ mailId: mail.id, folderId: mail.folder_id }))
}
