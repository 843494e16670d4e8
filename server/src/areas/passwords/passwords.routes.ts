import { languageOf } from '../../platform/http/envelope.ts'
import { publicRoute, route } from '../../platform/http/route.ts'
import { noteRecentPassword } from '../../store/sessions/rights.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { accountOf } from '../user/index.ts'
import { changePassword, codesOf, requirePassword, rulesOf, snoozePrompt } from './passwords.service.ts'
import { beginRecovery, checkRecovery, finishRecovery } from './recover.service.ts'
import { bindRecoveryEmail, confirmRecoveryEmail } from './recoveryEmail.ts'

/** Changing a password, and replacing a forgotten one (§5, Password reset). */
export const passwordRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'user/password/rules', async ({ caller }) => ({
    ...(await rulesOf(context, caller.accountId)),
    codes: caller.personId === caller.accountId ? await codesOf(context, caller.accountId) : [],
  }))
  route(app, 'POST', 'user/password/confirm', async ({ caller, body, request }) => {
    await requirePassword(context, caller.personId, body.password, request.ip)
    await noteRecentPassword(context, caller.sessionId)
    return {}
  })
  route(app, 'POST', 'user/update/password', async ({ caller, body, request }) => {
    await changePassword(context, caller, body, request.ip)
    return {}
  })
  route(app, 'POST', 'user/password/prompt', async ({ caller, query }) => {
    await snoozePrompt(context, caller.accountId, query.expireDay)
    return {}
  })
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
    userMail: await finishRecovery(context, body.editToken, body.password),
  }))
}
