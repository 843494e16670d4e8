import { createHash } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { type Attachment, attachmentProblem, UNFINISHED_UPLOADS_MAX, UPLOAD_PART_SIZE } from '@yanshu/contracts'
import type { FastifyRequest } from 'fastify'
import type { ExpressionBuilder, Selectable } from 'kysely'
import { randomFileId } from '../../mailflow/delivery/storeMessage.ts'
import { uploadedFileName } from '../../mime/fileNames.ts'
import { BadRequestError, DiskFullError } from '../../platform/http/errors.ts'
import type { BlobRef } from '../../store/blobs/blobRows.ts'
import { contentOf, fileOf, mediaType, refuse, refuseFailed } from '../../store/blobs/uploadForm.ts'
import type { Context } from '../../store/context/context.ts'
import type { UnfinishedUploadTable } from '../../store/database/mail.schema.ts'
import type { Schema } from '../../store/database/schema.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { lockMailboxes } from '../../store/mailbox/index.ts'
import {
  FileEmptyError,
  FileTooLargeError,
  FileTypeBlockedError,
  StorageFullCallError,
  UploadDamagedError,
  UploadNotFoundError,
  UploadsTooManyError,
  UploadUnfinishedError,
} from './fileErrors.ts'
import { keepPart } from './keepPart.ts'
import { linkedAbove, uploadLimit } from './letterLinks.ts'
import { asAttachment, findOwnedFile } from './ownedFiles.ts'
import { writeUpload } from './upload.service.ts'
import { roomForUpload } from './uploadRoom.ts'

/*
 * Uploads that go on after a lost connection, a closed browser and a restarted server: begun, filled part by part in any
 * order, and finished. Each part is content of its own, durable when its call is answered and wherever content is kept, so
 * that any server of several goes on with it.
 */

type UnfinishedRow = Selectable<UnfinishedUploadTable>

/** Whose upload it is. */
export interface Uploader {
  readonly accountId: number
  /** The link by which a person hands files in to the account; null for the account itself. */
  readonly requestId: number | null
  /** The folder of the document center that it goes into, 0 for the outermost one; absent for other uploads. */
  readonly folderId?: number
  /** Whose documents these are: locked beside the account. */
  readonly ownerId?: number
}

/** Where uploads of an uploader go, and what bounds them. */
export interface UploadPlace extends Uploader {
  /** Bytes of one file. */
  readonly limit: number
  /** Whether types go that no letter may have. */
  readonly anyType?: boolean
  /** Throws where the whole of a new upload has no room. In the transaction that has locked the account. */
  requireRoom(trx: Trx, size: number): Promise<void>
}

export interface AskedUpload {
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly digest: string | null
}

export interface BegunUpload {
  readonly uploadId: string | null
  readonly file: Attachment | null
  readonly parts: number[]
}

/**
 * Begins an upload. The room of the mailbox is taken up by the whole of it from here on. Content that the same mailbox has
 * uploaded is not sent again: only its own uploads are asked, so that a digest alone opens no file of another.
 */
export async function beginUpload(context: Context, accountId: number, asked: AskedUpload): Promise<BegunUpload> {
  const limit = uploadLimit(await linkedAbove(context, accountId), context.config.maxMessageSize)
  const file = checkedFile(context, asked, { limit })
  const there = await findUploaded(context, accountId, file)
  if (!there) await requireDisk(context.config.dataFolder, file.size)
  const id = randomFileId()
  return transact(
    context,
    async (trx) => {
      await lockMailboxes(trx, context.store.engine, [accountId])
      if (there && (await stillUploaded(trx, accountId, there))) {
        await writeUpload(trx, context, accountId, { ...file, id, hash: there.hash, picture: false })
        const { name, contentType, size } = file
        return {
          uploadId: null,
          file: { fileId: id, name, contentType, size, contentId: null, kind: 'file' as const },
          parts: [],
        }
      }
      return beginIn(trx, { accountId, requestId: null, limit, requireRoom: mailRoom(accountId) }, file, {
        id,
        now: context.now(),
      })
    },
    { grows: true },
  )
}

