import type { FastifyRequest } from 'fastify'

/** Who calls. */
export interface Caller {
  readonly accountId: number
  /** Who sits before it: another account only in a mailbox that somebody switched to. */
  readonly personId: number
  readonly address: string
  readonly sessionId: string
  /** The account's newest change: whatever is read from now on is not older. */
  readonly changeSeq: number
}

/** What lets a request in that others are refused for. */
export interface Allowances {
  /** While the screen of its session is locked (§4). */
  readonly evenLocked?: boolean
  /** While the password of its account must be changed (§5). */
  readonly evenPasswordDue?: boolean
}

/** Lets a request in, by its bearer token or where `byCookie` by the cookie. Throws a `CallError` when it may not. */
export type Authenticate = (request: FastifyRequest, byCookie: boolean, allowed: Allowances) => Promise<Caller>

declare module 'fastify' {
  interface FastifyInstance {
    /** How calls find out who calls. Passed to `buildApp`. */
    readonly authenticate: Authenticate
  }
}
