import { Readable } from 'node:stream'
import { EXPORT_HEADERS } from '@yanshu/contracts'
import { safeFileName } from '../../mime/fileNames.ts'
import { languageOf } from '../../platform/http/envelope.ts'
import { FolderNotFoundError } from '../../platform/http/errors.ts'
import { route } from '../../platform/http/route.ts'
import { openMailbox } from '../../store/mailbox/index.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { contentDisposition, endAtLock, sendBlob } from '../files/index.ts'
import { archiveLink, beginArchive, cancelArchive, readArchive, takeArchive } from './archives.service.ts'
import { exportMails } from './exportMails.ts'
import { asExport } from './exportPlaces.ts'
import { mboxOf } from './mbox.ts'

/** What a person downloads: a folder as a file, or everything. */
export const exportRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'user/archive/state', async ({ caller }) => ({ archive: await readArchive(context, caller) }))
  route(app, 'POST', 'user/archive/begin', async ({ caller }) => ({ archive: await beginArchive(context, caller) }))
  route(app, 'POST', 'user/archive/cancel', async ({ caller }) => {
    await cancelArchive(context, caller)
    return {}
  })
  route(app, 'POST', 'user/archive/link', async ({ caller, body, request }) => ({
    token: await archiveLink(context, caller, body.password, request.ip),
  }))
  route(app, 'GET', 'file/archive/{token}', async ({ caller, params, request, reply }) => {
    const { hash, size, at } = await takeArchive(context, caller, params.token ?? '')
    endAtLock(context, caller, reply)
    const name = `yanshu-${new Date(at).toISOString().slice(0, 10)}.zip`
    return sendBlob(context.blobs, request, reply, {
      ...{ hash, size, name },
      contentType: 'application/zip',
      disposition: 'attachment',
    })
  })
  route(app, 'POST', 'mail/email/export', async ({ caller, body, request, reply }) => {
    const language = languageOf(request.headers['accept-language'])
    const { mails, leftOut, bytes, content } = await asExport(context, caller.accountId, reply.raw, () =>
      exportMails(context, caller, body, language),
    )
    reply.headers({
      'content-type': body.form === 'zip' ? 'application/zip' : 'application/mbox',
      'content-disposition': contentDisposition('attachment', `mails.${body.form}`),
      'cache-control': 'private, no-store',
      [EXPORT_HEADERS.mails]: mails,
      [EXPORT_HEADERS.leftOut]: leftOut,
      [EXPORT_HEADERS.bytes]: bytes,
    })
    return content
  })
  route(app, 'GET', 'file/folder/{folderId}', async ({ caller, params, reply }) => {
    const folderId = Number(params.folderId)
    if (!Number.isSafeInteger(folderId)) throw new FolderNotFoundError()
    const { id, name } = await asExport(context, caller.accountId, reply.raw, () =>
      openMailbox(context, caller).folder(folderId),
    )
    endAtLock(context, caller, reply)
    reply.headers({
      'content-type': 'application/mbox',
      'content-disposition': contentDisposition('attachment', safeFileName(`${name}.mbox`, 'folder.mbox')),
      'cache-control': 'private, no-store',
    })
    return Readable.from(mboxOf(context, caller, id), { objectMode: false })
  })
}
