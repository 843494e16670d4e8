import { randomUUID } from 'node:crypto'
import type { Language, MailAddress } from '@yanshu/contracts'
import MimeNode from 'nodemailer/lib/mime-node'
import { readHeaderBlock } from '../../mime/fields.ts'
import { mailDate } from '../../mime/mailDate.ts'

/** A receipt to be written. */
export interface Receipt {
  /** The reader, by the address that the mail came to. */
  readonly reader: MailAddress
  readonly to: readonly MailAddress[]
  /** Subject and Message-ID, with its brackets, of the mail that was read. */
  readonly subject: string
  readonly messageId: string
  /** Sent without asking the reader. */
  readonly automatic: boolean
  readonly language: Language
  /** Epoch milliseconds. */
  readonly at: number
  /** Hours from GMT, of the reader. */
  readonly timeZone: number
  readonly hostname: string
}

const WORDS = {
  zh: {
    subject: '已读回执：',
    text: (subject: string, time: string, name: string) =>
      `您的邮件“${subject}”已于 ${time} 在 ${name} 的屏幕上显示。这不代表内容已被阅读或理解。`,
  },
  en: {
    subject: 'Read: ',
    text: (subject: string, time: string, name: string) =>
      `Your mail "${subject}" was shown on the screen of ${name} at ${time}. This does not say that it was read or understood.`,
  },
} as const

const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim()

/** The receipt as a mail (RFC 8098 §3): a sentence for people, and the fields for programs. */
export async function receiptMessage(receipt: Receipt): Promise<Buffer> {
  const { reader, to, messageId, automatic, language, at, timeZone, hostname } = receipt
  const words = WORDS[language]
  const subject = oneLine(receipt.subject)
  const domain = reader.address.slice(reader.address.lastIndexOf('@') + 1)
  const report = new MimeNode('multipart/report; report-type=disposition-notification', {
    newline: 'win',
    textEncoding: 'B',
  })
  const addressed = ({ name, address }: MailAddress) => ({ name, address })
  report.setHeader([
    { key: 'From', value: addressed(reader) },
    { key: 'To', value: to.map(addressed) },
    { key: 'Subject', value: `${words.subject}${subject}` },
    { key: 'Date', value: mailDate(at, timeZone) },
    { key: 'Message-ID', value: `<${randomUUID()}@${domain}>` },
    ...(messageId
      ? [
          { key: 'In-Reply-To', value: messageId },
          { key: 'References', value: messageId },
        ]
      : []),
    { key: 'Auto-Submitted', value: 'auto-replied' },
    { key: 'X-Auto-Response-Suppress', value: 'All' },
  ])
  const people = reader.name ? `${reader.name} <${reader.address}>` : reader.address
  report
    .createChild('text/plain; charset=utf-8')
    .setContent(`${words.text(subject, mailDate(at, timeZone), people)}\r\n`)
  const how = automatic ? 'automatic-action/MDN-sent-automatically' : 'manual-action/MDN-sent-manually'
  const fields = [
    `Reporting-UA: ${hostname}; Yanshu`,
    `Final-Recipient: rfc822; ${reader.address}`,
    ...(messageId ? [`Original-Message-ID: ${messageId}`] : []),
    `Disposition: ${how}; displayed`,
  ]
  const machine = report.createChild('message/disposition-notification')
  machine.setHeader('Content-Transfer-Encoding', '7bit')
  machine.setContent(`${fields.join('\r\n')}\r\n`)
  return await report.build()
}

/** The content of a receipt of any program. */
export interface ReadReceipt {
  readonly reader: string
  readonly messageId: string
}

/** The fields of a `message/disposition-notification` part; null unless it reports that a mail was shown. */
export function readReceiptFields(content: Uint8Array): ReadReceipt | null {
  // Written as a header is, and some programs leave the empty line behind it out.
  const { fields } = readHeaderBlock(Buffer.concat([content, Buffer.from('\r\n\r\n')]), 0, content.length + 4)
  const first = (name: string) => `${fields.get(name)?.[0] ?? ''}`.trim()
  const displayed = /;\s*displayed\b/i.test(first('disposition'))
  const reader = /^[\w-]+\s*;\s*<?([^\s<>]+@[^\s<>]+?)>?$/.exec(first('final-recipient'))?.[1]
  const messageId = /<[^<>\s]+>/.exec(first('original-message-id'))?.[0]
  return displayed && reader && messageId ? { reader: reader.toLowerCase(), messageId } : null
}
