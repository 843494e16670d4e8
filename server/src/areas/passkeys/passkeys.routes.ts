import { publicRoute, route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { deviceOf, handOut } from '../login/index.ts'
import { requirePassword } from '../passwords/index.ts'
import { beginPasskeyLogin, verifyPasskeyLogin } from './passkeyLogin.ts'
import { beginPasskey, finishPasskey, listPasskeys, removePasskey } from './passkeys.service.ts'
import { siteOf } from './site.ts'

/** Passkeys of an account, and logging in with one. Each change asks for the password again. */
export const passkeyRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'user/passkey/list', ({ caller }) => listPasskeys(context, caller.accountId))
  route(app, 'POST', 'user/passkey/begin', async ({ caller, body, request }) => {
    await requirePassword(context, caller.accountId, body.password, request.ip)
    return beginPasskey(context, caller, siteOf(request))
  })
  route(app, 'POST', 'user/passkey/finish', async ({ caller, body, request }) => {
    await finishPasskey(context, caller.accountId, body, siteOf(request))
    return {}
  })
  route(app, 'POST', 'user/passkey/remove', async ({ caller, body, request }) => {
    await requirePassword(context, caller.accountId, body.password, request.ip)
    await removePasskey(context, caller.accountId, body.id)
    return {}
  })
  publicRoute(app, 'POST', 'oauth/passkey/begin', ({ body, request }) =>
    beginPasskeyLogin(context, body.verifyId ?? null, request.ip, siteOf(request)),
  )
  publicRoute(app, 'POST', 'oauth/passkey/verify', async ({ body, request, reply }) =>
    handOut(request, reply, await verifyPasskeyLogin(context, body, deviceOf(request), siteOf(request))),
  )
}
