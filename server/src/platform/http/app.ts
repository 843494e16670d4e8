import { randomUUID } from 'node:crypto'
import zlib, { constants } from 'node:zlib'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import websocket from '@fastify/websocket'
import { Code, httpStatusOf } from '@yanshu/contracts'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import type { TrustedProxies } from '../config/values.ts'
import { isDiskFull } from '../errors/diskFull.ts'
import type { Log } from '../log/log.ts'
import { asUrgentCall } from '../urgentCall.ts'
import * as zlibSync from '../zlibSync.mjs'
import { BROTLI_QUALITY, brotliByLoad } from './brotliByLoad.ts'
import type { Admit, Authenticate, FollowFile, NoteCall, StartOf } from './caller.ts'
import { callOf } from './callFields.ts'
import { callsInTurn, comesFirst } from './callsInTurn.ts'
import { serveClient } from './client.ts'
import { failure, languageOf } from './envelope.ts'
import { BadRequestError, CallError, DiskFullError, NotFoundError, ServerFault, TooLargeError } from './errors.ts'
import type { PageWords } from './hostPage.ts'
import { readJson } from './json.ts'
import { addLeave } from './leave.ts'
import { apiHeaders, strictTransport } from './securityHeaders.ts'

const MIB = 1_024 * 1_024
/** JSON of one call; the longest is a mail of five mebibytes with its envelope. */
const BODY_MAX = 8 * MIB
const COMPRESS_FROM = 1_024
/**
 * Answers up to this length are compressed at once: half a millisecond, where a stream over other threads takes two and
 * leaves garbage.
 */
const COMPRESS_AT_ONCE = 128 * 1_024
/**
 * Brotli looks back by 64 KiB at most, which is as much as most answers have. With its own choice of 4 MiB it needs blocks that
 * the system hands out and clears anew for each answer: 1.2 ms for a list of 15 mails, and not 0.3.
 */
const BROTLI_WINDOW_BITS = 16
const SOCKET_MESSAGE_MAX = 16 * 1_024
/** What is being answered as the server closes has this long to end: half of what the whole stop may need (`serve.ts`). */
const CLOSE_WITHIN_MS = 5_000

/**
 * Calls are parsed by the contract, never by a JSON schema of a route. Without this, Fastify would load a hundred files of
 * its compilers at each start.
 */
const noSchemas = () => () => {
  throw new Error('A route has a JSON schema; calls are parsed by the contract.')
}

/** What the HTTP side is made of beyond what it brings itself. */
export interface HttpParts {
  readonly config: Pick<Config, 'trustProxy' | 'clientFolder' | 'dataFolder' | 'remotesUrl' | 'allowOverride'>
  readonly log: Log
  readonly authenticate: Authenticate
  readonly admit: Admit
  readonly noteCall: NoteCall
  readonly followFile: FollowFile
  readonly startOf: StartOf
  /** The answer to an error of the floors above; null for an error that they do not know. */
  readonly causeOf: (error: unknown) => CallError | null
  /** Adds all routes to the app, but for the files of the client. */
  readonly addRoutes: (app: FastifyInstance) => Promise<void>
  /** The words of the page for visitors who have not logged in yet. */
  readonly pageWords: PageWords
}

/** The whole HTTP side: the routes that are handed in, and the built client for everything else. */
export async function buildApp(parts: HttpParts): Promise<FastifyInstance> {
  const { config, log } = parts
  const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const cause = asCallError(error, parts.causeOf)
    if (cause instanceof ServerFault) {
      const { id, method, routeOptions } = request
      log.error({ err: error, request: id, method, path: routeOptions.url, ...callOf(request) }, 'a call failed')
    }
    // With the id that a person reads to the help desk, the line of the log can be found.
    reply.header('x-request-id', request.id)
    if (cause.retryAfter !== null) reply.header('retry-after', cause.retryAfter)
    return reply
      .code(httpStatusOf(cause.code))
      .type('application/json; charset=utf-8')
      .send(failure(cause, languageOf(request.headers['accept-language'])))
  }
  const app = Fastify({
    // An address that cannot be read is refused before any route.
    frameworkErrors: (error, request, reply) => {
      reply.headers(apiHeaders)
      answerError(error, request, reply)
    },
    bodyLimit: BODY_MAX,
    trustProxy: trustedProxies(config.trustProxy),
    routerOptions: { maxParamLength: 256 },
    // The last group of it, all of it random; `randomBytes` asks the system each time.
    genReqId: () => randomUUID().slice(-12),
    // A page that stays open must not delay the end of the server.
    forceCloseConnections: 'idle',
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  })

  app.decorate('authenticate', parts.authenticate)
  app.decorate('admit', parts.admit)
  app.decorate('noteCall', parts.noteCall)
  app.decorate('followFile', parts.followFile)
  app.decorate('startOf', parts.startOf)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, body: string | Buffer) => readJson(String(body)),
  )
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(() => {
    throw new NotFoundError()
  })

  await app.register(compress, {
    threshold: COMPRESS_FROM,
    syncThreshold: COMPRESS_AT_ONCE,
    encodings: ['br', 'gzip'],
    zlib: { ...zlib, ...zlibSync, brotliCompressSync: brotliByLoad() },
    brotliOptions: {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY.quiet,
        [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
      },
    },
  })
  await app.register(multipart, { attachFieldsToBody: false })
  await app.register(websocket, { options: { maxPayload: SOCKET_MESSAGE_MAX } })
  addLeave(app)
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    // A download that its reader left standing would hold up what is closed after the HTTP side: the jobs and the store.
    const cut = setTimeout(() => app.server.closeAllConnections(), CLOSE_WITHIN_MS).unref()
    app.server.once('close', () => clearTimeout(cut))
  })
  // A connection that was busy when the server began to close would otherwise stay open for a next call that cannot
  // come.
  app.addHook('onResponse', async () => {
    if (closing) app.server.closeIdleConnections()
  })
  const turn = callsInTurn()
  app.addHook('onRequest', async (request, reply) => {
    await turn(request.url)
    if (request.url.startsWith('/api/')) reply.headers(apiHeaders)
    if (request.protocol === 'https') reply.headers(strictTransport)
  })
  // Not earlier: what reads a body would begin outside of it again.
  app.addHook('preValidation', (request, _reply, done) => {
    if (comesFirst(request.url)) asUrgentCall(done)
    else done()
  })

  await parts.addRoutes(app)
  const { clientFolder } = config
  if (clientFolder) serveClient(app, { ...config, clientFolder }, parts.pageWords)
  return app
}

/** As Fastify takes it. Proxies are counted from this server outwards: a header that the client wrote lies beyond them. */
function trustedProxies(proxies: TrustedProxies): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies
  return proxies && [...proxies]
}

/** Every error of a call as one of our own errors. */
function asCallError(error: unknown, causeOf: HttpParts['causeOf']): CallError {
  if (error instanceof CallError) return error
  // Before the others: PostgreSQL counts a full disk among the reasons why it cannot answer now.
  if (isDiskFull(error)) return new DiskFullError()
  const cause = causeOf(error)
  if (cause) return cause
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 413) return new TooLargeError()
  if (status === 404) return new NotFoundError()
  if (status >= 400 && status < 500) return new BadRequestError()
  return new ServerFault(Code.serverError)
}
