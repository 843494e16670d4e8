import { sql } from 'kysely'
import type { TransactionContext } from '../context/context.ts'
import { noteChange } from '../database/changeLog.ts'
import { numberIn, numberPairs, ownedBy } from '../database/ids.ts'
import type { Trx } from '../database/transact.ts'
import { addToFolders, countLabels } from './counters.ts'
import { ITEMS_MAX } from './itemsMax.ts'
import { lockMailboxes } from './lock.ts'
import { isShownOutside, ownFolder } from './roles.ts'

export interface Move {
  readonly accountId: number
  readonly mailIds: readonly number[]
  readonly targetFolderId: number
}

export interface MovedMail {
  readonly mailId: number
  readonly uid: number
  readonly fromFolderId: number
}

/**
 * Moves mails of one account to one of its folders and stores where they came from. Mails that are already there,
 * deleted, or of another account are skipped; the answer lists the others with their new numbers. Throws
 * `FolderNotFoundError`.
 */
export async function moveMails(
  trx: Trx,
  context: Pick<TransactionContext, 'store'>,
  move: Move,
): Promise<MovedMail[]> {
  const { engine } = context.store
  const { accountId, targetFolderId } = move
  await lockMailboxes(trx, engine, [accountId])
  const target = await ownFolder(trx, accountId, targetFolderId)
  const mails = await trx
    .selectFrom('mail')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .select(['mail.id', 'mail.folder_id', 'mail.seen', 'mail.size', 'folder.role', 'folder.guarded'])
    .where(numberIn(engine, 'mail.id', move.mailIds))
    .where(ownedBy('mail.account_id', accountId))
    .where('mail.folder_id', '<>', targetFolderId)
    .orderBy('mail.sort_key')
    .execute()
  if (mails.length === 0) return []

  // Mails in the recycle bin, in spam and in folders with a password are not counted by labels, so labels are counted before and after the move.
  const listed = isShownOutside(target)
  const crossing = mails.filter((mail) => isShownOutside(mail) !== listed).map((mail) => mail.id)
  if (!listed) await relist(trx, context, crossing, 0)

  const uids = mails.map((mail, index) => [mail.id, target.uid_next + index] as const)
  await sql`update mail set folder_id = ${targetFolderId}, uid = v.b, previous_folder_id = mail.folder_id
    from ${numberPairs(engine, uids)} where mail.id = v.a`.execute(trx)
  await addToFolders(
    trx,
    mails.map((mail) => ({ folderId: mail.folder_id, total: -1, unread: mail.seen - 1, size: -mail.size })),
  )
  await addToFolders(
    trx,
    mails.map((mail) => ({ folderId: targetFolderId, total: 1, unread: 1 - mail.seen, size: mail.size })),
  )
  await trx
    .updateTable('folder')
    .set((eb) => ({ uid_next: eb('uid_next', '+', mails.length) }))
    .where('id', '=', targetFolderId)
    .execute()
  if (listed) await relist(trx, context, crossing, 1)
  noteMove(trx, accountId, mails, targetFolderId)
  return uids.map(([mailId, uid], index) => ({ mailId, uid, fromFolderId: mails[index]?.folder_id ?? targetFolderId }))
}

/**
 * Up to fifty are sent with their rows, which say where each mail is now. More are sent without rows: then a window has
 * to know what they left, and what they came into.
 */
function noteMove(
  trx: Trx,
  accountId: number,
  mails: readonly { id: number; folder_id: number }[],
  target: number,
): void {
  if (mails.length > ITEMS_MAX) {
    for (const mail of mails) {
      noteChange(trx, accountId, { kind: 'removed', folderId: mail.folder_id, mailIds: [mail.id] })
    }
  }
  noteChange(trx, accountId, { kind: 'added', folderId: target, mailIds: mails.map((mail) => mail.id) })
}

/** Adds mails to the lists of their labels (1) or removes them (0), and changes the counters. */
export async function relist(
  trx: Trx,
  context: Pick<TransactionContext, 'store'>,
  mailIds: readonly number[],
  listed: 0 | 1,
) {
  if (mailIds.length === 0) return
  const { engine } = context.store
  if (listed === 0) await countLabels(trx, mailIds, -1)
  await trx
    .updateTable('mail_label')
    .set({ listed })
    .where(numberIn(engine, 'mail_id', mailIds))
    .execute()
  if (listed === 1) await countLabels(trx, mailIds, 1)
}
