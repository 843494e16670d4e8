import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { PasskeyNotOfferedError } from './errors.ts'

/** The site that a passkey is for. */
export interface Site {
  /** Its name: the domain, without a port (WebAuthn, "RP ID"). */
  readonly id: string
  /** What pages of it may call themselves. Browsers let http take part on a developer's own machine alone. */
  readonly origins: string[]
}

/** The site that a request was made to. Throws `PasskeyNotOfferedError` where it is an address of numbers. */
export function siteOf({ host, hostname }: Pick<FastifyRequest, 'host' | 'hostname'>): Site {
  if (hostname === '' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) throw new PasskeyNotOfferedError()
  return { id: hostname, origins: [`https://${host}`, `http://${host}`] }
}
