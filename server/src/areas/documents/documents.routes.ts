import { ForbiddenError } from '../../platform/http/errors.ts'
import { route } from '../../platform/http/route.ts'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import { readSharingRule, requireWay } from '../../store/sharing/sharingRule.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { addStoredFiles, receiveFile, sendBlob } from '../files/index.ts'
import { requireAccess, requireAccessInBin } from './access.ts'
import { type Adding, addFile } from './addFile.ts'
import { bin, makeFolder, markDeleted, move, rename, restore, star } from './changeDocuments.ts'
import { copy } from './copyDocuments.ts'
import { DocumentNotFoundError, DocumentsFullError } from './documentErrors.ts'
import { nameFromElsewhere } from './documentNames.ts'
import { limitBytes, roomOfDocuments } from './documentSpace.ts'
import { deleteMarked } from './documentsJob.ts'
import { lockDocuments, requireFolder } from './documentTree.ts'
import { documentUploadRoutes } from './documentUploads.routes.ts'
import { addVersionOf, lockForEditing, unlockFile } from './editLocks.ts'
import { listGrants, saveGrants } from './grants.service.ts'
import { restoreVersion } from './keepFiles.ts'
import { keepMailFiles } from './keepMailFiles.ts'
import { requireNoLock } from './lockedFor.ts'
import { listDocuments, listVersions, readFile, readSpace } from './readDocuments.ts'
import { sendZip } from './sendZip.ts'
import { shareRoutes } from './shares.routes.ts'
import { previewDocument, showDocument } from './showFile.ts'

/** The document center: the own files of a person, and those that others share with them. */
export const documentRoutes: AddRoutes = (app, context) => {
  shareRoutes(app, context)

  grantRoutes(app, context)
  documentUploadRoutes(app, context)

  route(app, 'GET', 'documents/list', async ({ caller: { accountId }, query }) => {
    const { place, parentId } = query
    const ids = place === 'folder' || place === 'bin' ? [parentId] : []
    const wanted = place === 'bin' ? EDIT : VIEW
    return listDocuments(context, accountId, { ...query, ...(await requireAccess(context, accountId, ids, wanted)) })
  })
  route(app, 'GET', 'documents/space', async ({ caller }) => readSpace(context, caller.accountId))
  route(app, 'GET', 'documents/versions', async ({ caller, query: { documentId } }) => ({
    list: await listVersions(context, await ownerOf(context, caller, [documentId], VIEW), documentId),
  }))
  route(app, 'POST', 'documents/folder', async ({ caller, body }) => ({
    documentId: await makeFolder(context, await ownerOf(context, caller, [body.parentId], EDIT), body),
  }))
  route(app, 'POST', 'documents/upload', async ({ caller, query, request }) => {
    const ownerId = await ownerOf(context, caller, [query.parentId], EDIT)
    await requireFolder(context.store.db, ownerId, query.parentId)
    const limit = await limitBytes(context, ownerId)
    const left = await roomOfDocuments(context.store.db, ownerId, limit)
    const bytes = query.size > left ? 0 : left
    const { name, ...content } = await receiveFile(context, request, { bytes, full: () => new DocumentsFullError() })
    const file = { ...content, name: nameFromElsewhere(name) }
    // The right may have been taken back while the content came.
    return add(context, caller, await ownerOf(context, caller, [query.parentId], EDIT), { ...query, file, limit })
  })
  route(app, 'POST', 'documents/rename', async ({ caller, body }) => {
    await rename(context, await ownerOf(context, caller, [body.documentId], EDIT_INSIDE), body)
    return {}
  })
  route(app, 'POST', 'documents/move', async ({ caller, body }) => {
    const ownerId = await ownerOf(context, caller, body.documentIds, EDIT_INSIDE)
    // Files stay their owner's. Who wants them elsewhere copies them.
    if ((await ownerOf(context, caller, [body.parentId], EDIT)) !== ownerId) throw new ForbiddenError()
    return { before: await move(context, ownerId, body) }
  })
  route(app, 'POST', 'documents/copy', async ({ caller, body }) => {
    const from = await ownerOf(context, caller, body.documentIds, FETCH)
    const to = await ownerOf(context, caller, [body.parentId], EDIT)
    return { documentIds: await copy(context, { from, to }, body) }
  })
  route(app, 'POST', 'documents/star', async ({ caller, body }) => {
    await star(context, caller.accountId, body)
    return {}
  })
  route(app, 'POST', 'documents/bin', async ({ caller, body }) => {
    await bin(context, await ownerOf(context, caller, body.documentIds, EDIT_INSIDE), body.documentIds)
    return {}
  })
  route(app, 'POST', 'documents/restore', async ({ caller, body }) => {
    const { ownerId } = await requireAccessInBin(context, caller.accountId, body.documentIds)
    await restore(context, ownerId, body.documentIds)
    return {}
  })
  route(app, 'POST', 'documents/delete', async ({ caller, body }) => {
    const { accountId } = caller
    await markDeleted(context, accountId, body.documentIds)
    await deleteMarked(context, accountId)
    return {}
  })
  route(app, 'POST', 'documents/version/restore', async ({ caller, body }) => {
    const ownerId = await ownerOf(context, caller, [body.documentId], EDIT_FILE)
    await transact(
      context,
      async (trx) => restoreVersion(trx, context, await lockDocuments(trx, context, ownerId), body),
      { grows: true },
    )
    return {}
  })
  route(app, 'POST', 'documents/version/upload', async ({ caller, query: { documentId, size }, request }) => {
    const callerId = caller.accountId
    const ownerId = await ownerOf(context, caller, [documentId], EDIT_FILE)
    const limit = await limitBytes(context, ownerId)
    const left = await roomOfDocuments(context.store.db, ownerId, limit)
    const full = () => new DocumentsFullError()
    const { name: _, ...content } = await receiveFile(context, request, { bytes: size > left ? 0 : left, full })
    // The right may have been taken back while the content came.
    const acting = { ownerId: await ownerOf(context, caller, [documentId], EDIT_FILE), callerId }
    return addVersionOf(context, acting, { documentId, content, limit })
  })
  route(app, 'POST', 'documents/lock', async ({ caller, body: { documentId } }) => {
    const ownerId = await ownerOf(context, caller, [documentId], EDIT)
    return lockForEditing(context, { ownerId, callerId: caller.accountId }, documentId)
  })
  route(app, 'POST', 'documents/unlock', async ({ caller, body: { documentId } }) => {
    const { ownerId, access } = await requireAccess(context, caller.accountId, [documentId], EDIT)
    const ofOthers = access === 'own' || access === 'manage'
    await unlockFile(context, { ownerId, callerId: caller.accountId }, { documentId, ofOthers })
    return {}
  })
  route(app, 'POST', 'documents/keep', async ({ caller, body }) => ({
    documentIds: await keepMailFiles(context, caller.accountId, {
      ...body,
      ownerId: await ownerOf(context, caller, [body.parentId], EDIT),
    }),
  }))
  route(app, 'POST', 'documents/attach', async ({ caller, body }) => {
    const { accountId } = caller
    const ownerId = await ownerOf(context, caller, body.documentIds, FETCH)
    const files = []
    for (const documentId of new Set(body.documentIds)) files.push(await readFile(context, ownerId, { documentId }))
    return { list: await addStoredFiles(context, accountId, files) }
  })
  route(app, 'GET', 'documents/preview', async ({ caller, query: { documentId } }) => {
    const { ownerId: accountId, access } = await requireAccess(context, caller.accountId, [documentId], VIEW)
    const preview = await previewDocument(context, { accountId, documentId }, String(caller.accountId))
    if (access !== 'view' || !(await readSharingRule(context.store.db)).watermark) return preview
    return { ...preview, watermark: await nameAndAddress(context, caller.accountId) }
  })
  route(app, 'GET', 'file/documentShown/{documentId}', async ({ caller, params, query, request, reply }) => {
    const documentId = documentIdOf(params.documentId)
    const accountId = await ownerOf(context, caller, [documentId], VIEW)
    const exactFor = query.exact && String(caller.accountId)
    return showDocument(context, { accountId, documentId }, { request, reply, exactFor })
  })
  route(app, 'GET', 'file/document/{documentId}', async ({ caller, params, query, request, reply }) => {
    const documentId = documentIdOf(params.documentId)
    const ownerId = await ownerOf(context, caller, [documentId], FETCH)
    const file = await readFile(context, ownerId, { documentId, version: query.version })
    return sendBlob(context.blobs, request, reply, { ...file, disposition: 'attachment' })
  })
  route(app, 'GET', 'file/documents', async ({ caller, query, reply }) => {
    const ids = query.documentIds.split(',').map(Number)
    const ownerId = await ownerOf(context, caller, ids, FETCH)
    return sendZip(context, ownerId, ids, reply)
  })
}

