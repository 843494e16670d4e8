import type { Attachment, MailAddress } from '@yanshu/contracts'
import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { MailNotFoundError } from '../http/errors.ts'
import { readAddresses } from '../mailbox/index.ts'

/** A mail that is answered, forwarded or written again. */
export interface SourceMail {
  readonly mailId: number
  readonly folderRole: string
  readonly from: MailAddress
  readonly replyTo: readonly MailAddress[]
  readonly to: readonly MailAddress[]
  readonly cc: readonly MailAddress[]
  readonly bcc: readonly MailAddress[]
  readonly subject: string
  readonly date: number
  readonly html: string | null
  readonly text: string
  readonly hasText: boolean
  readonly messageId: string
  readonly references: readonly string[]
  readonly priority: number
  readonly receipt: boolean
  readonly attachments: readonly (Attachment & { readonly inline: boolean })[]
}

/** Reads a mail of the account. Throws `MailNotFoundError` for another's as for none. */
export async function readSourceMail(db: Kysely<Schema>, accountId: number, mailId: number): Promise<SourceMail> {
  const row = await db
    .selectFrom('mail')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .innerJoin('message_body', 'message_body.message_id', 'message.id')
    .selectAll('message')
    .select(['mail.received_at', 'mail.bcc_list', 'folder.role'])
    .select(['message_body.html', 'message_body.text', 'message_body.has_text'])
    .where('mail.id', '=', mailId)
    .where('mail.account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) throw new MailNotFoundError()
  const attachments = await db
    .selectFrom('attachment')
    .selectAll()
    .where('message_id', '=', row.id)
    .orderBy('position')
    .execute()
  return {
    mailId,
    folderRole: row.role,
    from: { name: row.from_name, address: row.from_address },
    replyTo: readAddresses(row.reply_to),
    to: readAddresses(row.to_list),
    cc: readAddresses(row.cc_list),
    bcc: readAddresses(row.bcc_list),
    subject: row.subject,
    date: row.date ?? row.received_at,
    html: row.html,
    text: row.text,
    hasText: row.has_text === 1,
    messageId: row.message_id,
    references: row.refs.split(' ').filter((id) => id !== ''),
    priority: row.priority,
    receipt: row.receipt_to !== null,
    attachments: attachments.map((one) => ({
      fileId: one.id,
      name: one.name,
      contentType: one.content_type,
      size: one.size,
      contentId: one.content_id,
      kind: one.kind,
      inline: one.disposition === 'inline',
    })),
  }
}