const mailRoom = (accountId: number) => async (trx: Trx, size: number) => {
  if ((await roomForUpload(trx, accountId)) < size) throw new StorageFullCallError()
}

/** Begins an upload at another place than among the uploads of an account. Content is sent whole, whatever is there. */
export async function beginUploadAt(context: Context, place: UploadPlace, asked: AskedUpload): Promise<BegunUpload> {
  const file = checkedFile(context, asked, place)
  await requireDisk(context.config.dataFolder, file.size)
  const id = randomFileId()
  return transact(
    context,
    async (trx) => {
      await lockMailboxes(trx, context.store.engine, lockedFor(place))
      return beginIn(trx, place, file, { id, now: context.now() })
    },
    { grows: true },
  )
}

/** A file as it is kept. Throws for one that is empty, of a refused type or too large. */
function checkedFile(
  { config }: Context,
  asked: AskedUpload,
  { limit, anyType = false }: Pick<UploadPlace, 'limit' | 'anyType'>,
): AskedUpload {
  const file = { ...asked, name: uploadedFileName(asked.name), contentType: mediaType(asked.contentType) }
  if (file.size === 0) throw new FileEmptyError()
  const problem = anyType ? null : attachmentProblem({ name: file.name, size: 1 }, [], config.controlFileTypes)
  if (problem === 'blocked-type') {
    throw new FileTypeBlockedError(file.name)
  }
  if (file.size > limit) throw new FileTooLargeError(limit)
  return file
}

/** Goes on with the unfinished upload of the same content and name, or begins one. */
async function beginIn(
  trx: Trx,
  place: UploadPlace,
  file: AskedUpload,
  { id, now }: { readonly id: string; readonly now: number },
): Promise<BegunUpload> {
  const begun = await goOnWith(trx, place, file, now)
  if (begun) return begun
  await beginNew(trx, place, { ...file, id, now })
  return { uploadId: id, file: null, parts: [] }
}

const lockedFor = ({ accountId, ownerId = accountId }: Uploader): number[] => [accountId, ownerId]

/**
 * The filter of what one uploader has begun: an account does not finish what others hand in to it, nor they what is its own, and
 * what goes into a folder of the document center is finished in that folder alone.
 */
const isOf = (uploader: Uploader) => (eb: ExpressionBuilder<Schema, 'unfinished_upload'>) =>
  eb.and([
    isOfSame(uploader)(eb),
    uploader.folderId === undefined
      ? eb('unfinished_upload.parent_id', 'is', null)
      : eb('unfinished_upload.parent_id', '=', uploader.folderId),
  ])

/** The same whatever the folder is: their number is bounded together. */
const isOfSame =
  ({ accountId, requestId, folderId }: Uploader) =>
  (eb: ExpressionBuilder<Schema, 'unfinished_upload'>) =>
    eb.and([
      eb('unfinished_upload.account_id', '=', accountId),
      requestId === null
        ? eb('unfinished_upload.request_id', 'is', null)
        : eb('unfinished_upload.request_id', '=', requestId),
      eb('unfinished_upload.parent_id', folderId === undefined ? 'is' : 'is not', null),
    ])

/** An upload of the account that has the content of a file, where the content is there and whole. */
async function findUploaded(context: Context, accountId: number, { digest, size }: AskedUpload) {
  if (digest === null) return null
  const row = await context.store.db
    .selectFrom('upload')
    .select(['id', 'blob_hash as hash', 'size'])
    .where('account_id', '=', accountId)
    .where('digest', '=', digest)
    .where('size', '=', size)
    .executeTakeFirst()
  return row && (await context.blobs.holds(row.hash, row.size)) ? row : null
}

async function stillUploaded(trx: Trx, accountId: number, { id }: { readonly id: string }): Promise<boolean> {
  const row = await trx
    .selectFrom('upload')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined
}

