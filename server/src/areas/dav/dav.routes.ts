import { Readable } from 'node:stream'
import { httpStatusOf } from '@yanshu/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type Condition,
  type DavAnswer,
  type DavCaller,
  type DavCollection,
  DavError,
  type DavService,
} from '../../platform/dav/davService.ts'
import { dav, NAMESPACES, parseXml, XML_HEAD, type XmlElement, type XmlName, xml } from '../../platform/dav/xml.ts'
import { CallError, ServerFault } from '../../platform/http/errors.ts'
import { hasCopy } from '../../platform/http/etag.ts'
import type { Context } from '../../store/context/context.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { sendBlob } from '../files/index.ts'
import { createBasicLogin } from './basicLogin.ts'
import {
  collectionHref,
  homeHref,
  memberHref,
  type NamedPlace,
  type Place,
  partsOf,
  placeOf,
  principalHref,
  ROOT,
} from './places.ts'
import { PRINCIPAL_SEARCH, principalsFound, SEARCH_PROPERTIES, searchProperties } from './principals.ts'
import {
  collectionValues,
  memberValues,
  propertiesOf,
  responseOf,
  type Wanted,
  wantedOf,
  withScheduleTags,
} from './properties.ts'
import { changedProperties, proppatchResponse } from './proppatch.ts'
import { reportOn } from './reports.ts'

/** Bytes of the XML of a request, and of a member. */
const XML_MAX = 2 * 1_048_576
const MEMBER_MAX = 6 * 1_048_576
const METHODS = [
  'OPTIONS',
  'GET',
  'HEAD',
  'PUT',
  'DELETE',
  'POST',
  'PROPFIND',
  'PROPPATCH',
  'REPORT',
  'MKCALENDAR',
] as const
const XML_TYPE = 'application/xml; charset=utf-8'

interface Asked {
  readonly context: Context
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly caller: DavCaller
  readonly place: Place
}

/**
 * WebDAV below `/dav/`, for the collections that areas give (RFC 4918, 6578; CardDAV RFC 6352, CalDAV RFC 4791): discovery,
 * properties, reports, reading and writing. Clients come in with an authorization code that is for what they ask.
 */
export const davRoutes =
  (given: readonly ((context: Context) => DavService)[]): AddRoutes =>
  (app, context) => {
    const services = given.map((make) => make(context))
    for (const method of ['PROPFIND', 'PROPPATCH', 'REPORT', 'MKCALENDAR']) app.addHttpMethod(method, { hasBody: true })
    // Own parsers and own errors, which the calls of the client do not see.
    void app.register(async (scope) => addDav(scope, context, services))
  }

