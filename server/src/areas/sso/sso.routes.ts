import type { FastifyRequest } from 'fastify'
import { publicRoute } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { deviceOf, handOut } from '../login/index.ts'
import { SsoNotOfferedError } from './errors.ts'
import { knownProvider } from './provider.ts'
import { beginSso, endSso, SSO_LIFE_MS, takeSso } from './sso.service.ts'

/** Names the browser that began: what comes back from the provider counts in no other. */
const COOKIE = 'yanshuSso'

/** Sent when the provider leads back to this site, which `Strict` would not do. */
const cookie = (request: FastifyRequest, value: string, seconds: number) =>
  `${COOKIE}=${value}; Max-Age=${seconds}; Path=/api/oauth; HttpOnly; SameSite=Lax${
    request.protocol === 'https' ? '; Secure' : ''
  }`

const secretOf = ({ headers }: FastifyRequest) =>
  new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{1,200})`).exec(headers.cookie ?? '')?.[1] ?? ''

/** Single sign-on as a client of OpenID Connect: off to the provider, back, and what became of it. */
export const ssoRoutes: AddRoutes = (app, context) => {
  const provider = knownProvider(context)
  const requireOffered = () => {
    if (!context.config.sso) throw new SsoNotOfferedError()
  }
  publicRoute(app, 'GET', 'oauth2/authorize', async ({ query, request, reply }) => {
    requireOffered()
    const origin = `${request.protocol}://${request.host}`
    const { address, secret } = await beginSso(context, provider, {
      redirect: query.redirect ?? '',
      origin,
      ip: request.ip,
    })
    reply.header('set-cookie', cookie(request, secret, SSO_LIFE_MS / 1_000))
    return reply.redirect(address)
  })
  publicRoute(app, 'GET', 'oauth/client/sso', async ({ query, request, reply }) => {
    requireOffered()
    const secret = secretOf(request)
    return reply.redirect(await endSso(context, provider, { state: query.state ?? '', url: request.url, secret }))
  })
  publicRoute(app, 'GET', 'oauth/sso', async ({ request, reply }) => {
    const answer = await takeSso(context, secretOf(request), deviceOf(request))
    return handOut(request, reply, answer)
  })
}
