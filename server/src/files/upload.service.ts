import type { MultipartFile } from '@fastify/multipart'
import { ATTACHMENT_SIZE_MAX, type Attachment, attachmentProblem, UPLOAD_SIZE_MAX } from '@yanshu/contracts'
import type { FastifyRequest } from 'fastify'
import { recordBlobs } from '../blobs/blobRows.ts'
import { isDiskFull, TooLargeError } from '../blobs/errors.ts'
import { pictureAddress } from '../compose/outgoingHtml.ts'
import type { Context } from '../context.ts'
import { transact } from '../database/transact.ts'
import { randomFileId } from '../delivery/storeMessage.ts'
import { BadRequestError } from '../http/errors.ts'
import { safeFileName } from '../mime/fileNames.ts'
import { FileEmptyError, FileTooLargeError, FileTypeBlockedError, StorageFullCallError } from './fileErrors.ts'
import { MAIL_PICTURES, SNIFF_BYTES, sniffType } from './imageType.ts'

/** Takes one attachment in, streamed to disk. What no mail names within a day is swept away. */
export async function takeUpload(context: Context, accountId: number, request: FastifyRequest): Promise<Attachment> {
  const limit = Math.min(ATTACHMENT_SIZE_MAX, context.config.maxMessageSize)
  const file = await fileOf(request)
  const name = safeFileName(file.filename)
  // Known by its name alone, so refused before its content is read.
  if (attachmentProblem({ name, size: 1 }, [], context.config.controlFileTypes) === 'blocked-type') {
    return refuse(file, new FileTypeBlockedError(name))
  }
  const { hash, size } = await store(context, file, limit)
  if (size === 0) throw new FileEmptyError()
  const contentType = mediaType(file.mimetype)
  const id = await record(context, accountId, { name, contentType, hash, size, picture: false })
  return { fileId: id, name, contentType, size, contentId: null, kind: 'file' }
}

/** Takes a picture of the text in: PNG, JPEG, GIF or WebP by its content, whatever it is called. */
export async function takePicture(
  context: Context,
  accountId: number,
  request: FastifyRequest,
): Promise<{ id: string; url: string }> {
  const file = await fileOf(request)
  const { hash, size } = await store(context, file, UPLOAD_SIZE_MAX)
  if (size === 0) throw new FileEmptyError()
  const contentType = sniffType(await beginningOf(context, hash))
  if (!contentType || !MAIL_PICTURES.includes(contentType)) throw new FileTypeBlockedError()
  const name = safeFileName(file.filename, `image.${contentType.slice('image/'.length)}`)
  const id = await record(context, accountId, { name, contentType, hash, size, picture: true })
  return { id, url: pictureAddress(id) }
}

/** Forgets an upload. What is not there, or another's, is as good as forgotten. */
export async function forgetUpload(context: Context, accountId: number, id: string): Promise<void> {
  await context.store.db.deleteFrom('upload').where('id', '=', id).where('account_id', '=', accountId).execute()
}

/** The first bytes of a blob, to see what it is. */
export async function beginningOf(context: Pick<Context, 'blobs'>, hash: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of await context.blobs.read(hash, { start: 0, end: SNIFF_BYTES - 1 })) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function fileOf(request: FastifyRequest): Promise<MultipartFile> {
  if (!request.isMultipart()) throw new BadRequestError(['file'])
  const file = await request.file({
    limits: { fileSize: ATTACHMENT_SIZE_MAX + 1, files: 1, fields: 10, fieldSize: 4_096, parts: 11 },
  })
  if (!file) throw new BadRequestError(['file'])
  return file
}

async function store(context: Context, file: MultipartFile, limit: number): Promise<{ hash: string; size: number }> {
  try {
    // Left open on failure, so that the rest can run out.
    return await context.blobs.put(file.file.iterator({ destroyOnReturn: false }), limit)
  } catch (error) {
    if (error instanceof TooLargeError) return refuse(file, new FileTooLargeError(limit))
    if (isDiskFull(error)) return refuse(file, new StorageFullCallError())
    return refuse(file, error)
  }
}

/** Lets the rest of an upload run out, or the client would not read the answer. */
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
  await transact(context, async (trx) => {
    await recordBlobs(trx, [upload], now)
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
      })
      .execute()
  })
  return id
}
