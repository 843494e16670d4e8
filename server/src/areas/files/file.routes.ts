import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { safeFileName } from '../../mime/fileNames.ts'
import type { SessionActor } from '../../platform/actor/actor.ts'
import { MailNotFoundError } from '../../platform/http/errors.ts'
import { publicRoute, route } from '../../platform/http/route.ts'
import type { Context } from '../../store/context/context.ts'
import { openMailbox } from '../../store/mailbox/index.ts'
import { requireSwitch } from '../../store/switches/switches.ts'
import { sendExactPages } from './exactPages.ts'
import { RemoteFetchError } from './fetchRemote.ts'
import { FileNotFoundError, FileTypeBlockedError, UpstreamFailedError } from './fileErrors.ts'
import { SAFE_PICTURES, sniffType } from './imageType.ts'
import { fileOfLetter } from './letterFiles.ts'
import { linkRoutes } from './links.routes.ts'
import { findOwnedFile } from './ownedFiles.ts'
import { beginUpload, cancelUpload, finishUpload, takePart } from './partUploads.ts'
import { sendViewerPart } from './pdfViewer.ts'
import { takePictureBudget } from './pictureBudget.ts'
import { previewFile, shownType } from './previewFile.ts'
import { fetchRemoteImage, NoPictureError } from './remoteImage.ts'
import { sendBlob } from './sendBlob.ts'
import { beginningOf, forgetUpload, makePictureBare, takePicture, takeUpload } from './upload.service.ts'

/** Files that go up with a mail being written, and files of mails that go down. */
export function fileRoutes(app: FastifyInstance, context: Context): void {
  const { blobs, store } = context
  const ownFile = async (accountId: number, id: string | undefined) => {
    const file = await findOwnedFile(store.db, accountId, id ?? '')
    if (!file) throw new FileNotFoundError()
    return { ...file, hash: file.blobHash }
  }
  /** The same, and where it is of a letter that the login has open, what the conditions of that let happen. */
  const readableFile = async (caller: SessionActor, id: string | undefined, way: 'show' | 'download') =>
    (await fileOfLetter(context, caller, id ?? '', way)) ?? ownFile(caller.accountId, id)

  linkRoutes(app, context)
  route(app, 'POST', 'file/upload', ({ caller, request }) => takeUpload(context, caller.accountId, request))
  route(app, 'POST', 'file/upload/begin', ({ caller, body }) => beginUpload(context, caller.accountId, body))
  route(app, 'POST', 'file/upload/part', async ({ caller, query, request }) => {
    await takePart(context, { accountId: caller.accountId, requestId: null }, request, query)
    return {}
  })
  route(app, 'POST', 'file/upload/finish', ({ caller, body }) => finishUpload(context, caller.accountId, body.uploadId))
  route(app, 'POST', 'file/upload/cancel', async ({ caller, body }) => {
    await cancelUpload(context, { accountId: caller.accountId, requestId: null }, body.uploadId)
    return {}
  })
  route(app, 'POST', 'file/picture/bare', async ({ caller, body }) => {
    await makePictureBare(context, caller.accountId, body.fileId)
    return {}
  })
  route(app, 'POST', 'file/uploadMailPicture', ({ caller, request }) => takePicture(context, caller.accountId, request))
  route(app, 'POST', 'file/uploaddel', async ({ caller, body }) => {
    await forgetUpload(context, caller.accountId, body.fileId)
    return {}
  })

  route(app, 'GET', 'file/showSendMailPicture/{id}', async ({ caller, params, request, reply }) => {
    const file = await ownFile(caller.accountId, params.id)
    const contentType = sniffType(await beginningOf(context, file))
    if (!contentType || !SAFE_PICTURES.includes(contentType)) throw new FileNotFoundError()
    return sendBlob(blobs, request, reply, { ...file, contentType, disposition: 'inline' })
  })
  route(app, 'GET', 'file/download/{id}', async ({ caller, params, request, reply }) => {
    const file = await readableFile(caller, params.id, 'download')
    return sendBlob(blobs, request, reply, { ...file, disposition: 'attachment' })
  })
  route(app, 'GET', 'file/show/{id}', async ({ caller, params, query, request, reply }) => {
    const file = await readableFile(caller, params.id, 'show')
    // Pictures that stand in the text belong to reading, not to previewing.
    if (file.contentId === null) await requireSwitch(context, caller.accountId, 'previewEnable')
    if (query.exact) return sendExactPages(context, file, { party: String(caller.accountId), reply })
    const sniffed = await shownType(context, file)
    if (!sniffed) throw new FileTypeBlockedError()
    const contentType = sniffed === 'text/plain' ? 'text/plain; charset=utf-8' : sniffed
    return sendBlob(blobs, request, reply, { ...file, contentType, disposition: 'inline' })
  })
  publicRoute(app, 'GET', 'file/viewer/{version}/{part}', ({ params, request, reply }) =>
    sendViewerPart(context, params, { request, reply }),
  )
  route(app, 'GET', 'file/preview', async ({ caller, query }) =>
    previewFile(context, await readableFile(caller, query.fileId, 'show'), String(caller.accountId)),
  )
  route(app, 'GET', 'file/mail/{mailId}', async ({ caller, params, request, reply }) => {
    const mailId = Number(params.mailId)
    if (!Number.isSafeInteger(mailId)) throw new MailNotFoundError()
    const { hash, size, subject } = await openMailbox(context, caller).source(mailId)
    return sendBlob(blobs, request, reply, {
      ...{ hash, size },
      name: safeFileName(`${subject.slice(0, 80)}.eml`, 'mail.eml'),
      contentType: 'message/rfc822',
      disposition: 'attachment',
    })
  })
  route(app, 'GET', 'file/remoteImage', async ({ caller, query, reply }) => {
    const spend = takePictureBudget(context, caller.accountId)
    try {
      const { contentType, content } = await fetchRemoteImage(query.url)
      spend(content.length)
      reply.headers({
        'content-type': contentType,
        'content-length': content.length,
        'content-security-policy': "sandbox; default-src 'none'",
        // A copy is good for the login whose cookie got it, and no longer.
        'cache-control': 'private, max-age=86400',
        vary: 'cookie',
      })
      return Readable.from([content], { objectMode: false })
    } catch (error) {
      if (error instanceof NoPictureError) throw new FileTypeBlockedError()
      if (error instanceof RemoteFetchError) throw new UpstreamFailedError()
      throw error
    }
  })
}
