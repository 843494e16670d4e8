import { z } from 'zod'
import { Code } from '../codes.ts'
import type { Thing } from './names.ts'
import type { SecurityChangeKind } from './securityChangeKind.ts'
import type { Switches, SwitchName } from './switchValues.ts'

/** What an account's log of security notes of a call that succeeded. */
export type SecurityNote =
  /** Always the same. `detail` is the field of query or body that is noted with it: an address or a name. */
  | { readonly kind: SecurityChangeKind; readonly detail?: string }
  /** By the value of a field of query or body, such as `true`; other values are not noted. */
  | { readonly by: string; readonly kinds: Readonly<Record<string, SecurityChangeKind>> }

/** Who may make a call. `file` calls are plain links: they are let in by the cookie alone and change nothing. */
export type Access = 'public' | 'user' | 'file'

/** The switches that are on or off; `privateEnable` is on for calls while it is 0. */
export type CallSwitchName =
  | { [Name in SwitchName]: Switches[Name] extends boolean ? Name : never }[SwitchName]
  | 'privateEnable'

/** The switch of the operator that a call depends on, for the account of the mailbox. */
export interface CallSwitch {
  readonly name: CallSwitchName
  /** Before each call, or before some, as its service decides by what is asked. */
  readonly when: 'always' | 'sometimes'
  /** What refuses the call while the switch is off. */
  readonly refusal: Code
}

export interface CallDefinition<
  Method extends 'GET' | 'POST',
  Path extends string,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Data extends z.ZodType,
> {
  readonly method: Method
  /** Below the base `/api/`; `{name}` marks a path parameter. */
  readonly path: Path
  readonly access: Access
  readonly title: string
  /** Whether a session may make the call while its screen is locked (§4). */
  readonly whileLocked: boolean
  /** Whether it may name a folder whose password has not been entered: those that manage folders. */
  readonly whileFolderClosed: boolean
  /** Whether an account whose password must be changed first may make the call (§5). */
  readonly whilePasswordDue: boolean
  /** Whether it is refused to a person who switched to the mailbox, unless they are an administrator. */
  readonly ownerOnly: boolean
  /**
   * The error that refuses all who switched to the mailbox, administrators too: what only the person themselves may
   * do; null for other calls.
   */
  readonly personAlone: 'forbidden' | 'ownerOnly' | null
  /** Whether it is for administrators alone, in a session of their own and in no mailbox that they switched to. */
  readonly administrator: boolean
  /**
   * Whether the password must have been entered within the last ten minutes (`RECENT_PASSWORD_MS`): before each call, or
   * before some, as its service decides by what is asked; null for a call that never asks for it.
   */
  readonly recentPassword: 'always' | 'sometimes' | null
  /**
   * What the account's log of security notes of it, which its owner reads: `nothing` where it changes nothing of note. A
   * call for the owner has to say one or the other; null for the other calls.
   */
  readonly noted: SecurityNote | 'nothing' | null
  /** Whether settings in other windows are old after it. False for calls that note a change of the account by themselves. */
  readonly renewsSettings: boolean
  /** The switch that it depends on; null for a call that none turns off. */
  readonly switchedBy: CallSwitch | null
  readonly query: Query
  readonly body: Body
  /** Which parts of the path name something, and what. What query and body name is marked in their schemas. */
  readonly params: Readonly<Record<string, Thing>>
  readonly data: Data
  /** What besides the general errors may come back. */
  readonly errors: readonly Code[]
  /** How body or answer travel when they are not JSON in the envelope. */
  readonly sends?: 'multipart'
  readonly answers?: 'blob'
}

// biome-ignore lint/suspicious/noExplicitAny: the widest definition; every use narrows it again
export type AnyCall = CallDefinition<'GET' | 'POST', string, any, any, any>

