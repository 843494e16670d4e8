import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../../routes.ts'
import { countersOf } from '../../store/mailbox/counters.ts'
import { clear } from '../mail/actions.service.ts'
import { createFolder, deleteFolder, listFolders, renameFolder, setFolderState } from './folders.service.ts'

export const folderRoutes: AddRoutes = (app, context) => {
  route(app, context, 'GET', 'mail/main/folder/list', ({ caller }) => listFolders(context, caller.accountId))
  route(app, context, 'GET', 'mail/email/unread/count', ({ caller }) => countersOf(context.store.db, caller.accountId))
  route(app, context, 'POST', 'mail/main/folder/save', ({ caller, body }) =>
    createFolder(context, caller.accountId, body.folderName),
  )
  route(app, context, 'POST', 'mail/main/folder/updateName', ({ caller, body }) =>
    renameFolder(context, caller.accountId, body.folderId, body.folderName),
  )
  route(app, context, 'POST', 'mail/main/folder/updateState', async ({ caller, body }) => {
    await setFolderState(context, caller.accountId, body.folderId, body.state)
    return {}
  })
  route(app, context, 'POST', 'mail/main/folder/recoverableClear', async ({ caller, body }) => ({
    count: await clear(context, caller.accountId, body.folderId),
  }))
  route(app, context, 'POST', 'mail/main/folder/delete/password', async ({ caller, body }) => {
    await deleteFolder(context, caller.accountId, body.folderId, body.password ?? '')
    return {}
  })
}
