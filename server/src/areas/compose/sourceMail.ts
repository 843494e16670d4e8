import { type Attachment, type MailAddress, visibleText } from '@yanshu/contracts'
import type { Kysely } from 'kysely'
import { boundedHtml } from '../../mailflow/workers/boundedBody.ts'
import { MailNotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import type { Schema } from '../../store/database/schema.ts'
import { readText, readTextOrNull } from '../../store/database/storedText.ts'
import { shownPeople, shownPerson } from '../../store/mailbox/index.ts'

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

/** Reads a mail of the account. Throws `MailNotFoundError` when there is none or it is another account's. */
export async function readSourceMail(context: Context, accountId: number, mailId: number): Promise<SourceMail> {
  const { db } = context.store
  const row = await db
    .selectFrom('mail')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .innerJoin('message_body', 'message_body.message_id', 'message.id')
    .selectAll('message')
    .select(['mail.received_at', 'mail.bcc_list', 'folder.role'])
    .select(['message_body.html', 'message_body.text', 'message_body.has_text', 'message_body.bounded'])
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
    from: shownPerson({ name: row.from_name, address: row.from_address }),
    replyTo: shownPeople(row.reply_to),
    to: shownPeople(row.to_list),
    cc: shownPeople(row.cc_list),
    bcc: shownPeople(row.bcc_list),
    subject: visibleText(row.subject),
    date: row.date ?? row.received_at,
    html: await boundedHtml(context, { html: readTextOrNull(row.html), bounded: row.bounded }),
    text: readText(row.text),
    hasText: row.has_text === 1,
    messageId: row.rfc_message_id,
    references: row.refs.split(' ').filter((id) => id !== ''),
    priority: row.priority,
    receipt: row.receipt_to !== null,
    attachments: attachments.map((one) => ({
      fileId: one.id,
      name: visibleText(one.name),
      contentType: one.content_type,
      size: one.size,
      contentId: one.content_id,
      kind: one.kind,
      inline: one.disposition === 'inline',
    })),
  }
}

/**
 * Refuses a mail of another account as the source of an answer or forward, with `MailNotFoundError`. A source that has
 * been deleted is allowed: the new mail then has no reference to it.
 */
export async function requireOwnSource(db: Kysely<Schema>, accountId: number, mailId: number | null): Promise<void> {
  if (mailId === null) return
  const mail = await db.selectFrom('mail').select('account_id').where('id', '=', mailId).executeTakeFirst()
  if (mail && mail.account_id !== accountId) throw new MailNotFoundError()
}