interface Options<Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType> {
  title: string
  access?: Access
  whileLocked?: boolean
  whileFolderClosed?: boolean
  whilePasswordDue?: boolean
  ownerOnly?: boolean
  personAlone?: 'forbidden' | 'ownerOnly'
  administrator?: boolean
  recentPassword?: 'always' | 'sometimes'
  noted?: SecurityNote | 'nothing'
  renewsSettings?: boolean
  /** A switch alone is asked before each call, and refuses with `forbidden`. */
  switchedBy?: CallSwitchName | (Pick<CallSwitch, 'name'> & Partial<CallSwitch>)
  params?: Readonly<Record<string, Thing>>
  query?: Q
  body?: B
  data: D
  errors?: readonly Code[]
  sends?: 'multipart'
  answers?: 'blob'
}

type Given = Pick<Options<z.ZodType, z.ZodType, z.ZodType>, 'switchedBy' | 'errors'>

function switchOf(given: Given['switchedBy']): CallSwitch | null {
  if (given === undefined) return null
  const { name, when = 'always', refusal = Code.forbidden } = typeof given === 'string' ? { name: given } : given
  return { name, when, refusal }
}

/** What besides the general errors may come back, with what the switch refuses the call with. */
function errorsOf({ errors = [], switchedBy }: Given): readonly Code[] {
  const refusal = switchOf(switchedBy)?.refusal
  return refusal === undefined || errors.includes(refusal) ? errors : [...errors, refusal]
}

const nothing = z.object({})
type Nothing = typeof nothing

function define<M extends 'GET' | 'POST'>(method: M) {
  return <P extends string, D extends z.ZodType, Q extends z.ZodType = Nothing, B extends z.ZodType = Nothing>(
    path: P,
    options: Options<Q, B, D>,
  ): CallDefinition<M, P, Q, B, D> => ({
    method,
    path,
    access: options.access ?? 'user',
    title: options.title,
    whileLocked: options.whileLocked ?? false,
    whileFolderClosed: options.whileFolderClosed ?? false,
    whilePasswordDue: options.whilePasswordDue ?? false,
    ownerOnly: options.ownerOnly ?? false,
    personAlone: options.personAlone ?? null,
    administrator: options.administrator ?? false,
    recentPassword: options.recentPassword ?? null,
    noted: options.noted ?? null,
    renewsSettings: options.renewsSettings ?? false,
    switchedBy: switchOf(options.switchedBy),
    // The defaults are `nothing` exactly when the caller left them out, which is when Q and B are `Nothing`.
    query: options.query ?? (nothing as unknown as Q),
    body: options.body ?? (nothing as unknown as B),
    params: options.params ?? {},
    data: options.data,
    errors: errorsOf(options),
    ...(options.sends ? { sends: options.sends } : {}),
    ...(options.answers ? { answers: options.answers } : {}),
  })
}

export const get = define('GET')
export const post = define('POST')

/** The envelope around every JSON answer (§8). `data` is null on failure. */
export const envelope = <D extends z.ZodType>(data: D) =>
  z.object({ code: z.number().int(), message: z.string(), data: data.nullable() })

export interface Envelope<T> {
  code: number | string
  message: string
  data: T | null
}

// Fields that many calls share
/** Which version of a row is meant: it counts up with each change. */
export const revision = z.number().int().positive()
export const epochMs = z.number().int()
/** Text of a person, without NUL, which no store keeps. */
export const written = (max: number) =>
  z
    .string()
    .max(max)
    .transform((text) => text.replaceAll('\0', ''))
/**
 * What a user enters to be compared with what the server has, of which nothing is longer than `max`. What is longer is
 * cut to one character more, so that it is wrong like anything else that is wrong: a refusal by the contract would name a
 * field to a person.
 */
export const compared = (max: number, text = z.string()) =>
  text.min(1).overwrite((entered) => entered.slice(0, max + 1))
/** A password that opens something; one that is to be set is judged by its rules. */
export const enteredPassword = compared(200)
export const queryFlag = z.enum(['0', '1']).transform((value) => value === '1')
export const ok = z.object({})
