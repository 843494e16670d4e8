import { setImmediate as nextTurn } from 'node:timers/promises'
import { storeMessage } from '../../mailflow/delivery/storeMessage.ts'
import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import type { MailReader } from '../../platform/actor/actor.ts'
import { wireSizeMax } from '../../platform/config/config.ts'
import { MailNotFoundError, TooLargeError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import { announceChanges, openMailbox, replaceMessage } from '../../store/mailbox/index.ts'
import { requireRoom } from '../compose/index.ts'
import { findOwnedFiles, type OwnedFile } from '../files/index.ts'
import { KeyRefusedError, MailChangedError } from './keyErrors.ts'

interface Reencrypted {
  readonly mailId: number
  /** SHA-256 of the mail that the page has read, in hex. */
  readonly hash: string
  /** The upload that is the encrypted part. */
  readonly part: string
}

/**
 * Puts a part that the page has encrypted anew in the place of a mail's content. The fields of the mail stay as they are, but
 * for those about its content; nothing is changed where the mail is not the one that the page has read. Answers the SHA-256 of
 * the mail by now.
 * Throws `MailNotFoundError`, `FolderClosedError`, `MailChangedError`, `MailboxFullError`, `TooLargeError`, and
 * `KeyRefusedError` for a part that is not an encrypted one of nothing else.
 */
export async function putReencrypted(
  context: Context,
  reader: MailReader,
  { mailId, hash, part }: Reencrypted,
): Promise<{ hash: string }> {
  const { accountId } = reader
  const mail = await openMailbox(context, reader).message(mailId)
  if (mail.raw_hash === null || !mail.restrictions.download) throw new MailNotFoundError()
  if (mail.raw_hash !== hash) throw new MailChangedError()
  const [file] = await findOwnedFiles(context.store.db, accountId, [part])
  if (file?.source !== 'upload') throw new KeyRefusedError()
  if (file.size > wireSizeMax(context.config)) throw new TooLargeError()
  const fields = await fieldsBeside(context, hash)
  const lengthBefore = await lengthOfFields(context, file)
  const bytes = writeMail(fields, await context.blobs.read(file.blobHash), lengthBefore)
  const { preparer } = mailTransportOf(context)
  const message = await preparer.prepare(await context.blobs.put(bytes), null)
  const { arrival, claims_own_domain, automatic } = mail
  const columns = { ...message.columns, arrival, claims_own_domain, automatic }
  const { size, raw_hash: after } = columns
  const isReplaced = await transact(
    context,
    async (trx) => {
      const messageId = await storeMessage(trx, context, { ...message, columns })
      const isDone = await replaceMessage(trx, context, { accountId, mailId }, { before: hash, messageId, size })
      if (isDone && size > mail.size) await requireRoom(trx, accountId, 0)
      return isDone
    },
    { grows: true },
  )
  if (!isReplaced || after === null) throw new MailChangedError()
  announceChanges(context, [accountId])
  return { hash: after }
}

const HEADER_MAX = 256 * 1024
/** Fields about the content that is replaced. */
const OF_CONTENT = /^(?:content-[\w-]*|mime-version)[ \t]*:/i

/** The fields of a stored mail, byte for byte, without those about its content. Throws `TooLargeError`. */
async function fieldsBeside({ blobs }: Pick<Context, 'blobs'>, hash: string): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  const range = { start: 0, end: HEADER_MAX - 1 }
  for await (const chunk of await blobs.read(hash, { range })) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('latin1')
  const end = /\r?\n\r?\n/.exec(text)
  if (!end) throw new TooLargeError()
  const fields = text.slice(0, end.index).split(/\r?\n(?![ \t])/)
  const kept = fields
    .filter((field) => !OF_CONTENT.test(field))
    .map((field) => `${field.replace(/\r?\n/g, '\r\n')}\r\n`)
  return Buffer.from(`${kept.join('')}MIME-Version: 1.0\r\n`, 'latin1')
}

/** The beginning of what `shared/cms` writes: the fields of one encrypted part. */
const ENCRYPTED = /^content-type: application\/pkcs7-mime; smime-type=(?:enveloped|authenveloped)-data;[^\r\n]*\r\n/i
const PART_FIELDS = /^(?:content-[a-z-]+:[^\r\n]*\r\n)+\r\n/i
const PART_FIELDS_MAX = 4_096
/** What base64 has, with line ends. */
const NO_BASE64 = /[^A-Za-z0-9+/=\r\n]/

/** The bytes of the part's fields with the empty line behind them. Throws `KeyRefusedError` for another part. */
async function lengthOfFields({ blobs }: Pick<Context, 'blobs'>, { blobHash, size }: OwnedFile): Promise<number> {
  const chunks: Uint8Array[] = []
  const range = { start: 0, end: PART_FIELDS_MAX - 1 }
  for await (const chunk of await blobs.read(blobHash, { range, size })) chunks.push(chunk)
  const beginning = Buffer.concat(chunks).toString('latin1')
  const [fields] = ENCRYPTED.test(beginning) ? (PART_FIELDS.exec(beginning) ?? []) : []
  if (fields === undefined) throw new KeyRefusedError()
  return fields.length
}

/** Throws `KeyRefusedError` where anything but base64 stands behind the part's fields. */
async function* writeMail(
  fields: Buffer,
  part: AsyncIterable<Uint8Array>,
  lengthBefore: number,
): AsyncGenerator<Uint8Array> {
  yield fields
  let at = 0
  for await (const chunk of part) {
    const text = Buffer.from(chunk.subarray(Math.max(0, lengthBefore - at))).toString('latin1')
    at += chunk.length
    if (NO_BASE64.test(text)) throw new KeyRefusedError()
    yield chunk
    await nextTurn()
  }
}
