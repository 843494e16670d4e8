import { ATTACHMENT_SIZE_MAX } from '@yanshu/contracts'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../store/context/context.ts'
import { type Trx, within } from '../../store/database/transact.ts'
import {
  type AskedUpload,
  beginUploadAt,
  finishUploadAt,
  takePart,
  type Uploader,
  UploadNotFoundError,
} from '../files/index.ts'
import { requireAccess } from './access.ts'
import { addFile } from './addFile.ts'
import { DocumentsFullError } from './documentErrors.ts'
import { nameFromElsewhere } from './documentNames.ts'
import { limitBytes, roomOfDocuments } from './documentSpace.ts'
import { requireFolder } from './documentTree.ts'
import type { OnClash } from './keepFiles.ts'

/*
 * Uploads into the document center that go on after a lost connection, a closed browser and a restarted server. The right to
 * change the folder is asked by each call: one that was taken back ends them with the next part.
 */

interface At {
  readonly accountId: number
  readonly parentId: number
}

/** Who uploads into a folder. Throws `DocumentNotFoundError` and `ForbiddenError`. */
async function uploaderTo(context: Context, { accountId, parentId }: At): Promise<Uploader & { ownerId: number }> {
  const { ownerId } = await requireAccess(context, accountId, [parentId], { level: 'edit' })
  await requireFolder(context.store.db, ownerId, parentId)
  return { accountId, requestId: null, folderId: parentId, ownerId }
}

/** Begins a file. Its bytes are taken up from here on. Throws what `beginUploadAt` throws, and `DocumentsFullError`. */
export async function beginDocument(context: Context, at: At, asked: AskedUpload) {
  const uploader = await uploaderTo(context, at)
  const { ownerId } = uploader
  const most = await limitBytes(context, ownerId)
  const requireRoom = async (trx: Trx, size: number) => {
    if ((await roomOfDocuments(trx, ownerId, most)) < size) throw new DocumentsFullError()
  }
  const place = { ...uploader, limit: ATTACHMENT_SIZE_MAX, anyType: true, requireRoom }
  const { uploadId, parts } = await beginUploadAt(context, place, asked)
  // Nothing is answered at once here, so that there always is an upload.
  return { uploadId: uploadId ?? '', parts }
}

/** Stores one part. Throws what `takePart` throws. */
export async function takeDocumentPart(
  context: Context,
  at: At,
  request: FastifyRequest,
  part: Parameters<typeof takePart>[3],
): Promise<void> {
  await takePart(context, await uploaderTo(context, at), request, part)
}

/**
 * Makes the parts one file of the folder. A repeated call answers the file of the first one, wherever it lies by then. Throws
 * what `finishUploadAt` and `addFile` throw, and `UploadNotFoundError`.
 */
export async function finishDocument(
  context: Context,
  at: At,
  { uploadId, onClash }: { readonly uploadId: string; readonly onClash: OnClash },
): Promise<{ documentId: number; name: string }> {
  const uploader = await uploaderTo(context, at)
  const { ownerId } = uploader
  const { accountId, parentId } = at
  const limit = await limitBytes(context, ownerId)
  await finishUploadAt(context, uploader, uploadId, async (trx, { name, ...content }) => {
    // The right may have been taken back while the parts were joined.
    await requireAccess(within(trx, context), accountId, [parentId], { level: 'edit' })
    const file = { ...content, name: nameFromElsewhere(name) }
    const { documentId } = await addFile(
      trx,
      context,
      { callerId: accountId, ownerId },
      {
        ...{ parentId, file, onClash, limit },
      },
    )
    await trx
      .updateTable('document_version')
      .set({ upload_id: uploadId })
      .where('document_id', '=', documentId)
      .where('number', '=', (eb) => eb.selectFrom('document').select('version').where('id', '=', documentId))
      .execute()
  })
  return finishedDocument(context, ownerId, uploadId)
}

/** The file that an upload has become. Throws `UploadNotFoundError`. */
async function finishedDocument({ store: { db } }: Context, ownerId: number, uploadId: string) {
  const row = await db
    .selectFrom('document_version')
    .innerJoin('document', 'document.id', 'document_version.document_id')
    .select(['document.id as documentId', 'document.name'])
    .where('document_version.upload_id', '=', uploadId)
    .where('document.account_id', '=', ownerId)
    .executeTakeFirst()
  if (!row) throw new UploadNotFoundError()
  return row
}
