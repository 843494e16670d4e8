import type { Trx } from '../database/transact.ts'

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
