import type { CallSwitch, SessionStart } from '@yanshu/contracts'
import type { httpCalls } from '@yanshu/contracts/schemas'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionActor } from '../actor/actor.ts'

/** What a call names that a folder's password may close. */
export interface NamedThings {
  readonly mailIds: readonly number[]
  readonly folderIds: readonly number[]
  readonly fileIds: readonly string[]
}

/** What lets a request in that others are refused for, and what refuses it. */
export interface Allowances {
  /** While the screen of its session is locked (§4). */
  readonly evenLocked?: boolean
  /** While the password of its account must be changed (§5). */
  readonly evenPasswordDue?: boolean
  /** Only for the owner of the mailbox, or an administrator who switched to it. */
  readonly ownerOnly?: boolean
  /** Only for persons in their own mailbox, and the error for others. */
  readonly personAlone?: 'forbidden' | 'ownerOnly' | null
  /** Only for an administrator in a session of their own. */
  readonly administrator?: boolean
  /** Only where the password has been entered within the last ten minutes. */
  readonly recentPassword?: boolean
  /** Only where this switch is on for the account of the mailbox. */
  readonly switchedBy?: CallSwitch | null
}

/** Lets a request in, by its bearer token or where `byCookie` by the cookie. Throws a `CallError` when it may not. */
export type Authenticate = (request: FastifyRequest, byCookie: boolean, allowed: Allowances) => Promise<SessionActor>

/** Refuses a call about something that is closed to the session. Throws a `CallError`. */
export type Admit = (caller: SessionActor, named: NamedThings) => Promise<void>
/** A call of a session that has succeeded. */
export interface DoneCall {
  readonly call: Pick<(typeof httpCalls)[number], 'path' | 'noted' | 'renewsSettings'>
  readonly caller: SessionActor
  /** Query and body as the contract parsed them. */
  readonly input: Readonly<Record<string, unknown>>
  readonly request: FastifyRequest
}

/** Runs after each call that has succeeded, before it is answered. It never throws. */
export type NoteCall = (call: DoneCall) => Promise<void>

/** Is called with each answer to a session that is a file, before it is begun; ends it when the session may read no more. */
export type FollowFile = (caller: SessionActor, reply: FastifyReply) => void

/** What a page asks for first, for the answer of a login by this address; null where it is not to be had now. It never throws. */
export type StartOf = (address: string) => Promise<SessionStart | null>

declare module 'fastify' {
  interface FastifyInstance {
    /** Passed to `buildApp`. */
    readonly noteCall: NoteCall
    /** How calls find out who calls. Passed to `buildApp`. */
    readonly authenticate: Authenticate
    /** What every call is asked before it is answered. Passed to `buildApp`. */
    readonly admit: Admit
    /** What ends the answers that are files. Passed to `buildApp`. */
    readonly followFile: FollowFile
    /** What a login answers beside its tokens. Passed to `buildApp`. */
    readonly startOf: StartOf
  }
}