function addDav(scope: FastifyInstance, context: Context, services: readonly DavService[]): void {
  const login = createBasicLogin(context)
  const features = ['1', '3', ...services.map(({ feature }) => feature)].join(', ')
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: MEMBER_MAX },
    async (_request: unknown, body: unknown) => body,
  )
  scope.addHook('onRequest', async (_request, reply) => {
    reply.headers({ dav: features, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  })
  scope.setErrorHandler((error, request, reply) => answerDavError(context, error, request, reply))
  const wellKnown = services.map(({ wellKnown: name }) => `/.well-known/${name}`)
  for (const url of wellKnown) {
    scope.route({
      method: ['GET', 'HEAD', 'PROPFIND', 'OPTIONS'],
      url,
      handler: (_request, reply) => reply.redirect(ROOT, 301),
    })
  }
  for (const url of ['/dav', '/dav/*']) {
    scope.route({
      method: [...METHODS],
      url,
      bodyLimit: MEMBER_MAX,
      handler: async (request, reply) => {
        if (request.method === 'OPTIONS') return reply.code(204).header('allow', METHODS.join(', ')).send()
        const asked = services.filter(({ name }) => name === partsOf(request.url)?.[0])
        const caller = await login(
          request,
          (asked.length > 0 ? asked : services).map(({ scope }) => scope),
        )
        const open = services.filter(({ scope }) => caller.scopes.has(scope))
        const place = await placeOf(caller, open, request.url)
        return answer({ context, request, reply, caller, place }, open)
      },
    })
  }
}

async function answer(asked: Asked, services: readonly DavService[]): Promise<unknown> {
  const { method } = asked.request
  if (method === 'MKCALENDAR') return make(asked)
  if (asked.place.kind === 'free') throw new DavError(404)
  if (asked.place.kind === 'file' && method !== 'GET' && method !== 'HEAD') throw new DavError(405)
  switch (method) {
    case 'PROPFIND':
      return propfind(asked, services)
    case 'REPORT':
      return report(asked)
    case 'PROPPATCH':
      return proppatch(asked)
    case 'PUT':
      return put(asked)
    case 'DELETE':
      return remove(asked)
    case 'POST':
      return post(asked)
    default:
      return read(asked)
  }
}

/** Writes a multistatus while it is made. What throws before the first response is still an error of its own. */
async function multistatus(reply: FastifyReply, responses: AsyncIterable<string>): Promise<unknown> {
  const iterator = responses[Symbol.asyncIterator]()
  const first = await iterator.next()
  async function* all() {
    yield `${XML_HEAD}<D:multistatus${NAMESPACES}>`
    for (let one = first; !one.done; one = await iterator.next()) yield one.value
    yield '</D:multistatus>'
  }
  return reply
    .code(207)
    .type(XML_TYPE)
    .send(Readable.from(all(), { objectMode: false }))
}

/** The XML of a request; null when it has no body. Throws `DavError` 400. */
function xmlOf({ request }: Pick<Asked, 'request'>): XmlElement | null {
  const body = request.body instanceof Uint8Array ? Buffer.from(request.body) : null
  if (!body || body.length === 0) return null
  if (body.length > XML_MAX) throw new DavError(413)
  try {
    return parseXml(body.toString('utf8'))
  } catch {
    // Whatever error the parser throws, the request is the cause.
    throw new DavError(400)
  }
}

async function propfind(asked: Asked, services: readonly DavService[]): Promise<unknown> {
  const depth = asked.request.headers.depth ?? '0'
  if (depth !== '0' && depth !== '1') throw new DavError(403, dav('propfind-finite-depth'))
  return multistatus(asked.reply, found(asked, services, wantedOf(xmlOf(asked)), depth === '1'))
}

async function* found({ caller, place }: Asked, services: readonly DavService[], wanted: Wanted, deep: boolean) {
  if (place.kind === 'member') {
    const [member] = await place.collection.read([place.name])
    if (!member) throw new DavError(404)
    const address = memberHref(caller, place.service, place.collection, place.name)
    yield responseOf(address, memberValues(member, place.collection), wanted)
    return
  }
  if (place.kind === 'free' || place.kind === 'file') return
  yield responseOf(hrefOf(place, caller), await propertiesOf(place, caller, services), wanted)
  if (!deep) return
  if (place.kind === 'root' || place.kind === 'principals') {
    yield responseOf(principalHref(caller), await propertiesOf({ kind: 'principal' }, caller, services), wanted)
  }
  if (place.kind === 'home') {
    for (const collection of place.collections) {
      yield responseOf(
        collectionHref(caller, place.service, collection),
        await collectionValues(collection, caller),
        wanted,
      )
    }
  }
  if (place.kind === 'collection') {
    for await (const page of place.collection.members()) {
      for (const member of await withScheduleTags(page, place.collection, wanted)) {
        const address = memberHref(caller, place.service, place.collection, member.name)
        yield responseOf(address, memberValues(member, place.collection), wanted)
      }
    }
  }
}

function hrefOf(place: NamedPlace, caller: DavCaller): string {
  switch (place.kind) {
    case 'root':
      return ROOT
    case 'principals':
      return `${ROOT}principals/`
    case 'principal':
      return principalHref(caller)
    case 'home':
      return homeHref(caller, place.service)
    case 'collection':
      return collectionHref(caller, place.service, place.collection)
  }
}

async function report(asked: Asked): Promise<unknown> {
  const body = xmlOf(asked)
  if (!body) throw new DavError(400)
  const isNamed = ({ ns, name }: XmlName) => ns === body.ns && name === body.name
  if (asked.place.kind !== 'collection') {
    if (isNamed(SEARCH_PROPERTIES)) return send(asked.reply, { contentType: XML_TYPE, body: searchAnswer() })
    if (!isNamed(PRINCIPAL_SEARCH)) throw new DavError(403, dav('supported-report'))
    return multistatus(asked.reply, principalsFound(asked.context, asked.caller, body))
  }
  const { collection } = asked.place
  const isOther = collection.reports?.some(isNamed)
  if (isOther && collection.answer) return send(asked.reply, await collection.answer(body))
  return multistatus(asked.reply, await reportOn(asked.place, asked.caller, body))
}

const searchAnswer = (): string => `${XML_HEAD}${searchProperties().replace('>', `${NAMESPACES}>`)}`

const send = (reply: FastifyReply, { contentType, body }: DavAnswer): FastifyReply => reply.type(contentType).send(body)

async function post({ request, reply, place }: Asked): Promise<unknown> {
  if (place.kind !== 'collection' || !place.collection.post) throw new DavError(405)
  const body = request.body instanceof Uint8Array ? Buffer.from(request.body) : Buffer.alloc(0)
  if (body.length > place.collection.maxSize) throw new DavError(413)
  return send(reply, await place.collection.post(body.toString('utf8')))
}

/** Sets properties of a collection, all of them or none (RFC 4918 §9.2). */
async function proppatch(asked: Asked): Promise<unknown> {
  const { place, caller, reply } = asked
  const body = xmlOf(asked)
  if (!body || place.kind === 'member' || place.kind === 'free' || place.kind === 'file') throw new DavError(403)
  const changed = changedProperties(body)
  const collection = place.kind === 'collection' ? place.collection : null
  const { accepted, response } = proppatchResponse(hrefOf(place, caller), changed, collection?.settable ?? [])
  if (accepted && collection?.set) await collection.set(changed)
  async function* only() {
    yield response
  }
  return multistatus(reply, only())
}

/** Makes a calendar (RFC 4791 §5.3.1). */
async function make(asked: Asked): Promise<unknown> {
  const { place, caller, reply } = asked
  if (place.kind !== 'free' || !place.service.make) {
    throw place.kind === 'collection' ? new DavError(405, dav('resource-must-be-null')) : new DavError(403)
  }
  const body = xmlOf(asked)
  await place.service.make(caller, place.name, body ? changedProperties(body) : [])
  return reply.code(201).send()
}

async function read({ context, request, reply, place }: Asked): Promise<unknown> {
  if (place.kind === 'file') {
    return reply.send(await sendBlob(context.blobs, request, reply, { ...place.file, disposition: 'attachment' }))
  }
  if (place.kind !== 'member') {
    // A browser that opens the address shows what it is for.
    return reply.type('text/plain; charset=utf-8').send('CalDAV / CardDAV / WebDAV\n')
  }
  const [member] = await place.collection.read([place.name], acceptOf(request, place.collection))
  if (!member) throw new DavError(404)
  reply.headers({
    etag: member.etag,
    'last-modified': new Date(member.modifiedAt).toUTCString(),
    'content-disposition': 'attachment',
    ...(member.scheduleTag ? { 'schedule-tag': member.scheduleTag } : {}),
  })
  if (hasCopy(request.headers['if-none-match'], member.etag)) return reply.code(304).send()
  return reply.type(place.collection.contentType).send(member.body)
}

/** The version that `Accept` asks for, in the form in which reports ask for it. */
function acceptOf(request: FastifyRequest, { data }: DavCollection): XmlElement | undefined {
  const version = /version="?([\d.]+)"?/i.exec(request.headers.accept ?? '')?.[1]
  return version === undefined ? undefined : { ...data, attributes: { version }, children: [], text: '' }
}

/**
 * `If-Match` and `If-None-Match` (RFC 9110 §13.1), held against the tag that the member has when it is written, and
 * `If-Schedule-Tag-Match` (RFC 6638 §8.3), held against its schedule tag.
 */
const conditionOf =
  ({ headers }: FastifyRequest): Condition =>
  (etag, scheduleTag = null) => {
    const match = headers['if-match']
    const none = headers['if-none-match']
    const scheduled = headers['if-schedule-tag-match']
    if (scheduled !== undefined && String(scheduled).trim() !== scheduleTag) return false
    if (match !== undefined && (etag === null || !hasCopy(match, etag))) return false
    return !(none !== undefined && etag !== null && hasCopy(none, etag))
  }

async function put({ request, reply, place }: Asked): Promise<unknown> {
  if (place.kind !== 'member') throw new DavError(405)
  const body = request.body instanceof Uint8Array ? Buffer.from(request.body) : Buffer.alloc(0)
  if (body.length > place.collection.maxSize) throw new DavError(413)
  const { isNew, scheduleTag } = await place.collection.write(place.name, body.toString('utf8'), conditionOf(request))
  if (scheduleTag) reply.header('schedule-tag', scheduleTag)
  // Without an ETag: what is kept may be written otherwise than it came, so that a client reads it again.
  return reply.code(isNew ? 201 : 204).send()
}

async function remove({ request, reply, place }: Asked): Promise<unknown> {
  if (place.kind === 'collection' && place.collection.drop) {
    await place.collection.drop()
    return reply.code(204).send()
  }
  if (place.kind !== 'member') throw new DavError(403)
  await place.collection.remove(place.name, conditionOf(request))
  return reply.code(204).send()
}

/** Answers what went wrong with the status and the condition that clients of WebDAV know. */
export function answerDavError(
  { log }: Pick<Context, 'log'>,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): unknown {
  if (error instanceof DavError) {
    const body = error.condition ? xml(error.condition, error.inside) : ''
    if (body === '') return reply.code(error.status).send()
    return reply.code(error.status).type(XML_TYPE).send(`${XML_HEAD}<D:error${NAMESPACES}>${body}</D:error>`)
  }
  const status =
    error instanceof CallError
      ? httpStatusOf(error.code)
      : Number(typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : 500)
  if (status >= 500 || error instanceof ServerFault) {
    log.error({ err: error, request: request.id, method: request.method }, 'a call of WebDAV failed')
  }
  if (status === 401) reply.header('www-authenticate', 'Basic realm="Yanshu", charset="UTF-8"')
  if (error instanceof CallError && error.retryAfter !== null) reply.header('retry-after', error.retryAfter)
  return reply.code(status >= 400 && status < 600 ? status : 500).send()
}
