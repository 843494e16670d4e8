import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { safeFileName } from '../../mime/fileNames.ts'
import { MailNotFoundError } from '../../platform/http/errors.ts'
import { route } from '../../platform/http/route.ts'
import type { Context } from '../../store/context/context.ts'
import { openMailbox } from '../../store/mailbox/index.ts'
import { requireSwitch } from '../../store/switches/switches.ts'
import { RemoteFetchError } from './fetchRemote.ts'
import { FileNotFoundError, FileTypeBlockedError, UpstreamFailedError } from './fileErrors.ts'
import { SAFE_PICTURES, sniffType } from './imageType.ts'
import { findOwnedFile } from './ownedFiles.ts'
import { fetchRemoteImage, NoPictureError } from './remoteImage.ts'
import { sendBlob } from './sendBlob.ts'
import { beginningOf, forgetUpload, takePicture, takeUpload } from './upload.service.ts'

/** Files that go up with a mail being written, and files of mails that go down. */
export function fileRoutes(app: FastifyInstance, context: Context): void {
  const { blobs, store } = context
  const ownFile = async (accountId: number, id: string | undefined) => {
    const file = await findOwnedFile(store.db, accountId, id ?? '')
    if (!file) throw new FileNotFoundError()
    return { ...file, hash: file.blobHash }
  }

  route(app, 'POST', 'file/upload', ({ caller, request }) => takeUpload(context, caller.accountId, request))
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
    const file = await ownFile(caller.accountId, params.id)
    return sendBlob(blobs, request, reply, { ...file, disposition: 'attachment' })
  })
  route(app, 'GET', 'file/show/{id}', async ({ caller, params, request, reply }) => {
    const file = await ownFile(caller.accountId, params.id)
    // Pictures that stand in the text belong to reading, not to previewing.
    if (file.contentId === null) await requireSwitch(context, caller.accountId, 'previewEnable')
    const sniffed = sniffType(await beginningOf(context, file))
    if (!sniffed) throw new FileTypeBlockedError()
    const contentType = sniffed === 'text/plain' ? 'text/plain; charset=utf-8' : sniffed
    return sendBlob(blobs, request, reply, { ...file, contentType, disposition: 'inline' })
  })
  route(app, 'GET', 'file/mail/{mailId}', async ({ caller, params, request, reply }) => {
    const mailId = Number(params.mailId)
    if (!Number.isSafeInteger(mailId)) throw new MailNotFoundError()
    const mail = await openMailbox(context, caller).message(mailId)
    // A draft was never a message.
    if (mail.raw_hash === null) throw new MailNotFoundError()
    return sendBlob(blobs, request, reply, {
      hash: mail.raw_hash,
      size: mail.size,
      name: safeFileName(`${mail.subject.slice(0, 80)}.eml`, 'mail.eml'),
      contentType: 'message/rfc822',
      disposition: 'attachment',
    })
  })
  route(app, 'GET', 'file/remoteImage', async ({ query, reply }) => {
    try {
      const { contentType, content } = await fetchRemoteImage(query.url)
      reply.headers({
        'content-type': contentType,
        'content-length': content.length,
        'content-security-policy': "sandbox; default-src 'none'",
        'cache-control': 'private, max-age=86400',
      })
      return Readable.from([content], { objectMode: false })
    } catch (error) {
      if (error instanceof NoPictureError) throw new FileTypeBlockedError()
      if (error instanceof RemoteFetchError) throw new UpstreamFailedError()
      throw error
    }
  })
}
