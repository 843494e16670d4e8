import { CHANGE_HEADER } from '@yanshu/contracts'
import { type AskedInput, httpCalls, namesOf } from '@yanshu/contracts/schemas'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { pictureIds } from '../../mime/draftPictures.ts'
import type { SessionActor } from '../actor/actor.ts'
import type { NamedThings } from './caller.ts'
import { checkSign } from './callFields.ts'
import { languageOf, success } from './envelope.ts'
import { BadRequestError, NotFoundError } from './errors.ts'

type Calls = (typeof httpCalls)[number]
export type Method = Calls['method']
export type PathOf<M extends Method> = Extract<Calls, { method: M }>['path']
type CallOf<M extends Method, P extends string> = Extract<Calls, { method: M; path: P }>

/** A call as the contract promises it: query and body parsed, the caller known. */
export interface Incoming<M extends Method, P extends string> {
  readonly query: z.output<CallOf<M, P>['query']>
  readonly body: z.output<CallOf<M, P>['body']>
  /** Values of `{name}` in the path, as text. */
  readonly params: Readonly<Record<string, string | undefined>>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type Answer<M extends Method, P extends string> = Promise<z.input<CallOf<M, P>['data']>>
export type Handler<M extends Method, P extends string> = (
  call: Incoming<M, P> & { readonly caller: SessionActor },
) => Answer<M, P>
export type PublicHandler<M extends Method, P extends string> = (call: Incoming<M, P>) => Answer<M, P>

const API = '/api/'

const keyOf = (method: Method, path: string) => `${method} ${path}`
const definitions = new Map(httpCalls.map((call) => [keyOf(call.method, call.path), call]))

function definitionOf(method: Method, path: string): Calls {
  const call = definitions.get(keyOf(method, path))
  if (!call) throw new Error(`${method} ${path} is not in the contract`)
  return call
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  const fields = new Set(parsed.error.issues.map((issue) => issue.path.slice(0, 3).map(String).join('.') || 'body'))
  throw new BadRequestError([...fields].slice(0, 10))
}

/**
 * Adds a call of the contract under `/api/`. The handler gets the query and body that the contract's schemas parsed and
 * the account that calls; what it returns is put into the envelope. A call that answers with a blob returns a stream or
 * bytes and sets its headers on `reply`. Tests check the answer against its schema too.
 */
export function route<M extends Method, P extends PathOf<M>>(
  app: FastifyInstance,
  method: M,
  path: P,
  handler: Handler<M, P>,
): void {
  const call = definitionOf(method, path)
  if (call.access === 'public') throw new Error(`${path} is public: use publicRoute`)
  const named = call.whileFolderClosed ? null : namedBy(call)
  add(app, call, async (incoming) => {
    const caller = await app.authenticate(incoming.request, call.access === 'file', {
      evenLocked: call.whileLocked,
      evenPasswordDue: call.whilePasswordDue,
      ownerOnly: call.ownerOnly,
      personAlone: call.personAlone,
      administrator: call.administrator,
      recentPassword: call.recentPassword === 'always',
      switchedBy: call.switchedBy?.when === 'always' ? call.switchedBy : null,
    })
    if (isBlob(call)) app.followFile(caller, incoming.reply)
    else incoming.reply.header(CHANGE_HEADER, caller.changeSeq)
    const asked = read<M, P>(call, incoming)
    // Most calls name nothing, and most accounts have nothing that could be closed.
    if (named && caller.hasGuarded) await app.admit(caller, named(asked))
    const answer = await handler({ ...asked, caller })
    await app.noteCall({
      call,
      caller,
      input: { ...Object(asked.query), ...Object(asked.body) },
      request: incoming.request,
    })
    return answer
  })
}

type Naming = ((asked: AskedInput) => NamedThings) | null

/** Prepared once for a call, also where a process has several servers, one after the other, as tests have them. */
const namings = new Map<Calls, Naming>()

/** A function that finds what a call names; null for a call that can name nothing. */
function namedBy(call: Calls): Naming {
  const known = namings.get(call)
  if (known !== undefined) return known
  const names = namesOf(call)
  const naming: Naming =
    names &&
    ((asked) => {
      const { mailIds, folderIds, fileIds, htmls } = names(asked)
      return { mailIds, folderIds, fileIds: [...fileIds, ...htmls.flatMap(pictureIds)] }
    })
  namings.set(call, naming)
  return naming
}

/** The same for the calls that need no login. */
export function publicRoute<M extends Method, P extends PathOf<M>>(
  app: FastifyInstance,
  method: M,
  path: P,
  handler: PublicHandler<M, P>,
): void {
  const call = definitionOf(method, path)
  if (call.access !== 'public') throw new Error(`${path} is not public`)
  add(app, call, (incoming) => handler(read<M, P>(call, incoming)))
}

interface Raw {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

function read<M extends Method, P extends string>(call: Calls, { request, reply }: Raw): Incoming<M, P> {
  const params = request.params as Readonly<Record<string, string | undefined>>
  // PostgreSQL refuses text with NUL, and nothing is named by one.
  if (Object.values(params).some((value) => value?.includes('\0'))) throw new NotFoundError()
  return {
    // The schemas that parse here are the ones these types are derived from.
    query: parse(call.query, request.query) as z.output<CallOf<M, P>['query']>,
    body: (call.method === 'GET' || isMultipart(call) ? {} : parse(call.body, request.body)) as z.output<
      CallOf<M, P>['body']
    >,
    params,
    request,
    reply,
  }
}

const isMultipart = (call: { sends?: 'multipart' }) => call.sends === 'multipart'
const isBlob = (call: { answers?: 'blob' }) => call.answers === 'blob'

function add(app: FastifyInstance, call: Calls, answer: (raw: Raw) => Promise<unknown>): void {
  const checked = process.env.NODE_ENV === 'test'
  app.route({
    method: call.method,
    url: API + call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    // A file is sent unchanged: its strong tag and its byte ranges are those of these bytes.
    ...(isBlob(call) ? { compress: false } : {}),
    handler: async (request, reply) => {
      checkSign(request, API)
      const data = await answer({ request, reply })
      if (isBlob(call)) return data
      // An answer that breaks the contract would fail in the client, far from the cause; here it fails at the cause.
      const body = checked ? call.data.parse(data) : data
      return success(body, languageOf(request.headers['accept-language']))
    },
  })
}
