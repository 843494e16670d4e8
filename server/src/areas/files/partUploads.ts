import { createHash } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { type Attachment, attachmentProblem, UNFINISHED_UPLOADS_MAX, UPLOAD_PART_SIZE } from '@yanshu/contracts'
import type { FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'
import { randomFileId } from '../../mailflow/delivery/storeMessage.ts'
import { uploadedFileName } from '../../mime/fileNames.ts'
import { BadRequestError, DiskFullError } from '../../platform/http/errors.ts'
import type { BlobRef } from '../../store/blobs/blobRows.ts'
import type { Context } from '../../store/context/context.ts'
import type { UnfinishedUploadTable } from '../../store/database/mail.schema.ts'
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
import { contentOf, fileOf, mediaType, refuse, refuseFailed } from './uploadForm.ts'
import { roomForUpload } from './uploadRoom.ts'

/*
 * Uploads that go on after a lost connection, a closed browser and a restarted server: begun, filled part by part in any
 * order, and finished. Each part is content of its own, durable when its call is answered and wherever content is kept, so
 * that any server of several goes on with it.
 */

type UnfinishedRow = Selectable<UnfinishedUploadTable>

interface AskedUpload {
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly digest: string | null
}

interface BegunUpload {
  readonly uploadId: string | null
  readonly file: Attachment | null
  readonly parts: number[]
}

/**
 * Begins an upload. The room of the mailbox is taken up by the whole of it from here on. Content that the same mailbox has
 * uploaded is not sent again: only its own uploads are asked, so that a digest alone opens no file of another.
 */
export async function beginUpload(context: Context, accountId: number, asked: AskedUpload): Promise<BegunUpload> {
  const { config } = context
  const limit = uploadLimit(await linkedAbove(context, accountId), config.maxMessageSize)
  const file = { ...asked, name: uploadedFileName(asked.name), contentType: mediaType(asked.contentType) }
  if (file.size === 0) throw new FileEmptyError()
  if (attachmentProblem({ name: file.name, size: 1 }, [], config.controlFileTypes) === 'blocked-type') {
    throw new FileTypeBlockedError(file.name)
  }
  if (file.size > limit) throw new FileTooLargeError(limit)
  const there = await findUploaded(context, accountId, file)
  if (!there) await requireDisk(config.dataFolder, file.size)
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
      const begun = await goOnWith(trx, accountId, file, context.now())
      if (begun) return begun
      await beginNew(trx, accountId, { ...file, id, now: context.now() })
      return { uploadId: id, file: null, parts: [] }
    },
    { grows: true },
  )
}

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

/** The unfinished upload of the same content, under the name that it has now. */
async function goOnWith(trx: Trx, accountId: number, file: AskedUpload, now: number): Promise<BegunUpload | null> {
  if (file.digest === null) return null
  const row = await trx
    .selectFrom('unfinished_upload')
    .select('id')
    .where('account_id', '=', accountId)
    .where('digest', '=', file.digest)
    .where('size', '=', file.size)
    .executeTakeFirst()
  if (!row) return null
  await trx
    .updateTable('unfinished_upload')
    .set({ name: file.name, content_type: file.contentType, touched_at: now })
    .where('id', '=', row.id)
    .execute()
  const parts = await trx.selectFrom('upload_part').select('number').where('upload_id', '=', row.id).execute()
  return { uploadId: row.id, file: null, parts: parts.map(({ number }) => number).sort((a, b) => a - b) }
}

/** In the transaction that has locked the mailbox, so that uploads at the same moment do not pass the limits together. */
async function beginNew(
  trx: Trx,
  accountId: number,
  { id, name, contentType, size, digest, now }: AskedUpload & { readonly id: string; readonly now: number },
): Promise<void> {
  if ((await roomForUpload(trx, accountId)) < size) throw new StorageFullCallError()
  const last = await trx
    .selectFrom('unfinished_upload')
    .select('id')
    .where('account_id', '=', accountId)
    .offset(UNFINISHED_UPLOADS_MAX - 1)
    .limit(1)
    .executeTakeFirst()
  if (last) throw new UploadsTooManyError()
  const times = { created_at: now, touched_at: now }
  await trx
    .insertInto('unfinished_upload')
    .values({ id, account_id: accountId, name, content_type: contentType, size, digest, ...times })
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

async function findUnfinished(context: Context, accountId: number, uploadId: string): Promise<UnfinishedRow | null> {
  const row = await context.store.db
    .selectFrom('unfinished_upload')
    .selectAll()
    .where('id', '=', uploadId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Stores one part. Throws `UploadDamagedError` for content of another length or SHA-256 than it should have, of which nothing
 * is kept, and `UploadNotFoundError`.
 */
export async function takePart(
  context: Context,
  accountId: number,
  request: FastifyRequest,
  { uploadId, part, sha256 }: { uploadId: string; part: number; sha256?: string | undefined },
): Promise<void> {
  const file = await fileOf(request)
  const begun = await findUnfinished(context, accountId, uploadId)
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
  const begun = await findUnfinished(context, accountId, uploadId)
  if (!begun) return finishedUpload(context, accountId, uploadId)
  const parts = await context.store.db
    .selectFrom('upload_part')
    .select(['blob_hash as hash', 'size'])
    .where('upload_id', '=', uploadId)
    .orderBy('number')
    .execute()
  if (parts.length < partsOf(begun.size)) throw new UploadUnfinishedError()
  const digest = digestOf(parts)
  if (begun.digest !== null && begun.digest !== digest) {
    await cancelUpload(context, accountId, uploadId)
    throw new UploadDamagedError()
  }
  const whole = await joinParts(context, parts, begun.size)
  const isFirst = await transact(
    context,
    async (trx) => {
      await lockMailboxes(trx, context.store.engine, [accountId])
      // Its room is free from here on, for the file that it becomes.
      const { numDeletedRows } = await trx
        .deleteFrom('unfinished_upload')
        .where('id', '=', uploadId)
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      if (numDeletedRows === 0n) return false
      const { name, content_type } = begun
      const file = { id: uploadId, name, contentType: content_type, picture: false, digest }
      await writeUpload(trx, context, accountId, { ...file, ...whole })
      return true
    },
    { grows: true },
  )
  if (!isFirst) return finishedUpload(context, accountId, uploadId)
  const { name, content_type: contentType, size } = begun
  return { fileId: uploadId, name, contentType, size, contentId: null, kind: 'file' }
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

/** Ends an upload that is not finished. One that does not exist or belongs to another account is ignored. */
export async function cancelUpload(context: Context, accountId: number, uploadId: string): Promise<void> {
  await context.store.db
    .deleteFrom('unfinished_upload')
    .where('id', '=', uploadId)
    .where('account_id', '=', accountId)
    .execute()
}
