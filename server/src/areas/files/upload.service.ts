import type { MultipartFile } from '@fastify/multipart'
import {
  ATTACHMENT_SIZE_MAX,
  type Attachment,
  attachmentProblem,
  barePicture,
  documentNameKey,
  freeDocumentName,
  pictureToItsEnd,
  SHOWN_PIXELS_MAX,
  saysPlace,
  UPLOAD_SIZE_MAX,
} from '@yanshu/contracts'
import type { FastifyRequest } from 'fastify'
import { randomFileId } from '../../mailflow/delivery/storeMessage.ts'
import { pictureAddress } from '../../mime/draftPictures.ts'
import { safeFileName, uploadedFileName } from '../../mime/fileNames.ts'
import type { MailReader } from '../../platform/actor/actor.ts'
import { type BlobRef, recordBlobs } from '../../store/blobs/blobRows.ts'
import { contentOf, fileOf, mediaType, refuse, refuseFailed } from '../../store/blobs/uploadForm.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { transact } from '../../store/database/transact.ts'
import { lockMailboxes, openMailbox } from '../../store/mailbox/index.ts'
import { isNamedNowhere } from '../../store/sweep/sweepUploads.ts'
import {
  FileEmptyError,
  FileNotFoundError,
  FileTooLargeError,
  FileTypeBlockedError,
  StorageFullCallError,
  TooManyPixelsError,
} from './fileErrors.ts'
import { MAIL_PICTURES, SNIFF_BYTES, sniffType } from './imageType.ts'
import { pixelsOf } from './pictureSize.ts'
import { roomForUpload } from './uploadRoom.ts'

/** Bytes of a picture that is taken apart in memory and in one go, which takes some 20 ms. */
const BARE_BYTES_MAX = 20 * 1_024 * 1_024

/** Takes one attachment in, streamed to disk. It is deleted when no mail refers to it within a day. */
export async function takeUpload(context: Context, accountId: number, request: FastifyRequest): Promise<Attachment> {
  const limit = Math.min(ATTACHMENT_SIZE_MAX, context.config.maxMessageSize)
  const file = await fileOf(request, ATTACHMENT_SIZE_MAX)
  const name = uploadedFileName(file.filename)
  // Known by its name alone, so refused before its content is read.
  if (attachmentProblem({ name, size: 1 }, [], context.config.controlFileTypes) === 'blocked-type') {
    return refuse(file, new FileTypeBlockedError(name))
  }
  const { hash, size } = await store(context, file, limit, await mailRoom(context, accountId))
  if (size === 0) throw new FileEmptyError()
  const contentType = mediaType(file.mimetype)
  const id = await keepUpload(context, accountId, { name, contentType, hash, size, picture: false })
  return { fileId: id, name, contentType, size, contentId: null, kind: 'file' }
}

/** Adds a file that this system has made to the uploads of an account, for a mail. */
export async function addUpload(
  context: Context,
  accountId: number,
  { name: written, contentType, content }: { name: string; contentType: string; content: Uint8Array },
): Promise<{ fileId: string; name: string; size: number }> {
  const name = safeFileName(written)
  const { hash, size } = await context.blobs.put(content, UPLOAD_SIZE_MAX)
  const fileId = await keepUpload(context, accountId, { name, contentType, hash, size, picture: false })
  return { fileId, name, size }
}

