import { randomBytes } from 'node:crypto'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import websocket from '@fastify/websocket'
import { Code, httpStatusOf } from '@yanshu/contracts'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { pushRoutes } from '../../areas/push/push.routes.ts'
import type { Context } from '../../context.ts'
import { routes } from '../../routes.ts'
import { BlobMissingError, isDiskFull } from '../../store/blobs/errors.ts'
import type { TrustedProxies } from '../config/values.ts'
import { healthRoutes } from '../health/health.routes.ts'
import { serveClient } from './client.ts'
import { failure, languageOf } from './envelope.ts'
import {
  BadRequestError,
  CallError,
  DiskFullError,
  FileDamagedError,
  NotFoundError,
  ServerFault,
  TooLargeError,
} from './errors.ts'
import { readJson } from './json.ts'
import { apiHeaders } from './securityHeaders.ts'

const MIB = 1_024 * 1_024
/** JSON of one call; the longest is a mail of five mebibytes with its envelope. */
const BODY_MAX = 8 * MIB
const COMPRESS_FROM = 1_024
/** Up to here an answer is packed at once: half a millisecond, where a stream over other threads takes two and leaves garbage. */
const COMPRESS_AT_ONCE = 128 * 1_024
const SOCKET_MESSAGE_MAX = 16 * 1_024

/** The whole HTTP side: calls under `/api/`, the push socket under `/ws/`, the client for everything else. */
export async function buildApp(context: Context): Promise<FastifyInstance> {
  const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const cause = asCallError(error)
    if (cause instanceof ServerFault) {
      const { id, method, routeOptions } = request
      context.log.error({ err: error, request: id, method, path: routeOptions.url }, 'a call failed')
    }
    // What a person reads to the help desk finds the line of the log.
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
    trustProxy: trustedProxies(context.config.trustProxy),
    routerOptions: { maxParamLength: 256 },
    genReqId: () => randomBytes(6).toString('hex'),
    // A page that stays open must not hold the end of the server up.
    forceCloseConnections: 'idle',
  })

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

  await app.register(compress, { threshold: COMPRESS_FROM, syncThreshold: COMPRESS_AT_ONCE, encodings: ['br', 'gzip'] })
  await app.register(multipart, { attachFieldsToBody: false })
  await app.register(websocket, { options: { maxPayload: SOCKET_MESSAGE_MAX } })
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  // A connection that was busy when the server began to close would else be kept for a next call that cannot come.
  app.addHook('onResponse', async () => {
    if (closing) app.server.closeIdleConnections()
  })
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) reply.headers(apiHeaders)
  })

  // Before the routes, whose calls it measures.
  await healthRoutes(app, context)
  await app.register(async (scope) => {
    for (const addRoutes of routes) addRoutes(scope, context)
    pushRoutes(scope, context)
  })
  if (context.config.clientFolder) await serveClient(app, context, context.config.clientFolder)
  return app
}

/** As Fastify takes it. Proxies are counted from this server outwards: a header that the client wrote lies beyond them. */
function trustedProxies(proxies: TrustedProxies): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies
  return proxies && [...proxies]
}

/** Everything that can go wrong on the way to a handler, as one of our own causes. */
function asCallError(error: unknown): CallError {
  if (error instanceof CallError) return error
  if (isDiskFull(error)) return new DiskFullError()
  if (error instanceof BlobMissingError) return new FileDamagedError()
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 413) return new TooLargeError()
  if (status === 404) return new NotFoundError()
  if (status >= 400 && status < 500) return new BadRequestError()
  return new ServerFault(Code.serverError)
}
