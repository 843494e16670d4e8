import { languageOf } from '../../platform/http/envelope.ts'
import { hasCopy } from '../../platform/http/etag.ts'
import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { requirePassword } from '../passwords/index.ts'
import { deleteAlias, deleteNickname, listAliases, saveAlias, saveNickname } from './aliases.service.ts'
import { changesSinceVisit, noteVisit } from './changes.service.ts'
import { clientDetail, listDevices, makeCode, revokeCode, setProtocol, signOut, switchCode } from './clients.service.ts'
import { loginLog, mailLog, notMe } from './logs.service.ts'
import { beginPhone, boundPhone, confirmPhone, unbindPhone } from './phone.service.ts'
import { findPicture, removePersonPicture, takePersonPicture } from './picture.service.ts'
import { changeProfile } from './profile.service.ts'

/** Profile, aliases, logs, authorization codes and devices (§7: User, Alias, Client, Logs). */
export const securityRoutes: AddRoutes = (app, context) => {
  route(app, 'POST', 'user/update/details', async ({ caller, body }) => {
    await changeProfile(context, caller.accountId, body)
    return {}
  })

  route(app, 'GET', 'user/bind/phone', ({ caller }) => boundPhone(context, caller.accountId))
  route(app, 'POST', 'user/bind/phone', async ({ caller, body, request }) => {
    await requirePassword(context, caller.accountId, body.password, request.ip)
    const language = languageOf(request.headers['accept-language'])
    return beginPhone(context, caller.accountId, { phone: body.phone, ip: request.ip, language })
  })
  route(app, 'POST', 'user/bind/confirmPhone', async ({ caller, body }) => {
    await confirmPhone(context, caller.accountId, body.token, body.code)
    return {}
  })
  route(app, 'POST', 'user/bind/unbindPhone', async ({ caller, body, request }) => {
    await requirePassword(context, caller.accountId, body.password, request.ip)
    await unbindPhone(context, caller.accountId)
    return {}
  })
  route(app, 'POST', 'file/uploadCustomPicture', ({ caller, request }) =>
    takePersonPicture(context, caller.accountId, request),
  )
  route(app, 'POST', 'file/deleteCustomPicture', async ({ caller }) => {
    await removePersonPicture(context, caller.accountId)
    return {}
  })
  route(app, 'GET', 'file/showCustomPicture/{id}', async ({ params, request, reply }) => {
    const id = params.id ?? ''
    const { type, data } = await findPicture(context, id)
    const etag = `"${id}"`
    // Another picture has another name, so a copy is good for as long as the login whose cookie got it, and no longer.
    reply.headers({ 'cache-control': 'private, max-age=604800, immutable', vary: 'cookie', etag })
    if (hasCopy(request.headers['if-none-match'], etag)) {
      reply.code(304)
      return Buffer.alloc(0)
    }
    reply.type(type).header('content-length', data.length)
    return data
  })

  route(app, 'GET', 'mail/main/nicknameAndAlias/list', ({ caller }) => listAliases(context, caller.accountId))
  route(app, 'POST', 'mail/main/nicknameAndAlias/saveAlias', async ({ caller, body }) => {
    await saveAlias(context, caller.accountId, body.emailAddr)
    return {}
  })
  route(app, 'POST', 'mail/main/nicknameAndAlias/deleteAlias', async ({ caller, body }) => {
    await deleteAlias(context, caller.accountId, body.emailAddr)
    return {}
  })
  route(app, 'POST', 'mail/main/nicknameAndAlias/saveNickname', async ({ caller, body }) => {
    await saveNickname(context, caller.accountId, body.emailAddr, body.nickname)
    return {}
  })
  route(app, 'POST', 'mail/main/nicknameAndAlias/deleteNickname', async ({ caller, body }) => {
    await deleteNickname(context, caller.accountId, body.emailAddr)
    return {}
  })

  route(app, 'GET', 'mail/log/userLog', ({ caller }) => loginLog(context, caller.accountId, caller.sessionId))
  route(app, 'POST', 'mail/log/notMe', async ({ caller }) => ({
    ended: await notMe(context, caller.accountId, caller.sessionId),
  }))
  route(app, 'GET', 'mail/log/changes', ({ caller }) => changesSinceVisit(context, caller))
  route(app, 'POST', 'mail/log/visit', async ({ caller }) => {
    await noteVisit(context, caller.accountId)
    return {}
  })
  route(app, 'GET', 'mail/log/mailLogInfo', ({ caller }) => mailLog(context, caller))

  route(app, 'GET', 'user/client/detail', ({ caller }) => clientDetail(context, caller.accountId))
  route(app, 'GET', 'user/client/generatePassword', ({ caller, query }) => makeCode(context, caller, query))
  route(app, 'GET', 'user/client/cancelPassword', ({ caller, query }) =>
    revokeCode(context, caller.accountId, query.codeId),
  )
  route(app, 'POST', 'mail/client/updateStatus', ({ caller, body }) => switchCode(context, caller.accountId, body))
  route(app, 'POST', 'user/client/stateByUser', ({ caller, body }) =>
    setProtocol(context, caller.accountId, '', body.enabled),
  )
  route(app, 'POST', 'user/client/protocol', ({ caller, body }) =>
    setProtocol(context, caller.accountId, body.scope, body.enabled),
  )
  route(app, 'GET', 'mail/client/list', async ({ caller }) => ({
    list: await listDevices(context, caller.accountId, caller.sessionId),
  }))
  route(app, 'GET', 'mail/client/delete', async ({ caller, query }) => ({
    list: await signOut(context, caller.accountId, caller.sessionId, query.deviceId),
  }))
}
