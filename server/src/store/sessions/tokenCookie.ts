import type { Tokens } from '@yanshu/contracts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { TOKEN_COOKIE } from './authenticate.ts'

/** Only files are reached by the cookie, so it is sent nowhere else; scripts cannot read it, other sites not use it. */
const attributes = (request: FastifyRequest) =>
  `Path=/api/file; HttpOnly; SameSite=Strict${request.protocol === 'https' ? '; Secure' : ''}`

export function setTokenCookie(request: FastifyRequest, reply: FastifyReply, tokens: Tokens): void {
  const value = `${TOKEN_COOKIE}=${tokens.accessToken}; Max-Age=${tokens.expiresIn}; ${attributes(request)}`
  reply.header('set-cookie', value)
}

export function clearTokenCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('set-cookie', `${TOKEN_COOKIE}=; Max-Age=0; ${attributes(request)}`)
}
