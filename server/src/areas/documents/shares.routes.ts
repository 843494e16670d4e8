import { sharingRefusal } from '@yanshu/contracts'
import type { FastifyRequest } from 'fastify'
import { languageOf } from '../../platform/http/envelope.ts'
import { publicRoute, route } from '../../platform/http/route.ts'
import { readSharingRule, SharingRefusedError } from '../../store/sharing/sharingRule.ts'
import { placeOf } from '../../store/throttle/place.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { sendBlob } from '../files/index.ts'
import { DocumentNotFoundError } from './documentErrors.ts'
import { countDownload, itemsOf, listShared, type OpenShare, openShare, requireShared, shareOf } from './openShare.ts'
import { readFile } from './readDocuments.ts'
import { sendShareCode } from './sendShareCode.ts'
import { sendZip } from './sendZip.ts'
import { changeShare, createShare, endShare, listShares, listVisits } from './shares.service.ts'
import { previewDocument, showDocument } from './showFile.ts'

/** Links to files: what their owner does with them, and what is open to who comes by one. */
export const shareRoutes: AddRoutes = (app, context) => {
  route(app, 'POST', 'documents/share/create', async ({ caller, body }) => createShare(context, caller.accountId, body))
  route(app, 'GET', 'documents/share/rule', () => readSharingRule(context.store.db))
  route(app, 'GET', 'documents/share/list', async ({ caller, query }) => listShares(context, caller.accountId, query))
  route(app, 'GET', 'documents/share/visits', ({ caller, query }) =>
    listVisits(context, caller.accountId, query.shareId),
  )
  route(app, 'POST', 'documents/share/change', async ({ caller, body }) => changeShare(context, caller.accountId, body))
  route(app, 'POST', 'documents/share/sendCode', ({ caller, body, request }) =>
    sendShareCode(context, caller.accountId, {
      ...body,
      ip: request.ip,
      language: languageOf(request.headers['accept-language']),
    }),
  )
  route(app, 'POST', 'documents/share/end', async ({ caller, body }) => {
    await endShare(context, caller.accountId, body.shareId)
    return {}
  })
  /** Whose login a request has, null for none that is open. It opens nothing; the owner of the link sees who came. */
  const readerOf = (request: FastifyRequest) =>
    app.authenticate(request, true, {}).then(
      ({ accountId }) => accountId,
      () => null,
    )
  publicRoute(app, 'POST', 'share/open', async ({ body, request }) =>
    openShare(context, { ...body, ip: request.ip, readerId: await readerOf(request) }),
  )
  publicRoute(app, 'POST', 'share/list', ({ body }) => listShared(context, body.ticket, body))
  publicRoute(app, 'POST', 'share/preview', async ({ body: { ticket, documentId }, request }) => {
    const share = await shareOf(context, ticket)
    await requireShared(context, share, documentId)
    const preview = await previewDocument(context, { accountId: share.accountId, documentId }, `share ${share.shareId}`)
    return share.rule.watermark ? { ...preview, watermark: placeOf(request.ip) } : preview
  })
  publicRoute(app, 'GET', 'file/shareShown/{ticket}/{documentId}', async ({ params, query, request, reply }) => {
    const share = await shareOf(context, params.ticket ?? '')
    const documentId = Number(params.documentId)
    if (!Number.isSafeInteger(documentId)) throw new DocumentNotFoundError()
    await requireShared(context, share, documentId)
    const exactFor = query.exact && `share ${share.shareId}`
    return showDocument(context, { accountId: share.accountId, documentId }, { request, reply, exactFor })
  })
  publicRoute(app, 'GET', 'file/share/{ticket}/{documentId}', async ({ params, request, reply }) => {
    const share = await shareOf(context, params.ticket ?? '')
    requireFetched(share)
    const documentId = Number(params.documentId)
    if (!Number.isSafeInteger(documentId)) throw new DocumentNotFoundError()
    await requireShared(context, share, documentId)
    const file = await readFile(context, share.accountId, { documentId })
    const content = await sendBlob(context.blobs, request, reply, { ...file, disposition: 'attachment' })
    await countDownload(context, share, request, await readerOf(request))
    return content
  })
  publicRoute(app, 'GET', 'file/shares/{ticket}', async ({ params, request, reply }) => {
    const share = await shareOf(context, params.ticket ?? '')
    requireFetched(share)
    const items = await itemsOf(context, share.shareId)
    if (items.length === 0) throw new DocumentNotFoundError()
    const ids = items.map(({ documentId }) => documentId)
    const content = await sendZip(context, share.accountId, ids, reply)
    await countDownload(context, share, request, await readerOf(request))
    return content
  })
}

/** Throws `SharingRefusedError` where the organisation lets files of links be viewed and not downloaded. */
function requireFetched({ rule }: OpenShare): void {
  const refusal = sharingRefusal(rule, 'linkFetched')
  if (refusal) throw new SharingRefusedError(refusal)
}
