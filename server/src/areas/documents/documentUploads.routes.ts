import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { cancelUpload } from '../files/index.ts'
import { beginDocument, finishDocument, takeDocumentPart } from './documentUploads.ts'

/** Files that go up into the document center in parts. */
export const documentUploadRoutes: AddRoutes = (app, context) => {
  route(app, 'POST', 'documents/upload/begin', async ({ caller: { accountId }, body: { parentId, ...asked } }) =>
    beginDocument(context, { accountId, parentId }, asked),
  )
  route(app, 'POST', 'documents/upload/part', async ({ caller: { accountId }, query, request }) => {
    await takeDocumentPart(context, { accountId, parentId: query.parentId }, request, query)
    return {}
  })
  route(app, 'POST', 'documents/upload/finish', async ({ caller: { accountId }, body: { parentId, ...finished } }) =>
    finishDocument(context, { accountId, parentId }, finished),
  )
  route(app, 'POST', 'documents/upload/cancel', async ({ caller: { accountId }, body: { parentId, uploadId } }) => {
    // Also where the folder is gone, or may not be changed any more.
    await cancelUpload(context, { accountId, requestId: null, folderId: parentId }, uploadId)
    return {}
  })
}
