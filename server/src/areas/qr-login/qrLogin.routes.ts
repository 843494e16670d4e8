import { publicRoute, route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { deviceOf, handOut } from '../login/index.ts'
import { confirmQr, createQr, pollQr, scanQr } from './qrLogin.service.ts'

/** A login page shows a code, a phone with an open session scans and confirms it. */
export const qrLoginRoutes: AddRoutes = (app, context) => {
  publicRoute(app, 'POST', 'oauth/qr/create', ({ request }) =>
    createQr(context, deviceOf(request), `${request.protocol}://${request.host}`),
  )
  publicRoute(app, 'POST', 'oauth/qr/poll', async ({ body, request, reply }) => {
    const answer = await pollQr(context, body, deviceOf(request))
    return answer.login ? { ...answer, login: await handOut(request, reply, answer.login) } : answer
  })
  route(app, 'POST', 'oauth/qr/scan', ({ caller, body }) => scanQr(context, caller, body.qrId))
  route(app, 'POST', 'oauth/qr/confirm', async ({ caller, body }) => {
    await confirmQr(context, caller, body.qrId, body.allow)
    return {}
  })
}
