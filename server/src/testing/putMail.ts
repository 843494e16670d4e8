import type { MailAddress } from '@yanshu/contracts'
import type { Context } from '../store/context/context.ts'
import type { Trx } from '../store/database/transact.ts'
import { transact } from '../store/database/transact.ts'
import { type AddedMail, addMail } from '../store/mailbox/addMail.ts'
import { folderOfRole } from '../store/mailbox/roles.ts'

export interface TestMail {
  readonly subject?: string
  readonly text?: string
  readonly html?: string | null
  readonly from?: MailAddress
  readonly to?: readonly MailAddress[]
  readonly cc?: readonly MailAddress[]
  /** The inbox when left out. */
  readonly folderId?: number
  readonly receivedAt?: number
  readonly seen?: boolean
  readonly size?: number
  readonly hasAttachment?: boolean
  /** With its brackets; none when left out. */
  readonly messageId?: string
  readonly inReplyTo?: string
  readonly references?: string
}

const SENDER = { name: '李娜', address: 'li.na@yanshu.test' }

/** Puts a mail into a mailbox without SMTP, for tests that are about what happens to it there. */
export const putMail = (context: Context, accountId: number, mail: TestMail = {}): Promise<AddedMail> =>
  transact(context, (trx) => putMailIn(trx, context, accountId, mail))

/** The same inside a transaction, for many at once; `delivered` as if it had just come in. */
export async function putMailIn(
  trx: Trx,
  context: Context,
  accountId: number,
  mail: TestMail,
  delivered = false,
): Promise<AddedMail> {
  const { subject = '主题', text = '正文', from = SENDER, to = [], cc = [], size = 1_000 } = mail
  const { id: messageId } = await trx
    .insertInto('message')
    .values({
      raw_hash: null,
      size,
      rfc_message_id: mail.messageId ?? '',
      in_reply_to: mail.inReplyTo ?? '',
      refs: mail.references ?? '',
      subject,
      from_name: from.name,
      from_address: from.address,
      to_list: JSON.stringify(to),
      cc_list: JSON.stringify(cc),
      reply_to: '[]',
      sender: null,
      receipt_to: null,
      date: mail.receivedAt ?? null,
      preview: text.slice(0, 100),
      has_attachment: mail.hasAttachment ? 1 : 0,
      priority: 3,
      automatic: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('message_body')
    .values({ message_id: messageId, html: mail.html ?? null, text, has_text: 1 })
    .execute()
  return addMail(trx, context, {
    accountId,
    folderId: mail.folderId ?? (await folderOfRole(trx, accountId, 'inbox')),
    messageId,
    receivedAt: mail.receivedAt ?? context.now(),
    size,
    seen: mail.seen ?? false,
    delivered,
  })
}
