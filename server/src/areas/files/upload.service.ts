import type { MultipartFile } from '@fastify/multipart'
import { ATTACHMENT_SIZE_MAX, type Attachment, attachmentProblem, UPLOAD_SIZE_MAX } from '@yanshu/contracts'
import type { FastifyRequest } from 'fastify'
import { randomFileId } from '../../mailflow/delivery/storeMessage.ts'
import { pictureAddress } from '../../mime/draftPictures.ts'
import { safeFileName, uploadedFileName } from '../../mime/fileNames.ts'
import type { MailReader } from '../../platform/actor/actor.ts'
import { BadRequestError, MailNotFoundError } from '../../platform/http/errors.ts'
import { type BlobRef, recordBlobs } from '../../store/blobs/blobRows.ts'
import { TooLargeError } from '../../store/blobs/errors.ts'
import type { Context } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { transact } from '../../store/database/transact.ts'
import { lockMailboxes, openMailbox } from '../../store/mailbox/index.ts'
import { FileEmptyError, FileTooLargeError, FileTypeBlockedError, StorageFullCallError } from './fileErrors.ts'
import { MAIL_PICTURES, SNIFF_BYTES, sniffType } from './imageType.ts'
import { roomForUpload } from './uploadRoom.ts'

/** Takes one attachment in, streamed to disk. It is deleted when no mail refers to it within a day. */
export async function takeUpload(context: Context, accountId: number, request: FastifyRequest): Promise<Attachment> {
  const limit = Math.min(ATTACHMENT_SIZE_MAX, context.config.maxMessageSize)
  const file = await fileOf(request)
  const name = uploadedFileName(file.filename)
  // Known by its name alone, so refused before its content is read.
  if (attachmentProblem({ name, size: 1 }, [], context.config.controlFileTypes) === 'blocked-type') {
    return refuse(file, new FileTypeBlockedError(name))
  }
  const { hash, size } = await store(context, accountId, file, limit)
  if (size === 0) throw new FileEmptyError()
  const contentType = mediaType(file.mimetype)
  const id = await record(context, accountId, { name, contentType, hash, size, picture: false })
  return { fileId: id, name, contentType, size, contentId: null, kind: 'file' }
}

/** Lays a file that this system has made among the uploads of an account, to go with a mail. */
export async function addUpload(
  context: Context,
  accountId: number,
  { name: written, contentType, content }: { name: string; contentType: string; content: Uint8Array },
): Promise<{ fileId: string; name: string; size: number }> {
  const name = safeFileName(written)
  const { hash, size } = await context.blobs.put(content, UPLOAD_SIZE_MAX)
  const fileId = await record(context, accountId, { name, contentType, hash, size, picture: false })
  return { fileId, name, size }
}

/**
 * Stores mails of an account as uploads, each whole and under its subject, to go with another mail. They have the bytes
 * that are there already. Throws `MailNotFoundError` for one that is not the account's, and for a draft, which is no mail yet.
 */
export async function addMailFiles(
  context: Context,
  reader: MailReader,
  mailIds: readonly number[],
  limit: number,
): Promise<Attachment[]> {
  const mailbox = openMailbox(context, reader)
  const mails: { readonly subject: string; readonly hash: string; readonly size: number }[] = []
  for (const mailId of new Set(mailIds)) {
    const { subject, raw_hash: hash, size } = await mailbox.message(mailId)
    if (hash === null) throw new MailNotFoundError()
    mails.push({ subject, hash, size })
  }
  if (mails.reduce((sum, { size }) => sum + size, 0) > limit) throw new FileTooLargeError(limit)
  const files: Attachment[] = []
  for (const { subject, hash, size } of mails) {
    const name = freeName(safeFileName(`${subject.slice(0, 80) || 'mail'}.eml`), files)
    const fileId = await record(context, reader.accountId, { name, contentType: MAIL_TYPE, hash, size, picture: false })
    files.push({ fileId, name, contentType: MAIL_TYPE, size, contentId: null, kind: 'message' })
  }
  return files
}

const MAIL_TYPE = 'message/rfc822'

/** A name that none of the files has: a number before its extension where it is taken. */
function freeName(name: string, files: readonly { readonly name: string }[]): string {
  const taken = new Set(files.map((file) => file.name.toLowerCase()))
  let free = name
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = name.replace(/\.eml$/, ` (${number}).eml`)
  return free
}

