import { randomUUID } from 'node:crypto'
import type { MailAddress } from '@yanshu/contracts'
import MailComposer from 'nodemailer/lib/mail-composer'
import { htmlToText } from '../../mime/html-text.ts'
import { mailDate } from '../../mime/mailDate.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import type { Preparer } from '../delivery/preparer.ts'
import { storeMessage } from '../delivery/storeMessage.ts'
import { queueMail } from '../queue/queueMail.ts'
import type { PreparedMessage } from '../reading/preparedMessage.ts'
import type { ArrivingMail } from '../steps/deliveryStep.ts'

/** A mail that a program writes. */
export interface AutomaticMail {
  readonly from: MailAddress
  readonly to: string
  readonly subject: string
  /** HTML of the editor or of the program; cleaned here. */
  readonly html: string
  /** Whether pictures that stand in the HTML go with it, as parts; all others, and without it these too, are left out. */
  readonly pictures?: boolean
  /** Message-ID with its brackets of the mail that is answered, and what that mail refers to; null for no answer. */
  readonly answers: { readonly messageId: string; readonly references: string } | null
  /** Hours from GMT. */
  readonly timeZone: number
  /** A word that its Message-ID begins with, by which a step of delivery finds it (`hasMark`); left out for none. */
  readonly mark?: string
}

/** Whether a mail that arrives was written here with this mark. A mail from outside never is, whatever its Message-ID. */
export const hasMark = (
  { origin, rfcMessageId }: Pick<ArrivingMail, 'origin' | 'rfcMessageId'>,
  mark: string,
): boolean => origin === 'automatic' && rfcMessageId.startsWith(`<${mark}.`)

/** A picture of the text as a part of the mail. */
const partOf = (cid: string, contentType: string, content: Uint8Array, number: number) => ({
  cid,
  contentType,
  content: Buffer.from(content),
  filename: `picture${number}.${contentType.slice('image/'.length)}`,
  contentDisposition: 'inline' as const,
})

/** Writes a mail of a program (RFC 3834 §3) and stores its bytes; what is left to do is `queueAutomatic`. */
export async function prepareAutomatic(
  context: Pick<Context, 'now'>,
  preparer: Pick<Preparer, 'receive'>,
  mail: AutomaticMail,
): Promise<PreparedMessage> {
  // With its parser only in a server that writes such mails.
  const { outgoingHtml } = await import('../../mime/outgoingHtml.ts')
  const domain = mail.from.address.slice(mail.from.address.lastIndexOf('@') + 1)
  const given = mail.pictures ? mail.html : mail.html.replace(/<img\b[^>]*>/gi, '')
  const { html: clean, pictures } = outgoingHtml(given, () => `${randomUUID()}@${domain}`)
  const attachments = [...pictures].flatMap(([cid, picture], at) =>
    picture.kind === 'data' ? [partOf(cid, picture.contentType, picture.content, at + 1)] : [],
  )
  const parts = new Set(attachments.map(({ cid }) => cid))
  const html = clean.replace(/<img\b[^>]*>/g, (tag) =>
    parts.has(/\bsrc="cid:([^"]*)"/.exec(tag)?.[1] ?? '') ? tag : '',
  )
  const { answers } = mail
  const composer = new MailComposer({
    from: { name: mail.from.name, address: mail.from.address },
    to: mail.to,
    subject: mail.subject,
    messageId: `<${mail.mark ? `${mail.mark}.` : ''}${randomUUID()}@${domain}>`,
    ...(answers?.messageId
      ? { inReplyTo: answers.messageId, references: `${answers.references} ${answers.messageId}`.trim() }
      : {}),
    date: mailDate(context.now(), mail.timeZone),
    text: htmlToText(html),
    html: `<!DOCTYPE html><html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"></head><body>${html}</body></html>`,
    attachments,
    headers: { 'Auto-Submitted': answers ? 'auto-replied' : 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    encoding: 'base64',
    textEncoding: 'B',
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return preparer.receive(await composer.compile().build())
}

/**
 * Queues such a mail, in the transaction of what it follows. A failure is not reported (RFC 3834 §3.3).
 * @param countsFor the account in whose name it is written, among whose recipients of an hour it counts; null for none
 */
export async function queueAutomatic(
  trx: Trx,
  context: TransactionContext,
  message: PreparedMessage,
  to: string,
  countsFor: number | null = null,
): Promise<void> {
  const messageId = await storeMessage(trx, context, message)
  await queueMail(trx, {
    origin: 'automatic',
    messageId,
    envelopeFrom: '',
    recipients: [to],
    countsFor,
    now: context.now(),
  })
}
