import { Readable } from 'node:stream'
import { safeFileName } from '../../mime/fileNames.ts'
import { FolderNotFoundError } from '../../platform/http/errors.ts'
import { route } from '../../platform/http/route.ts'
import { ownFolder } from '../../store/mailbox/index.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { contentDisposition } from '../files/index.ts'
import { mboxOf } from './mbox.ts'

/** What somebody takes with them: a folder as a file. */
export const exportRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'file/folder/{folderId}', async ({ caller, params, reply }) => {
    const folderId = Number(params.folderId)
    if (!Number.isSafeInteger(folderId)) throw new FolderNotFoundError()
    const { id, name } = await ownFolder(context.store.db, caller.accountId, folderId)
    reply.headers({
      'content-type': 'application/mbox',
      'content-disposition': contentDisposition('attachment', safeFileName(`${name}.mbox`, 'folder.mbox')),
      'cache-control': 'private, no-store',
    })
    return Readable.from(mboxOf(context, { accountId: caller.accountId, folderId: id }), { objectMode: false })
  })
}
