import type { MailAddress } from '@yanshu/contracts'
import type { Trx } from '../database/transact.ts'

/** Makes a mail larger by so many bytes. The counters are the caller's. Answers its folder; null where the mail is gone. */
export async function growMail(trx: Trx, mailId: number, growth: number): Promise<number | null> {
  const mail = await trx
    .updateTable('mail')
    .set((eb) => ({ size: eb('size', '+', growth) }))
    .where('id', '=', mailId)
    .returning('folder_id')
    .executeTakeFirst()
  return mail?.folder_id ?? null
}

/** Gives a mail whose message was replaced, such as a draft, its new size and its new place in lists. */
export async function rewriteMail(
  trx: Trx,
  mailId: number,
  {
    receivedAt,
    sortKey,
    size,
    bcc,
  }: {
    readonly receivedAt: number
    readonly sortKey: number
    readonly size: number
    readonly bcc: readonly MailAddress[]
  },
): Promise<void> {
  await trx
    .updateTable('mail')
    .set({ received_at: receivedAt, sort_key: sortKey, size, bcc_list: JSON.stringify(bcc) })
    .where('id', '=', mailId)
    .execute()
  await trx.updateTable('mail_label').set({ sort_key: sortKey }).where('mail_id', '=', mailId).execute()
}
