import { publicRoute, route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { cancelUpload, takePart } from '../files/index.ts'
import { beginHandIn, finishHandIn, openRequest, requestOf, uploaderOf } from './handIn.ts'
import { createRequest, endRequest, listReceived, listRequests } from './uploadRequests.service.ts'

/** Links by which others hand files in: what their owner does with them, and what is open to who comes by one. */
export const uploadRequestRoutes: AddRoutes = (app, context) => {
  route(app, 'POST', 'documents/request/create', ({ caller, body }) => createRequest(context, caller.accountId, body))
  route(app, 'GET', 'documents/request/list', async ({ caller }) => ({
    list: await listRequests(context, caller.accountId),
  }))
  route(app, 'GET', 'documents/request/files', async ({ caller, query }) => ({
    list: await listReceived(context, caller.accountId, query.requestId),
  }))
  route(app, 'POST', 'documents/request/end', async ({ caller, body }) => {
    await endRequest(context, caller.accountId, body.requestId)
    return {}
  })
  publicRoute(app, 'POST', 'handIn/open', ({ body, request }) => openRequest(context, { ...body, ip: request.ip }))
  publicRoute(app, 'POST', 'handIn/begin', ({ body: { ticket, ...asked } }) => beginHandIn(context, ticket, asked))
  publicRoute(app, 'POST', 'handIn/part', async ({ query, request }) => {
    const row = await requestOf(context, query.ticket)
    await takePart(context, uploaderOf(row), request, query)
    return {}
  })
  publicRoute(app, 'POST', 'handIn/finish', ({ body }) => finishHandIn(context, body))
  publicRoute(app, 'POST', 'handIn/cancel', async ({ body }) => {
    const row = await requestOf(context, body.ticket)
    await cancelUpload(context, uploaderOf(row), body.uploadId)
    return {}
  })
}