const VIEW = { level: 'view' } as const
/** The content leaves the document center, or becomes the reader's own. */
const FETCH = { level: 'view', fetched: true } as const
/** Something is added to a folder. */
const EDIT = { level: 'edit' } as const
/** The files themselves are changed, which others may not while a program of the owner edits them. */
const EDIT_FILE = { level: 'edit', unlocked: true } as const
const EDIT_INSIDE = { level: 'edit', above: true, unlocked: true } as const

/** Whose the files of a call are. Throws where the caller may not do with them what was asked. */
async function ownerOf(
  context: Context,
  { accountId }: { readonly accountId: number },
  ids: readonly number[],
  wanted: Parameters<typeof requireAccess>[3] & { readonly unlocked?: boolean; readonly fetched?: boolean },
): Promise<number> {
  const { ownerId, access } = await requireAccess(context, accountId, ids, wanted)
  if (wanted.fetched && access !== 'own') {
    await requireWay(context.store.db, access === 'view' ? 'sharedFetched' : 'editedFetched')
  }
  if (wanted.unlocked) await requireNoLock(context, { ownerId, callerId: accountId }, ids)
  return ownerId
}

/** The reader of a file, as it stands over what is shown. */
async function nameAndAddress({ store }: Context, accountId: number): Promise<string> {
  const row = await store.db
    .selectFrom('account')
    .select(['name', 'address'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return `${row.name} ${row.address}`
}

function documentIdOf(text: string | undefined): number {
  const documentId = Number(text)
  if (!Number.isSafeInteger(documentId) || documentId < 1) throw new DocumentNotFoundError()
  return documentId
}

const grantRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'documents/grant/list', async ({ caller, query }) =>
    listGrants(context, caller.accountId, query.documentId),
  )
  route(app, 'POST', 'documents/grant/save', async ({ caller, body }) => ({
    grants: await saveGrants(context, caller.accountId, body),
  }))
}

const add = (context: Context, caller: { readonly accountId: number }, ownerId: number, adding: Adding) =>
  transact(context, (trx) => addFile(trx, context, { callerId: caller.accountId, ownerId }, adding), { grows: true })
