import { route } from '../../platform/http/route.ts'
import { countersOf } from '../../store/mailbox/counters.ts'
import { refuseEmoji } from '../../store/switches/refuseEmoji.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { clear } from '../mail/index.ts'
import { createFolder, deleteFolder, listFolders, renameFolder, setFolderState } from './folders.service.ts'

export const folderRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'mail/main/folder/list', ({ caller }) => listFolders(context, caller.accountId))
  route(app, 'GET', 'mail/email/unread/count', ({ caller }) => countersOf(context.store.db, caller.accountId))
  route(app, 'POST', 'mail/main/folder/save', async ({ caller, body }) => {
    await refuseEmoji(context, caller.accountId, 'folderName', body.folderName)
    return createFolder(context, caller.accountId, body.folderName)
  })
  route(app, 'POST', 'mail/main/folder/updateName', async ({ caller, body }) => {
    await refuseEmoji(context, caller.accountId, 'folderName', body.folderName)
    return renameFolder(context, caller.accountId, body.folderId, body.folderName)
  })
  route(app, 'POST', 'mail/main/folder/updateState', async ({ caller, body }) => {
    await setFolderState(context, caller.accountId, body.folderId, body.state)
    return {}
  })
  route(app, 'POST', 'mail/main/folder/recoverableClear', async ({ caller, body }) => ({
    count: await clear(context, caller.accountId, body.folderId),
  }))
  route(app, 'POST', 'mail/main/folder/delete/password', async ({ caller, body }) => {
    await deleteFolder(context, caller.accountId, body.folderId, body.password ?? '')
    return {}
  })
}
