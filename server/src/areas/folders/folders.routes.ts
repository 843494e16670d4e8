import { languageOf } from '../../platform/http/envelope.ts'
import { route } from '../../platform/http/route.ts'
import { closedFolders } from '../../store/mailbox/closedFolders.ts'
import { countersOf } from '../../store/mailbox/counters.ts'
import { refuseEmoji } from '../../store/switches/refuseEmoji.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { clear } from '../mail/index.ts'
import {
  cancelFolderPassword,
  changeFolderPassword,
  closeFolder,
  enterFolderPassword,
  folderPasswordOf,
  forgetFolderPassword,
  sendFolderCode,
  setFolderPassword,
} from './folderPasswords.service.ts'
import {
  createFolder,
  deleteFolder,
  listFolders,
  moveFolder,
  renameFolder,
  setFolderState,
  sortPlaces,
} from './folders.service.ts'

/** Passwords of folders. */
const passwordRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'mail/main/folder/existPwd', ({ caller, query }) =>
    folderPasswordOf(context, caller, query.folderId),
  )
  route(app, 'POST', 'mail/main/folder/setPwd', ({ caller, body }) =>
    setFolderPassword(context, caller, body.folderId, body.password),
  )
  route(app, 'POST', 'mail/main/folder/validPwd', ({ caller, body }) =>
    enterFolderPassword(context, caller, body.folderId, body.password),
  )
  route(app, 'POST', 'mail/main/folder/closePwd', ({ caller, body }) => closeFolder(context, caller, body.folderId))
  route(app, 'POST', 'mail/main/folder/modifyPwd', ({ caller, body }) =>
    changeFolderPassword(context, caller, body.folderId, body),
  )
  route(app, 'POST', 'mail/main/folder/cancelPwd', ({ caller, body }) =>
    cancelFolderPassword(context, caller, body.folderId, body.password),
  )
  route(app, 'GET', 'mail/main/folder/forgetPwd', ({ caller, query, request }) =>
    sendFolderCode(context, caller, query.folderId, {
      ip: request.ip,
      language: languageOf(request.headers['accept-language']),
    }),
  )
  route(app, 'POST', 'mail/main/folder/forgetPwd', ({ caller, body }) =>
    forgetFolderPassword(context, caller, body.folderId, body),
  )
}

export const folderRoutes: AddRoutes = (app, context) => {
  passwordRoutes(app, context)
  route(app, 'GET', 'mail/main/folder/list', ({ caller }) => listFolders(context, caller))
  route(app, 'GET', 'mail/main/folder/folderList', async ({ caller }) => {
    const { folderList, customList } = await listFolders(context, caller)
    return { folderList, customList }
  })
  route(app, 'GET', 'mail/email/unread/count', async ({ caller }) =>
    countersOf(context.store.db, caller.accountId, await closedFolders(context.store.db, caller)),
  )
  route(app, 'POST', 'mail/main/folder/save', async ({ caller, body }) => {
    await refuseEmoji(context, caller.accountId, 'folderName', body.folderName)
    return createFolder(context, caller, body.folderName, body.parentId ?? null)
  })
  route(app, 'POST', 'mail/main/folder/move', async ({ caller, body }) => {
    await moveFolder(context, caller, body)
    return {}
  })
  route(app, 'POST', 'mail/main/folder/updateName', async ({ caller, body }) => {
    await refuseEmoji(context, caller.accountId, 'folderName', body.folderName)
    return renameFolder(context, caller, body.folderId, body.folderName)
  })
  route(app, 'POST', 'mail/main/folder/updateState', async ({ caller, body }) => {
    await setFolderState(context, caller.accountId, body.folderId, body.state)
    return {}
  })
  route(app, 'POST', 'mail/main/folder/recoverableClear', ({ caller, body }) =>
    clear(context, caller.accountId, body.folderId),
  )
  route(app, 'POST', 'mail/main/folder/sort', async ({ caller, body }) => {
    await sortPlaces(context, caller.accountId, 'folder', body.order)
    return {}
  })
  route(app, 'POST', 'mail/main/label/sort', async ({ caller, body }) => {
    await sortPlaces(context, caller.accountId, 'label', body.order)
    return {}
  })
  route(app, 'POST', 'mail/main/folder/delete/password', async ({ caller, body }) => {
    await deleteFolder(context, caller, body.folderId, body.password ?? '')
    return {}
  })
}