/** Takes a picture of the text in: PNG, JPEG, GIF or WebP by its content, whatever it is called. */
export async function takePicture(
  context: Context,
  accountId: number,
  request: FastifyRequest,
): Promise<{ id: string; url: string }> {
  const file = await fileOf(request)
  const { hash, size } = await store(context, accountId, file, UPLOAD_SIZE_MAX)
  if (size === 0) throw new FileEmptyError()
  const contentType = sniffType(await beginningOf(context, { hash, size }))
  if (!contentType || !MAIL_PICTURES.includes(contentType)) throw new FileTypeBlockedError()
  const name = uploadedFileName(file.filename, `image.${contentType.slice('image/'.length)}`)
  const id = await record(context, accountId, { name, contentType, hash, size, picture: true })
  return { id, url: pictureAddress(id) }
}

/** Deletes an upload. One that does not exist or belongs to another account is ignored. */
export async function forgetUpload(context: Context, accountId: number, id: string): Promise<void> {
  await context.store.db.deleteFrom('upload').where('id', '=', id).where('account_id', '=', accountId).execute()
}

/** The first bytes of a blob, to see what it is. Throws `BlobMissingError`. */
export async function beginningOf(context: Pick<Context, 'blobs'>, { hash, size }: BlobRef): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  const range = { start: 0, end: SNIFF_BYTES - 1 }
  for await (const chunk of await context.blobs.read(hash, { range, size })) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function fileOf(request: FastifyRequest): Promise<MultipartFile> {
  if (!request.isMultipart()) throw new BadRequestError(['file'])
  const file = await request
    .file({ limits: { fileSize: ATTACHMENT_SIZE_MAX + 1, files: 1, fields: 10, fieldSize: 4_096, parts: 11 } })
    // Every error of the parser is about the request: no boundary, a broken header, an end too early.
    .catch(() => null)
  if (!file) throw new BadRequestError(['file'])
  // A part that says it is a file may have no name, whatever its type promises. No browser sends one.
  if (file.filename === undefined) return refuse(file, new BadRequestError(['file']))
  return file
}

/** An upload that ends before its last boundary, or that the client broke off. */
class BrokenUploadError extends Error {}

async function* contentOf(file: MultipartFile): AsyncGenerator<Uint8Array> {
  try {
    // Left open on failure, so that the rest can run out.
    yield* file.file.iterator({ destroyOnReturn: false })
  } catch (error) {
    throw new BrokenUploadError('the upload is not a whole form', { cause: error })
  }
}

async function store(context: Context, accountId: number, file: MultipartFile, limit: number): Promise<BlobRef> {
  const room = await roomForUpload(context.store.db, accountId)
  if (room <= 0) return refuse(file, new StorageFullCallError())
  try {
    return await context.blobs.put(contentOf(file), Math.min(limit, room))
  } catch (error) {
    if (error instanceof BrokenUploadError) return refuse(file, new BadRequestError(['file']))
    if (error instanceof TooLargeError) {
      return refuse(file, room < limit ? new StorageFullCallError() : new FileTooLargeError(limit))
    }
    return refuse(file, error)
  }
}

/** Reads the rest of an upload to its end, because a client may read the answer only then. */
function refuse(file: MultipartFile, error: unknown): never {
  file.file.resume()
  throw error
}

const mediaType = (declared: string) =>
  /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(declared) ? declared.toLowerCase() : 'application/octet-stream'

async function record(
  context: Context,
  accountId: number,
  upload: { name: string; contentType: string; hash: string; size: number; picture: boolean },
): Promise<string> {
  const id = randomFileId()
  const now = context.now()
  const write = async (trx: Trx) => {
    // Several uploads at the same moment must not use the same free quota.
    await lockMailboxes(trx, context.store.engine, [accountId])
    if ((await roomForUpload(trx, accountId)) < upload.size) throw new StorageFullCallError()
    await recordBlobs(trx, context.store.engine, [upload], now)
    await trx
      .insertInto('upload')
      .values({
        id,
        account_id: accountId,
        name: upload.name,
        content_type: upload.contentType,
        size: upload.size,
        blob_hash: upload.hash,
        picture: upload.picture ? 1 : 0,
        created_at: now,
        checked_at: now,
      })
      .execute()
  }
  await transact(context, write, { grows: true })
  return id
}
