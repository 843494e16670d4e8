import type { Trx } from '../../store/database/transact.ts'
import { MailboxFullError } from './composeErrors.ts'

/** Whether the account's quota leaves this many bytes. */
export async function hasRoom(trx: Trx, accountId: number, bytes: number): Promise<boolean> {
  const account = await trx
    .selectFrom('account')
    .select(['quota_bytes', 'used_bytes'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return account.quota_bytes === 0 || account.used_bytes + bytes <= account.quota_bytes
}

/** Throws `MailboxFullError` when the account's quota leaves less than this many bytes. */
export async function requireRoom(trx: Trx, accountId: number, bytes: number): Promise<void> {
  if (!(await hasRoom(trx, accountId, bytes))) throw new MailboxFullError()
}

/** Counts a draft that has become larger or smaller by so many bytes, where its size is counted. */
export async function growCounters(trx: Trx, accountId: number, mailId: number, folderId: number, growth: number) {
  if (growth === 0) return
  await trx
    .updateTable('folder')
    .set((eb) => ({ size: eb('size', '+', growth) }))
    .where('id', '=', folderId)
    .execute()
  await trx
    .updateTable('account')
    .set((eb) => ({ used_bytes: eb('used_bytes', '+', growth) }))
    .where('id', '=', accountId)
    .execute()
  await trx
    .updateTable('label')
    .set((eb) => ({ size: eb('size', '+', growth) }))
    .where('id', 'in', (eb) =>
      eb.selectFrom('mail_label').select('label_id').where('mail_id', '=', mailId).where('listed', '=', 1),
    )
    .execute()
}
