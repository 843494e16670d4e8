import { languageOf } from '../../platform/http/envelope.ts'
import { publicRoute, route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { requirePassword } from '../passwords/index.ts'
import { accountOf } from '../user/index.ts'
import { beginRecovery, checkRecovery, finishRecovery } from './recover.service.ts'
import { bindRecoveryEmail, confirmRecoveryEmail } from './recoveryEmail.ts'

/** Replacing a forgotten password, and the address that it is replaced by (§5, Password reset). */
export const recoveryRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'user/bind/recoveryEmail', async ({ caller }) => ({
    email: (await accountOf(context, caller.accountId)).recovery_email,
  }))
  route(app, 'POST', 'user/bind/recoveryEmail', async ({ caller, body, request }) => {
    await requirePassword(context, caller.accountId, body.password, request.ip)
    return bindRecoveryEmail(context, caller, body.email, {
      ip: request.ip,
      language: languageOf(request.headers['accept-language']),
    })
  })
  route(app, 'POST', 'user/bind/confirm', async ({ caller, body }) => {
    await confirmRecoveryEmail(context, caller.accountId, body)
    return {}
  })
  publicRoute(app, 'POST', 'password/recover', ({ body, request }) =>
    beginRecovery(context, body, request.ip, languageOf(request.headers['accept-language'])),
  )
  publicRoute(app, 'POST', 'sms/verify', ({ body }) => checkRecovery(context, body.recoverId, body.code))
  publicRoute(app, 'POST', 'password/edit', async ({ body }) => ({
    userMail: await finishRecovery(context, body),
  }))
}
