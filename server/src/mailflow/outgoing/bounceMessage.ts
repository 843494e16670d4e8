import { randomUUID } from 'node:crypto'
import { mailDate } from '../../mime/mailDate.ts'
import type { Config } from '../../platform/config/config.ts'

export interface BouncedRecipient {
  readonly address: string
  /** Enhanced status (RFC 3463), such as 5.1.1. */
  readonly status: string
  /** In the words of the server or step that refused it. */
  readonly reason: string
  /** Whether the words are another server's answer rather than ours. */
  readonly remote?: boolean
}

export interface Bounce {
  readonly to: string
  readonly subject: string
  readonly messageId: string
  /** Header of the message that did not arrive, as it stands in the raw message. */
  readonly header: Uint8Array
  readonly recipients: readonly BouncedRecipient[]
  readonly at: number
}

/**
 * The report that a mail did not arrive (RFC 3464 in the form of RFC 6522): what happened and what to do in Chinese and
 * English, the facts for programs, and the header of the mail it is about.
 */
export function bounceMessage(config: Pick<Config, 'hostname'>, bounce: Bounce): Buffer {
  const boundary = `=_${randomUUID()}`
  const head = [
    `From: ${encodedWord('邮件投递系统 Mail Delivery')} <MAILER-DAEMON@${config.hostname}>`,
    `To: <${bounce.to}>`,
    ...folded('Subject', `邮件未送达 Mail not delivered: ${bounce.subject}`),
    `Date: ${mailDate(bounce.at, 0)}`,
    `Message-ID: <${randomUUID()}@${config.hostname}>`,
    ...(bounce.messageId ? [`In-Reply-To: ${bounce.messageId}`, `References: ${bounce.messageId}`] : []),
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=delivery-status;\r\n boundary="${boundary}"`,
  ]
  const part = (headers: readonly string[], content: string) =>
    [`--${boundary}`, ...headers, '', content, ''].join('\r\n')
  const utf8 = bounce.recipients.some(({ address, reason }) => /[^\p{ASCII}]/u.test(address + reason))
  const report = part(
    [
      `Content-Type: message/${utf8 ? 'global-' : ''}delivery-status${utf8 ? '; charset=utf-8' : ''}`,
      `Content-Transfer-Encoding: ${utf8 ? '8bit' : '7bit'}`,
    ],
    statusFields(config, bounce),
  )
  const original = Buffer.concat([
    Buffer.from(
      [
        `--${boundary}`,
        'Content-Type: text/rfc822-headers',
        'Content-Transfer-Encoding: base64',
        '',
        base64Lines(bounce.header),
        '',
      ].join('\r\n'),
    ),
  ])
  return Buffer.concat([
    Buffer.from(`${head.join('\r\n')}\r\n\r\n`),
    Buffer.from(
      part(
        ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: base64'],
        base64Lines(Buffer.from(explanation(bounce))),
      ),
    ),
    Buffer.from(report),
    original,
    Buffer.from(`--${boundary}--\r\n`),
  ])
}

/** For people: who did not get it, why, and what can be done. */
function explanation({ subject, recipients }: Bounce): string {
  const list = recipients.map(({ address, reason }) => `  ${address}\n    ${reason}`).join('\n\n')
  return `您的邮件“${subject}”没有送达以下收件人：

${list}

其他收件人不受影响。请检查地址是否正确；如果地址无误，请稍后重新发送，或联系邮件管理员。
原邮件保存在您的“已发送”中，可以从那里再次编辑并发送。

----

Your mail "${subject}" was not delivered to these recipients:

${list}

Other recipients are not affected. Check the addresses; if they are right, send again later or ask your mail
administrator. The mail is still in your sent folder, from where you can edit and send it again.
`.replaceAll('\n', '\r\n')
}

function statusFields(config: Pick<Config, 'hostname'>, bounce: Bounce): string {
  const type = (address: string) => (/[^\p{ASCII}]/u.test(address) ? 'utf-8' : 'rfc822')
  const blocks = bounce.recipients.map(({ address, status, reason, remote }) =>
    [
      `Final-Recipient: ${type(address)}; ${oneLine(address)}`,
      'Action: failed',
      `Status: ${status}`,
      `Diagnostic-Code: ${remote ? 'smtp' : 'x-yanshu'}; ${oneLine(reason)}`,
    ].join('\r\n'),
  )
  const message = [`Reporting-MTA: dns; ${config.hostname}`, `Arrival-Date: ${mailDate(bounce.at, 0)}`].join('\r\n')
  return [message, ...blocks].join('\r\n\r\n')
}

const oneLine = (text: string) => text.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 500)

const encodedWord = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`

/** A header of words that may not be ASCII, in encoded words of at most 75 characters (RFC 2047 §2). */
function folded(name: string, text: string): string[] {
  const words: string[] = []
  let word = ''
  for (const character of oneLine(text)) {
    if (Buffer.byteLength(word + character) > 42) {
      words.push(word)
      word = ''
    }
    word += character
  }
  words.push(word)
  return [`${name}: ${words.map(encodedWord).join('\r\n ')}`]
}

const base64Lines = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('base64')
    .replace(/(.{76})(?=.)/g, '$1\r\n')

/** The header of a raw message, from its first bytes. */
export function headerOf(beginning: Uint8Array): Uint8Array {
  const text = Buffer.from(beginning.buffer, beginning.byteOffset, beginning.byteLength).toString('latin1')
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length
  return beginning.subarray(0, end)
}
