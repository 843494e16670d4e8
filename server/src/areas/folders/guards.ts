import type { TransactionContext } from '../../store/context/context.ts'
import { noteChange } from '../../store/database/changeLog.ts'
import type { Trx } from '../../store/database/transact.ts'
import { relist } from '../../store/mailbox/moveMails.ts'
import { customFolders, foldersAround } from './nesting.ts'

/** Mails of one line of the change log. */
const NOTED_AT_ONCE = 1_000

/**
 * Writes for each folder whether a password guards it, its own or one around it: after a password was set or taken away, and
 * after a folder was put elsewhere. What is guarded from now on leaves the lists of labels and the other windows' lists
 * across folders; what no longer is comes back to them.
 */
export async function guardFolders(
  trx: Trx,
  context: Pick<TransactionContext, 'store'>,
  accountId: number,
): Promise<void> {
  const folders = await customFolders(trx, accountId)
  for (const folder of folders) {
    const isGuarded = [folder, ...foldersAround(folders, folder.id)].some((one) => one.password_hash !== null)
    if (isGuarded === (folder.guarded === 1)) continue
    await trx
      .updateTable('folder')
      .set({ guarded: isGuarded ? 1 : 0 })
      .where('id', '=', folder.id)
      .execute()
    await relist(trx, context, await labelledIn(trx, folder.id), isGuarded ? 0 : 1)
    await noteMails(trx, accountId, folder.id, isGuarded ? 'removed' : 'added')
  }
}

async function labelledIn(trx: Trx, folderId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('mail')
    .select('mail.id')
    .where('folder_id', '=', folderId)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('mail_label').select('label_id').whereRef('mail_label.mail_id', '=', 'mail.id')),
    )
    .execute()
  return rows.map(({ id }) => id)
}

async function noteMails(trx: Trx, accountId: number, folderId: number, kind: 'removed' | 'added'): Promise<void> {
  const ids = (await trx.selectFrom('mail').select('id').where('folder_id', '=', folderId).execute()).map(
    ({ id }) => id,
  )
  for (let at = 0; at < ids.length; at += NOTED_AT_ONCE) {
    const mailIds = ids.slice(at, at + NOTED_AT_ONCE)
    noteChange(trx, accountId, { kind, folderId: kind === 'removed' ? null : folderId, mailIds })
  }
}
