import { type Attachment, type MailAddress, visibleText } from '@yanshu/contracts'
import { boundedHtml } from '../../mailflow/workers/boundedBody.ts'
import type { MailReader } from '../../platform/actor/actor.ts'
import type { Context } from '../../store/context/context.ts'
import { readText, readTextOrNull } from '../../store/database/storedText.ts'
import { openMailbox, type Restrictions, shownPeople, shownPerson } from '../../store/mailbox/index.ts'

/** A mail that is answered, forwarded or written again. */
export interface SourceMail {
  readonly mailId: number
  /** Of its message. */
  readonly storedId: number
  readonly restrictions: Restrictions
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

/**
 * Reads a mail of the account. Throws `MailNotFoundError` when there is none or it is another account's, and
 * `FolderClosedError` where its folder is closed to who reads.
 */
export async function readSourceMail(context: Context, reader: MailReader, mailId: number): Promise<SourceMail> {
  const mailbox = openMailbox(context, reader)
  const row = await mailbox.toQuote(mailId)
  const attachments = await mailbox.partsOf(row)
  return {
    mailId,
    storedId: row.message_id,
    restrictions: row.restrictions,
    folderRole: row.role,
    from: shownPerson({ name: row.from_name, address: row.from_address }),
    replyTo: shownPeople(row.reply_to),
    to: shownPeople(row.to_list),
    cc: shownPeople(row.cc_list),
    bcc: shownPeople(row.bcc_list),
    subject: visibleText(row.subject),
    date: row.date ?? row.received_at,
    html: await boundedHtml(context, { html: readTextOrNull(row.html), bounded: row.bounded }),
    text: readText(row.text ?? ''),
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
