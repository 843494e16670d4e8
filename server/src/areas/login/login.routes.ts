import { publicRoute, route } from '../../platform/http/route.ts'
import { endSession } from '../../store/sessions/session.repository.ts'
import { refreshSession } from '../../store/sessions/session.service.ts'
import { clearTokenCookie, setTokenCookie } from '../../store/sessions/tokenCookie.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { logIn } from './login.service.ts'

export const loginRoutes: AddRoutes = (app, context) => {
  publicRoute(app, 'POST', 'mail/apilogin/userLogin', async ({ body, request, reply }) => {
    const device = { userAgent: request.headers['user-agent'] ?? '', ip: request.ip }
    const opened = await logIn(context, body, device)
    setTokenCookie(request, reply, opened)
    return { ...opened, secondVerified: false }
  })

  publicRoute(app, 'POST', 'oauth/token', async ({ body, request, reply }) => {
    const tokens = await refreshSession(context, body.refreshToken)
    setTokenCookie(request, reply, tokens)
    return tokens
  })

  route(app, 'GET', 'oauth/logout', async ({ caller, request, reply }) => {
    await endSession(context, caller.sessionId)
    clearTokenCookie(request, reply)
    return {}
  })
}
