import type { FastifyRequest } from 'fastify'
import type { NamedThings } from './namedThings.ts'

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

/**
 * Lets a request in, by its bearer token or where `byCookie` by the cookie; while its screen is locked only `evenLocked`.
 * Throws a `CallError` when it may not.
 */
export type Authenticate = (request: FastifyRequest, byCookie: boolean, evenLocked: boolean) => Promise<Caller>

/** Refuses a call about something that is closed to the session. Throws a `CallError`. */
export type Admit = (caller: Caller, named: NamedThings) => Promise<void>

declare module 'fastify' {
  interface FastifyInstance {
    /** How calls find out who calls. Passed to `buildApp`. */
    readonly authenticate: Authenticate
    /** What every call is asked before it is answered. Passed to `buildApp`. */
    readonly admit: Admit
  }
}
