import type { Context } from '../../store/context/context.ts'
import { readText, readTextOrNull } from '../../store/database/storedText.ts'
import { readAddresses } from '../../store/mailbox/index.ts'
import { buildMail } from '../compose/index.ts'
import { findOwnedFiles } from '../files/index.ts'

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

/**
 * The mails of a folder as an mbox file, the oldest first, read from disk while they are written. A mail whose file is
 * gone is left out and told of.
 */
export async function* mboxOf(
  context: Context,
  { accountId, folderId }: { readonly accountId: number; readonly folderId: number },
  onMail: (mail: { readonly isLost: boolean }) => void = () => {},
): AsyncGenerator<Uint8Array> {
  const { db } = context.store
  let after = 0
  for (;;) {
    const mails = await db
      .selectFrom('mail')
      .innerJoin('message', 'message.id', 'mail.message_id')
      .select(['mail.id', 'mail.sort_key', 'mail.received_at', 'mail.seen', 'mail.color'])
      .select(['message.raw_hash', 'message.from_address'])
      .where('mail.account_id', '=', accountId)
      .where('mail.folder_id', '=', folderId)
      .where('mail.sort_key', '>', after)
      .orderBy('mail.sort_key')
      .limit(MAILS_AT_ONCE)
      .execute()
    for (const mail of mails) {
      after = mail.sort_key
      const content = await contentOf(context, mail).catch(() => null)
      onMail({ isLost: content === null })
      if (!content) continue
      const state = `Status: ${mail.seen ? 'RO' : 'O'}\n${mail.color > 0 ? 'X-Status: F\n' : ''}`
      yield Buffer.from(fromLine(mail.from_address, mail.received_at) + state)
      yield* quoted(content)
    }
    if (mails.length < MAILS_AT_ONCE) return
  }
}

type Stored = { readonly id: number; readonly raw_hash: string | null; readonly received_at: number }

async function contentOf(context: Context, mail: Stored): Promise<AsyncIterable<Uint8Array>> {
  if (mail.raw_hash !== null) return context.blobs.read(mail.raw_hash)
  return draftOf(context, mail)
}

/** A draft was never a message; it is written as what it would become. */
async function draftOf(context: Context, { id, received_at }: Stored): Promise<AsyncIterable<Uint8Array>> {
  const { db } = context.store
  const row = await db
    .selectFrom('mail')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .innerJoin('message_body', 'message_body.message_id', 'message.id')
    .leftJoin('draft', 'draft.mail_id', 'mail.id')
    .select([
      'mail.account_id',
      'message.subject',
      'message.from_name',
      'message.from_address',
      'message.to_list',
      'message.cc_list',
    ])
    .select(['message_body.html', 'message_body.text', 'draft.file_ids'])
    .where('mail.id', '=', id)
    .executeTakeFirstOrThrow()
  // JSON that this server wrote.
  const fileIds: string[] = JSON.parse(row.file_ids ?? '[]')
  const files = await findOwnedFiles(db, row.account_id, fileIds)
  return buildMail(context.blobs, {
    from: { name: row.from_name, address: row.from_address },
    to: readAddresses(row.to_list),
    cc: readAddresses(row.cc_list),
    subject: row.subject,
    html: readTextOrNull(row.html) ?? '',
    text: readText(row.text),
    pictures: new Map(),
    attachments: files.map(({ name, contentType, blobHash }) => ({ name, contentType, content: { blobHash } })),
    messageId: `<draft-${id}@${context.config.hostname}>`,
    inReplyTo: '',
    references: [],
    at: received_at,
    timeZone: 0,
    priority: 3,
    receiptTo: null,
  })
}