/** The unfinished upload of the same content and name. */
async function goOnWith(trx: Trx, uploader: Uploader, file: AskedUpload, now: number): Promise<BegunUpload | null> {
  if (file.digest === null) return null
  const row = await trx
    .selectFrom('unfinished_upload')
    .select('id')
    .where(isOf(uploader))
    .where('digest', '=', file.digest)
    .where('size', '=', file.size)
    // The same content under two names is two files, which may go up at the same moment.
    .where('name', '=', file.name)
    .executeTakeFirst()
  if (!row) return null
  await trx
    .updateTable('unfinished_upload')
    .set({ content_type: file.contentType, touched_at: now })
    .where('id', '=', row.id)
    .execute()
  const parts = await trx.selectFrom('upload_part').select('number').where('upload_id', '=', row.id).execute()
  return { uploadId: row.id, file: null, parts: parts.map(({ number }) => number).sort((a, b) => a - b) }
}

/** In the transaction that has locked the mailbox, so that uploads at the same moment do not pass the limits together. */
async function beginNew(
  trx: Trx,
  place: UploadPlace,
  { id, name, contentType, size, digest, now }: AskedUpload & { readonly id: string; readonly now: number },
): Promise<void> {
  await place.requireRoom(trx, size)
  const last = await trx
    .selectFrom('unfinished_upload')
    .select('id')
    .where(isOfSame(place))
    .offset(UNFINISHED_UPLOADS_MAX - 1)
    .limit(1)
    .executeTakeFirst()
  if (last) throw new UploadsTooManyError()
  const times = { created_at: now, touched_at: now }
  await trx
    .insertInto('unfinished_upload')
    .values({
      ...{ id, account_id: place.accountId, request_id: place.requestId, name },
      ...{ documents_of: place.ownerId ?? null, parent_id: place.folderId ?? null },
      ...{ content_type: contentType, size, digest, ...times },
    })
    .execute()
}

/** Throws `DiskFullError` where a disk has no room for the parts of a file and for the whole of them. */
export async function requireDisk(
  folder: string,
  size: number,
  read: (folder: string) => Promise<{ readonly bavail: number; readonly bsize: number }> = (of) => statfs(of),
): Promise<void> {
  const { bavail, bsize } = await read(folder)
  if (bavail * bsize < 2 * size) throw new DiskFullError()
}

const partsOf = (size: number): number => Math.ceil(size / UPLOAD_PART_SIZE)

async function findUnfinished(context: Context, uploader: Uploader, uploadId: string): Promise<UnfinishedRow | null> {
  const row = await context.store.db
    .selectFrom('unfinished_upload')
    .selectAll()
    .where('id', '=', uploadId)
    .where(isOf(uploader))
    .executeTakeFirst()
  return row ?? null
}

/**
 * Stores one part. Throws `UploadDamagedError` for content of another length or SHA-256 than it should have, of which nothing
 * is kept, and `UploadNotFoundError`.
 */
export async function takePart(
  context: Context,
  uploader: Uploader,
  request: FastifyRequest,
  { uploadId, part, sha256 }: { uploadId: string; part: number; sha256?: string | undefined },
): Promise<void> {
  const file = await fileOf(request, UPLOAD_PART_SIZE)
  const begun = await findUnfinished(context, uploader, uploadId)
  if (!begun) return refuse(file, new UploadNotFoundError())
  if (part >= partsOf(begun.size)) return refuse(file, new BadRequestError(['part']))
  const expected = Math.min(UPLOAD_PART_SIZE, begun.size - part * UPLOAD_PART_SIZE)
  const stored = await storePart(context, file, expected)
  if (stored.size !== expected || (sha256 !== undefined && sha256 !== stored.hash)) throw new UploadDamagedError()
  await transact(
    context,
    async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('unfinished_upload')
        .set({ touched_at: context.now() })
        .where('id', '=', uploadId)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new UploadNotFoundError()
      await keepPart(trx, context, { uploadId, number: part, ...stored })
    },
    { grows: true },
  )
}

