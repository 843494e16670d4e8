import { route } from '../../platform/http/route.ts'
import { noteRecentPassword } from '../../store/sessions/rights.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { changePassword, codesOf, requirePassword, rulesOf, snoozePrompt } from './passwords.service.ts'

/** Changing a password (§5, Password reset). */
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
}