/** Files that are stored already as uploads of an account, to go with a mail. Throws for one that may not. */
export async function addStoredFiles(
  context: Context,
  accountId: number,
  stored: readonly { name: string; contentType: string; hash: string; size: number }[],
): Promise<Attachment[]> {
  const limit = Math.min(ATTACHMENT_SIZE_MAX, context.config.maxMessageSize)
  for (const { name, size } of stored) {
    if (attachmentProblem({ name, size }, [], context.config.controlFileTypes) === 'blocked-type') {
      throw new FileTypeBlockedError(name)
    }
  }
  if (stored.reduce((sum, { size }) => sum + size, 0) > limit) throw new FileTooLargeError(limit)
  const files: Attachment[] = []
  for (const { name: written, contentType, hash, size } of stored) {
    const taken = new Set(files.map((file) => documentNameKey(file.name)))
    const name = freeDocumentName(safeFileName(written), (one) => taken.has(documentNameKey(one)))
    const fileId = await keepUpload(context, accountId, { name, contentType, hash, size, picture: false })
    files.push({ fileId, name, contentType, size, contentId: null, kind: 'file' })
  }
  return files
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
    mails.push(await mailbox.toAttach(mailId))
  }
  if (mails.reduce((sum, { size }) => sum + size, 0) > limit) throw new FileTooLargeError(limit)
  const files: Attachment[] = []
  for (const { subject, hash, size } of mails) {
    const name = freeName(safeFileName(`${subject.slice(0, 80) || 'mail'}.eml`), files)
    const fileId = await keepUpload(context, reader.accountId, {
      name,
      contentType: MAIL_TYPE,
      hash,
      size,
      picture: false,
    })
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

/**
 * Takes a picture of the text in: PNG, JPEG, GIF or WebP by its content, whatever it is called. `saysPlace` where a camera
 * has noted in it where it was taken, which goes only when the person asks for it ({@link makePictureBare}). What stands
 * behind its end does not stay; one of too many pixels is refused.
 */
export async function takePicture(
  context: Context,
  accountId: number,
  request: FastifyRequest,
): Promise<{ id: string; url: string; saysPlace: boolean }> {
  const file = await fileOf(request, ATTACHMENT_SIZE_MAX)
  const { hash, size } = await store(context, file, UPLOAD_SIZE_MAX, await mailRoom(context, accountId))
  if (size === 0) throw new FileEmptyError()
  const contentType = sniffType(await beginningOf(context, { hash, size }))
  if (!contentType || !MAIL_PICTURES.includes(contentType)) throw new FileTypeBlockedError()
  if ((await pixelsOf(context, { hash, size })) > SHOWN_PIXELS_MAX) throw new TooManyPixelsError(SHOWN_PIXELS_MAX)
  const name = uploadedFileName(file.filename, `image.${contentType.slice('image/'.length)}`)
  const blob = await toItsEnd(context, { hash, size })
  const id = await keepUpload(context, accountId, { name, contentType, ...blob, picture: true })
  const head = await headOf(context, blob)
  return { id, url: pictureAddress(id), saysPlace: contentType === 'image/jpeg' && saysPlace(head) }
}

/**
 * Takes out of a picture of the text what is not needed to draw it: where it was taken, the camera, comments, what stands
 * behind its end. Its address stays. Throws `FileNotFoundError` for what is no picture of the account, `FileTypeBlockedError`
 * for a picture of a kind that is not taken apart.
 */
export async function makePictureBare(context: Context, accountId: number, fileId: string): Promise<void> {
  const { store, blobs } = context
  const upload = await store.db
    .selectFrom('upload')
    .select(['blob_hash as hash', 'size'])
    .where('id', '=', fileId)
    .where('account_id', '=', accountId)
    .where('picture', '=', 1)
    .executeTakeFirst()
  if (!upload) throw new FileNotFoundError()
  if (upload.size > BARE_BYTES_MAX) throw new FileTooLargeError(BARE_BYTES_MAX)
  const bare = barePicture(await firstBytes(context, upload, upload.size), SHOWN_PIXELS_MAX)
  if (!bare) throw new FileTypeBlockedError()
  const blob = await blobs.put(bare.data)
  await transact(context, async (trx) => {
    await recordBlobs(trx, store.engine, [blob], context.now())
    await trx
      .updateTable('upload')
      .set({ blob_hash: blob.hash, size: blob.size, digest: null })
      .where('id', '=', fileId)
      .where('account_id', '=', accountId)
      .execute()
  })
}

/** A picture without what stands behind its end, such as the film of a moving photo, which its writer does not see. */
async function toItsEnd(context: Context, blob: BlobRef): Promise<BlobRef> {
  if (blob.size > BARE_BYTES_MAX) return blob
  const whole = pictureToItsEnd(await firstBytes(context, blob, blob.size), SHOWN_PIXELS_MAX)
  return whole && whole.data.length < blob.size ? context.blobs.put(whole.data) : blob
}

/**
 * Deletes an upload. One that does not exist or belongs to another account is ignored, and so is a picture of the text that a
 * draft or a letter (`outgoing`) still names: it may have been copied from one letter into another.
 */
export async function forgetUpload(context: Context, accountId: number, id: string): Promise<void> {
  await context.store.db
    .deleteFrom('upload')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where((where) => where.or([where('picture', '=', 0), isNamedNowhere()]))
    .execute()
}

/** The first bytes of a blob, to see what it is. Throws `BlobMissingError`. */
export const beginningOf = (context: Pick<Context, 'blobs'>, blob: BlobRef): Promise<Uint8Array> =>
  firstBytes(context, blob, SNIFF_BYTES)

/** What a camera notes stands in one of the first segments of a JPEG, each of at most 64 KiB. */
const headOf = (context: Pick<Context, 'blobs'>, blob: BlobRef): Promise<Buffer> =>
  firstBytes(context, blob, 2 * 65_536)

async function firstBytes(context: Pick<Context, 'blobs'>, { hash, size }: BlobRef, bytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  const range = { start: 0, end: bytes - 1 }
  for await (const chunk of await context.blobs.read(hash, { range, size })) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Bytes that may still be stored, and the error for more. */
export interface UploadRoom {
  readonly bytes: number
  readonly full: () => Error
}

/** Beside the mail of an account. */
const mailRoom = async ({ store: { db } }: Context, accountId: number): Promise<UploadRoom> => ({
  bytes: await roomForUpload(db, accountId),
  full: () => new StorageFullCallError(),
})

/**
 * Streams the file of a form to where content is kept, for an owner other than mail. Throws the error of `room` before the
 * content is read where nothing is left.
 */
export async function receiveFile(
  context: Context,
  request: FastifyRequest,
  room: UploadRoom,
): Promise<BlobRef & { readonly name: string; readonly contentType: string }> {
  const file = await fileOf(request, ATTACHMENT_SIZE_MAX)
  const stored = await store(context, file, ATTACHMENT_SIZE_MAX, room)
  if (stored.size === 0) throw new FileEmptyError()
  return { ...stored, name: uploadedFileName(file.filename), contentType: mediaType(file.mimetype) }
}

async function store(context: Context, file: MultipartFile, limit: number, room: UploadRoom): Promise<BlobRef> {
  if (room.bytes <= 0) return refuse(file, room.full())
  try {
    return await context.blobs.put(contentOf(file), Math.min(limit, room.bytes))
  } catch (error) {
    return refuseFailed(file, error, () => (room.bytes < limit ? room.full() : new FileTooLargeError(limit)))
  }
}

interface NewUpload extends BlobRef {
  readonly name: string
  readonly contentType: string
  readonly picture: boolean
  /** Of what came in parts. */
  readonly digest?: string | null
}

/** Writes the row of an upload whose content is stored, and answers its id. Throws `StorageFullCallError`. */
export async function keepUpload(context: Context, accountId: number, upload: NewUpload): Promise<string> {
  const id = randomFileId()
  await transact(context, (trx) => writeUpload(trx, context, accountId, { ...upload, id }), { grows: true })
  return id
}

/** Writes the row of an upload whose content is stored. Throws `StorageFullCallError` where the mailbox has no room for it. */
export async function writeUpload(
  trx: Trx,
  context: TransactionContext,
  accountId: number,
  upload: NewUpload & { readonly id: string },
): Promise<void> {
  const now = context.now()
  // Several uploads at the same moment must not use the same free quota.
  await lockMailboxes(trx, context.store.engine, [accountId])
  if ((await roomForUpload(trx, accountId)) < upload.size) throw new StorageFullCallError()
  await recordBlobs(trx, context.store.engine, [upload], now)
  await trx
    .insertInto('upload')
    .values({
      id: upload.id,
      account_id: accountId,
      name: upload.name,
      content_type: upload.contentType,
      size: upload.size,
      blob_hash: upload.hash,
      picture: upload.picture ? 1 : 0,
      created_at: now,
      checked_at: now,
      digest: upload.digest ?? null,
    })
    .execute()
}

/** Removes uploads of an account whose content something else keeps from now on. */
export async function removeUploads(trx: Trx, accountId: number, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await trx
    .deleteFrom('upload')
    .where('id', 'in', [...ids])
    .where('account_id', '=', accountId)
    .execute()
}
