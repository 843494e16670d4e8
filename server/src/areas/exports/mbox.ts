import type { MailReader } from '../../platform/actor/actor.ts'
import type { Context } from '../../store/context/context.ts'
import { type MailToExport, openMailbox } from '../../store/mailbox/index.ts'
import { exportedContent } from './exportedContent.ts'

const MAILS_AT_ONCE = 200
const FROM = Buffer.from('From ')
const QUOTE = Buffer.from('>')
const LF = 0x0a
const GREATER = 0x3e
/** What may still become a line that has to be quoted is held back: a longer row of > is none. */
const HELD_MAX = 256

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** The line that begins a mail (RFC 4155): the address without spaces, the moment in UTC. */
export function fromLine(address: string, at: number): string {
  const moment = new Date(at)
  const two = (n: number) => `${n}`.padStart(2, '0')
  const time = `${two(moment.getUTCHours())}:${two(moment.getUTCMinutes())}:${two(moment.getUTCSeconds())}`
  const day = `${DAYS[moment.getUTCDay()]} ${MONTHS[moment.getUTCMonth()]} ${`${moment.getUTCDate()}`.padStart(2, ' ')}`
  const sender = address.replace(/[^\x21-\x7e]+/g, '') || 'MAILER-DAEMON'
  return `From ${sender} ${day} ${time} ${moment.getUTCFullYear()}\n`
}

/**
 * Quotes what would begin a mail, as mboxrd does: `From ` at the beginning of a line, after any number of >, gets one >
 * more. What comes may be cut anywhere. The mail ends with an empty line.
 */
export async function* quoted(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Buffer = Buffer.alloc(0)
  let atStart = true
  let last = LF
  for await (const chunk of content) {
    let bytes: Buffer = Buffer.concat([held, chunk])
    held = Buffer.alloc(0)
    const parts: Buffer[] = []
    for (;;) {
      if (atStart) {
        let at = 0
        while (bytes[at] === GREATER) at++
        const beginning = bytes.subarray(at, at + FROM.length)
        const isShort = beginning.length < FROM.length && FROM.subarray(0, beginning.length).equals(beginning)
        if (isShort && at < HELD_MAX) {
          held = bytes
          break
        }
        if (beginning.equals(FROM)) parts.push(QUOTE)
        atStart = false
      }
      const next = bytes.indexOf(LF)
      if (next === -1) {
        parts.push(bytes)
        break
      }
      parts.push(bytes.subarray(0, next + 1))
      bytes = bytes.subarray(next + 1)
      atStart = true
    }
    const joined = Buffer.concat(parts)
    if (joined.length > 0) {
      last = joined[joined.length - 1] ?? last
      yield joined
    }
  }
  if (held.length > 0) {
    last = held[held.length - 1] ?? last
    yield held
  }
  yield Buffer.from(last === LF ? '\n' : '\n\n')
}

/** What stands before a mail of an mbox file: the line that begins it, and its state in the headers that mail programs read. */
export function beginningOf(mail: Pick<MailToExport, 'from_address' | 'received_at' | 'seen' | 'color'>): Uint8Array {
  const state = `Status: ${mail.seen ? 'RO' : 'O'}\n${mail.color > 0 ? 'X-Status: F\n' : ''}`
  return Buffer.from(fromLine(mail.from_address, mail.received_at) + state)
}

/**
 * The mails of a folder as an mbox file, the oldest first, read from disk while they are written. A mail whose file is
 * gone is left out and reported to `onMail`. Throws `FolderClosedError` where the folder is closed to who reads.
 */
export async function* mboxOf(
  context: Context,
  reader: MailReader,
  folderId: number,
  onMail: (mail: { readonly isLost: boolean }) => void = () => {},
): AsyncGenerator<Uint8Array> {
  const mailbox = openMailbox(context, reader)
  let after = 0
  for (;;) {
    const mails = await mailbox.toExport(folderId, { after, limit: MAILS_AT_ONCE })
    for (const mail of mails) {
      after = mail.sort_key
      const content = await exportedContent(context, reader, mail).catch(() => null)
      onMail({ isLost: content === null })
      if (!content) continue
      yield beginningOf(mail)
      yield* quoted(content)
    }
    if (mails.length < MAILS_AT_ONCE) return
  }
}
