import type { FastifyRequest } from 'fastify'

/** Who calls. */
export interface Caller {
  readonly accountId: number
  readonly address: string
  readonly sessionId: string
  /** The account's newest change: whatever is read from now on is not older. */
  readonly changeSeq: number
}

/**
 * Authenticates a request, by its bearer token or where `byCookie` by the cookie. Throws a `CallError` when it is
 * refused.
 */
export type Authenticate = (request: FastifyRequest, byCookie: boolean) => Promise<Caller>

declare module 'fastify' {
  interface FastifyInstance {
    /** How calls find out who calls. Passed to `buildApp`. */
    readonly authenticate: Authenticate
  }
}
