import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { requirePassword } from '../passwords/index.ts'
import {
  beginTotp,
  confirmTotp,
  disableTotp,
  factorsOf,
  renewRecoveryCodes,
  setSmsFactor,
} from './secondFactor.service.ts'

/** What the account turns on to protect its login. Each change asks for the password again. */
export const secondFactorRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'user/totp/state', async ({ caller }) => {
    const { phone: _phone, ...state } = await factorsOf(context, caller.accountId)
    return state
  })
  route(app, 'POST', 'user/totp/begin', async ({ caller, body, request }) => {
    await requirePassword(context, caller.accountId, body.password, request.ip)
    return beginTotp(context, caller.accountId, caller.address)
  })
  route(app, 'POST', 'user/totp/confirm', async ({ caller, body }) => ({
    recoveryCodes: await confirmTotp(context, caller.accountId, body.enrolId, body.code),
  }))
  route(app, 'POST', 'user/totp/recoveryCodes', async ({ caller, body, request }) => {
    await requirePassword(context, caller.accountId, body.password, request.ip)
    return { recoveryCodes: await renewRecoveryCodes(context, caller.accountId) }
  })
  route(app, 'POST', 'user/totp/disable', async ({ caller, body, request }) => {
    await requirePassword(context, caller.accountId, body.password, request.ip)
    await disableTotp(context, caller.accountId)
    return {}
  })
  route(app, 'POST', 'user/totp/sms', async ({ caller, body, request }) => {
    await requirePassword(context, caller.accountId, body.password, request.ip)
    await setSmsFactor(context, caller.accountId, body.on)
    return {}
  })
}