const storePart = (context: Context, file: Awaited<ReturnType<typeof fileOf>>, size: number): Promise<BlobRef> =>
  context.blobs
    .put(contentOf(file), size)
    .catch((error: unknown) => refuseFailed(file, error, () => new UploadDamagedError()))

/**
 * Makes the parts one file, of which an earlier call may have been the first to be answered. Throws `UploadNotFoundError`,
 * `UploadUnfinishedError`, and `UploadDamagedError` for parts that are not those of the digest: then the upload is over.
 */
export async function finishUpload(context: Context, accountId: number, uploadId: string): Promise<Attachment> {
  const keep = async (trx: Trx, file: JoinedFile) =>
    writeUpload(trx, context, accountId, { ...file, id: uploadId, picture: false })
  const joined = await finishUploadAt(context, { accountId, requestId: null }, uploadId, keep)
  if (!joined) return finishedUpload(context, accountId, uploadId)
  const { name, contentType, size } = joined
  return { fileId: uploadId, name, contentType, size, contentId: null, kind: 'file' }
}

/** The parts of an upload as one file. */
export interface JoinedFile extends BlobRef {
  readonly name: string
  readonly contentType: string
  readonly digest: string
}

/**
 * Makes the parts of an upload one file, which `keep` writes down in the transaction that ends the upload. null where there is
 * no such upload any more. Throws as `finishUpload` does, and what `keep` throws: then the upload stays.
 */
export async function finishUploadAt(
  context: Context,
  uploader: Uploader,
  uploadId: string,
  keep: (trx: Trx, file: JoinedFile) => Promise<void>,
): Promise<JoinedFile | null> {
  const begun = await findUnfinished(context, uploader, uploadId)
  if (!begun) return null
  const parts = await context.store.db
    .selectFrom('upload_part')
    .select(['blob_hash as hash', 'size'])
    .where('upload_id', '=', uploadId)
    .orderBy('number')
    .execute()
  if (parts.length < partsOf(begun.size)) throw new UploadUnfinishedError()
  const digest = digestOf(parts)
  if (begun.digest !== null && begun.digest !== digest) {
    await cancelUpload(context, uploader, uploadId)
    throw new UploadDamagedError()
  }
  const { name, content_type: contentType, size } = begun
  const file: JoinedFile = { name, contentType, digest, ...(await joinParts(context, parts, size)) }
  const isFirst = await transact(
    context,
    async (trx) => {
      await lockMailboxes(trx, context.store.engine, lockedFor(uploader))
      // Its room is free from here on, for the file that it becomes.
      const { numDeletedRows } = await trx
        .deleteFrom('unfinished_upload')
        .where('id', '=', uploadId)
        .where(isOf(uploader))
        .executeTakeFirst()
      if (numDeletedRows === 0n) return false
      await keep(trx, file)
      return true
    },
    { grows: true },
  )
  return isFirst ? file : null
}

/** The file that an upload has become. Throws `UploadNotFoundError`. */
async function finishedUpload(context: Context, accountId: number, uploadId: string): Promise<Attachment> {
  const file = await findOwnedFile(context.store.db, accountId, uploadId)
  if (file?.source !== 'upload') throw new UploadNotFoundError()
  return asAttachment(file)
}

function digestOf(parts: readonly BlobRef[]): string {
  const digest = createHash('sha256')
  for (const { hash } of parts) digest.update(hash, 'hex')
  return digest.digest('hex')
}

async function joinParts({ blobs }: Context, parts: readonly BlobRef[], size: number): Promise<BlobRef> {
  const [first] = parts
  if (first && parts.length === 1) return first
  return blobs.put(
    (async function* () {
      for (const part of parts) yield* await blobs.read(part.hash, { size: part.size })
    })(),
    size,
  )
}

/** Ends an upload that is not finished. One that does not exist or belongs to another is ignored. */
export async function cancelUpload(context: Context, uploader: Uploader, uploadId: string): Promise<void> {
  await context.store.db.deleteFrom('unfinished_upload').where('id', '=', uploadId).where(isOf(uploader)).execute()
}
