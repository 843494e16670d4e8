import type { FastifyRequest } from 'fastify'

/** A page of another site must not connect with a user's cookie; programs send no Origin and still need a token. */
export function isSameOrigin(request: FastifyRequest): boolean {
  const { origin } = request.headers
  if (origin === undefined) return true
  return URL.canParse(origin) && new URL(origin).host === request.host
}
