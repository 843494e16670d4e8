import type { LoginAnswer } from '@yanshu/contracts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../../platform/http/envelope.ts'
import { publicRoute, route } from '../../platform/http/route.ts'
import { endSession } from '../../store/sessions/session.repository.ts'
import { type Device, refreshSession } from '../../store/sessions/session.service.ts'
import { clearTokenCookie, setTokenCookie } from '../../store/sessions/tokenCookie.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { logIn } from './login.service.ts'
import { logInByPhone, pictureBeforeCode, sendPhoneCode } from './phoneLogin.ts'
import { sendStepCode, verifySecondStep } from './secondStep.ts'

/** What a session remembers of the browser that opened it. */
export const deviceOf = (request: FastifyRequest): Device => ({
  userAgent: request.headers['user-agent'] ?? '',
  ip: request.ip,
})

/**
 * The answer of a way in; when it has opened a session, with the cookie for plain links and with what the page asks for first.
 */
export async function handOut(request: FastifyRequest, reply: FastifyReply, answer: LoginAnswer): Promise<LoginAnswer> {
  if (answer.secondVerified) return answer
  setTokenCookie(request, reply, answer)
  const start = await request.server.startOf(answer.userMail)
  return start ? { ...answer, start } : answer
}

const languageOfBrowser = (request: FastifyRequest) => languageOf(request.headers['accept-language'])

export const loginRoutes: AddRoutes = (app, context) => {
  publicRoute(app, 'POST', 'mail/apilogin/userLogin', async ({ body, request, reply }) =>
    handOut(request, reply, await logIn(context, body, deviceOf(request))),
  )
  publicRoute(app, 'POST', 'oauth2/verify', async ({ body, request, reply }) =>
    handOut(request, reply, await verifySecondStep(context, body, deviceOf(request))),
  )
  publicRoute(app, 'POST', 'oauth2/code', ({ body, request }) =>
    sendStepCode(context, body.verifyId, request.ip, languageOfBrowser(request)),
  )
  publicRoute(app, 'POST', 'mail/apilogin/getSmsImageCode', ({ body, request }) =>
    pictureBeforeCode(context, body.phone, request.ip),
  )
  publicRoute(app, 'POST', 'sms/code', ({ body, request }) =>
    sendPhoneCode(context, body, request.ip, languageOfBrowser(request)),
  )
  publicRoute(app, 'POST', 'oauth/code', async ({ body, request, reply }) =>
    handOut(request, reply, await logInByPhone(context, body, deviceOf(request))),
  )
  publicRoute(app, 'GET', 'mail/main/sms/smsGatewayStatusQuery', async () => ({ enabled: context.config.sms !== null }))
  publicRoute(app, 'GET', 'mail/main/domain/queryAll', async () => {
    const rows = await context.store.db.selectFrom('domain').select('name').orderBy('id').execute()
    return { list: rows.map(({ name }) => ({ domainName: name })) }
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
