import { HIDDEN_SUBJECT, type LetterProtection } from '@yanshu/contracts'
import type { PreparedMessage } from '../../mailflow/reading/preparedMessage.ts'
import { wireSizeMax } from '../../platform/config/config.ts'
import { BadRequestError } from '../../platform/http/errors.ts'
import { TooLargeError } from '../../store/blobs/errors.ts'
import { findOwnedFiles, keepUpload, type OwnedFile } from '../files/index.ts'
import type { SendParts } from './acceptMail.ts'
import { outerFields } from './buildMail.ts'
import { MessageTooLargeError, ProtectionRefusedError, type Words } from './composeErrors.ts'
import { type BegunLetter, beginLetter, headOf, storeLetter } from './composeLetter.ts'
import type { CalledLetter } from './letterToSend.ts'
import { blindOf } from './protectable.ts'
import { requireRoomForAll } from './separateLetter.ts'

const MISSING: Words = {
  zh: '没有收到签名或加密后的内容。请刷新页面，输入密钥 PIN 后再发送',
  en: 'the signed or encrypted content did not arrive. Reload the page, enter the PIN of your keys, and send again',
}
const UNFIT: Words = {
  zh: '签名或加密后的内容不是所选的保护方式，请刷新页面后再发送',
  en: 'the content that arrived is not protected in the way that was chosen. Reload the page and send again',
}

/**
 * Writes a letter as it would leave, for the page that signs and encrypts it. The file counts as any upload does, and goes with
 * it where the page does not remove it.
 */
export async function composedLetter(parts: SendParts, accountId: number, mail: CalledLetter) {
  const { context } = parts
  const begun = await beginLetter(parts, accountId, mail, '')
  if (!begun.protection) throw new BadRequestError(['options'])
  const { hash, size } = await storeLetter(context, accountId, begun)
  const file = { name: 'letter.eml', contentType: 'message/rfc822', hash, size, picture: false }
  return { fileId: await keepUpload(context, accountId, file), size }
}

/** A letter that the page has protected, as it leaves. */
export interface ProtectedLetter {
  readonly message: PreparedMessage
  /** What those in Bcc get instead; none of a letter that is only signed. */
  readonly blindCopies: readonly { readonly address: string; readonly message: PreparedMessage }[]
}

/**
 * Writes the fields of a letter before each part that the page has protected, of which no byte is changed. Throws
 * `ProtectionRefusedError` where one is missing, or is not what the letter asks for.
 */
export async function wrapProtected(parts: SendParts, accountId: number, begun: BegunLetter): Promise<ProtectedLetter> {
  const { context } = parts
  const { protection, content } = begun
  if (!protection) throw new ProtectionRefusedError(MISSING)
  const blind = protection.encrypt ? blindOf(content) : new Set<string>()
  const fileOf = new Map(protection.copies.map(({ address, part }) => [address, part]))
  const ids = [protection.part, ...[...blind].map((address) => fileOf.get(address))]
  const found = await findOwnedFiles(
    context.store.db,
    accountId,
    ids.filter((id) => typeof id === 'string'),
  )
  const files = new Map(found.filter(({ source }) => source === 'upload').map((file) => [file.id, file]))
  const head = await headOf(context, accountId, begun)
  const fields = outerFields(protection.hideSubject ? { ...head, subject: HIDDEN_SUBJECT } : head)
  const wrap = async (id: string | null | undefined) => {
    const file = files.get(id ?? '')
    if (!file) throw new ProtectionRefusedError(MISSING)
    await requireKind(context, file, protection)
    return wrapOne(parts, fields, file)
  }
  const message = await wrap(protection.part)
  if (blind.size > 0) requireRoomForAll(message.columns.size, blind.size + 1)
  const blindCopies: { address: string; message: PreparedMessage }[] = []
  for (const address of blind) blindCopies.push({ address, message: await wrap(fileOf.get(address)) })
  return { message, blindCopies }
}

/** The files that a letter was protected with: what they hold is kept by the mail once it is sent. */
export const filesOfProtection = ({ part, copies }: LetterProtection): string[] =>
  [part, ...copies.map((copy) => copy.part)].filter((id) => id !== null)

async function wrapOne(
  { context: { blobs, config }, preparer }: SendParts,
  fields: string,
  { blobHash }: OwnedFile,
): Promise<PreparedMessage> {
  try {
    return await preparer.prepare(
      await blobs.put(wrapped(fields, await blobs.read(blobHash)), wireSizeMax(config)),
      null,
    )
  } catch (error) {
    if (error instanceof TooLargeError) throw new MessageTooLargeError(config.maxMessageSize)
    throw error
  }
}

/** The beginnings of what `shared/cms` writes. */
const ENCRYPTED = /^content-type: application\/pkcs7-mime; smime-type=(?:enveloped|authenveloped)-data;/i
const SIGNED = /^content-type: multipart\/signed; protocol="application\/pkcs7-signature";/i
/** Fields of a part, and none of a letter: those are written here. */
const PART_FIELDS = /^(?:content-[a-z-]+:[^\r\n]*(?:\r\n[ \t][^\r\n]*)*\r\n)+\r\n/i
const FIELDS_MAX = 4_096

async function requireKind(
  { blobs }: Pick<SendParts['context'], 'blobs'>,
  { blobHash, size }: OwnedFile,
  { encrypt }: LetterProtection,
): Promise<void> {
  const chunks: Uint8Array[] = []
  const range = { start: 0, end: FIELDS_MAX - 1 }
  for await (const chunk of await blobs.read(blobHash, { range, size })) chunks.push(chunk)
  const beginning = Buffer.concat(chunks).toString('latin1')
  const isKind = (encrypt ? ENCRYPTED : SIGNED).test(beginning)
  if (!isKind || !PART_FIELDS.test(beginning)) throw new ProtectionRefusedError(UNFIT)
}

/** The longest line that mail servers pass on, with its CR (RFC 5322 §2.1.1). */
const LINE_MAX = 999

/** The bytes of the letter. Throws `ProtectionRefusedError` for a part that mail servers would change. */
async function* wrapped(fields: string, part: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(fields)
  let length = 0
  for await (const chunk of part) {
    for (const byte of chunk) {
      length = byte === 10 ? 0 : length + 1
      if (byte === 0 || byte > 126 || length > LINE_MAX) throw new ProtectionRefusedError(UNFIT)
    }
    yield chunk
  }
}
