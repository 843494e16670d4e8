import type { Readable } from 'node:stream'
import { Readable as ReadableStream } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { DavError } from '../../platform/dav/davService.ts'
import { DAV, dav, NAMESPACES, parseXml, XML_HEAD, type XmlElement, xml } from '../../platform/dav/xml.ts'
import { ForbiddenError } from '../../platform/http/errors.ts'
import { hasCopy } from '../../platform/http/etag.ts'
import type { Context } from '../../store/context/context.ts'
import { requireSwitch } from '../../store/switches/switches.ts'
import type { AddRoutes } from '../addRoutes.ts'
import {
  answerDavError,
  changedProperties,
  createBasicLogin,
  proppatchResponse,
  responseOf,
  wantedOf,
} from '../dav/index.ts'
import { sendBlob } from '../files/index.ts'
import { type Asked, headerOf } from './davAsked.ts'
import { type IfList, parseIf, tokensOf } from './davIfHeader.ts'
import { lockResource, unlock } from './davLockRequests.ts'
import { locksOf, locksOn } from './davLocks.ts'
import { type Shown, valuesOf } from './davProperties.ts'
import { childrenOf, etagOf, FILES_ROOT, hrefOf, partsOf, resolve } from './davResources.ts'
import { copyResource, makeFolderAt, moveResource, putFile, removeResource } from './davWriteResources.ts'
import { readSpace } from './readDocuments.ts'

/** Bytes of the XML of a request. */
const XML_MAX = 1_048_576
const XML_TYPE = 'application/xml; charset=utf-8'
/** Those that no other route adds. */
const METHODS_OF_FILES = ['MKCOL', 'COPY', 'MOVE', 'LOCK', 'UNLOCK'] as const
const METHODS = ['OPTIONS', 'GET', 'HEAD', 'PUT', 'DELETE', 'PROPFIND', 'PROPPATCH', ...METHODS_OF_FILES] as const

/**
 * The own files of a person for Finder, Explorer, WPS and phones, at `/dav/files/` (WebDAV, RFC 4918, classes 1 and 2). Programs
 * come in with an authorization code that is for files and was made by the person themselves. Stands after `davRoutes`.
 */
export const filesDavRoutes: AddRoutes = (app, context) => {
  for (const method of METHODS_OF_FILES) app.addHttpMethod(method, { hasBody: true })
  // Own parsers and own errors, which the calls of the client do not see.
  void app.register(async (scope) => addFiles(scope, context))
}

function addFiles(scope: FastifyInstance, context: Context): void {
  const login = createBasicLogin(context)
  scope.removeAllContentTypeParsers()
  // Files are streamed to where content is kept.
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  scope.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      dav: '1, 2',
      'ms-author-via': 'DAV',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  })
  scope.setErrorHandler((error, request, reply) => answerDavError(context, error, request, reply))
  for (const url of [FILES_ROOT.slice(0, -1), `${FILES_ROOT}*`]) {
    scope.route({
      method: [...METHODS],
      url,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        if (request.method === 'OPTIONS') return reply.code(204).header('allow', METHODS.join(', ')).send()
        const caller = await login(request, ['files'])
        // The document center is for the person alone: a code that an administrator has made opens nothing of it.
        if (caller.personId !== caller.accountId) throw new ForbiddenError()
        await requireSwitch(context, caller.accountId, 'netdiskEnable')
        const parts = partsOf(request.url)
        const resource = await resolve(context.store.db, caller.accountId, parts)
        const lists = parseIf(headerOf(request, 'if'))
        if (!lists) throw new DavError(400)
        const asked = { context, request, reply, caller, parts, resource, tokens: tokensOf(lists) }
        if (lists.length > 0 && !(await someHolds(asked, lists))) throw new DavError(412)
        return answer(asked)
      },
    })
  }
}

/** Whether one of the lists of the header `If` holds. */
async function someHolds({ context, caller, parts, resource }: Asked, lists: readonly IfList[]): Promise<boolean> {
  const { db } = context.store
  const locks = await locksOf(db, caller.accountId, context.now())
  for (const { address, conditions } of lists) {
    const other = address === null ? null : partsOf(address)
    const named =
      other === null || other.join('/') === parts.join('/') ? resource : await resolve(db, caller.accountId, other)
    const tokens = new Set(locksOn(locks, named).map(({ token }) => token))
    const etag = etagOf(named)
    const holds = conditions.every(({ not, token, etag: wanted }) => {
      const isSo = token === null ? etag !== null && hasCopy(wanted ?? '', etag) : tokens.has(token)
      return isSo !== not
    })
    if (holds) return true
  }
  return false
}

function answer(asked: Asked): Promise<unknown> {
  switch (asked.request.method) {
    case 'PROPFIND':
      return propfind(asked)
    case 'PROPPATCH':
      return proppatch(asked)
    case 'PUT':
      return putFile(asked, bodyOf(asked))
    case 'DELETE':
      return removeResource(asked)
    case 'MKCOL':
      return makeFolderAt(asked, bodyOf(asked))
    case 'COPY':
      return copyResource(asked)
    case 'MOVE':
      return moveResource(asked)
    case 'LOCK':
      return lock(asked)
    case 'UNLOCK':
      return unlock(asked)
    default:
      return read(asked)
  }
}

/** The content of a request; null where it has none. */
const bodyOf = ({ request }: Asked): Readable | null => (request.body instanceof ReadableStream ? request.body : null)

/** The XML of a request; null when it has no body. Throws `DavError` 400 and 413. */
async function xmlOf(asked: Asked): Promise<XmlElement | null> {
  const body = bodyOf(asked)
  if (!body) return null
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > XML_MAX) throw new DavError(413)
    chunks.push(chunk)
  }
  if (length === 0) return null
  try {
    return parseXml(Buffer.concat(chunks).toString('utf8'))
  } catch {
    // Whatever the parser objects to, the request is to blame.
    throw new DavError(400)
  }
}

async function shownTo({ context, caller }: Asked): Promise<Shown> {
  const now = context.now()
  const { used, limit } = await readSpace(context, caller.accountId)
  return {
    caller,
    now,
    locks: await locksOf(context.store.db, caller.accountId, now),
    space: { used, left: limit === 0 ? Number.POSITIVE_INFINITY : limit - used },
  }
}

async function propfind(asked: Asked): Promise<unknown> {
  const { resource, reply, request } = asked
  const depth = headerOf(request, 'depth') ?? 'infinity'
  if (depth !== '0' && depth !== '1') throw new DavError(403, dav('propfind-finite-depth'))
  if (resource.kind === 'free' || resource.kind === 'lost') throw new DavError(404)
  const responses = found(asked, await xmlOf(asked), depth === '1')
  async function* all() {
    yield `${XML_HEAD}<D:multistatus${NAMESPACES}>`
    yield* responses
    yield '</D:multistatus>'
  }
  return reply
    .code(207)
    .type(XML_TYPE)
    .send(ReadableStream.from(all(), { objectMode: false }))
}

async function* found(asked: Asked, body: XmlElement | null, deep: boolean): AsyncGenerator<string> {
  const { context, caller, parts, resource } = asked
  const wanted = wantedOf(body)
  const shown = await shownTo(asked)
  const isFolder = resource.kind === 'root' || (resource.kind === 'there' && resource.row.kind === 0)
  yield responseOf(hrefOf(parts, isFolder), valuesOf(resource, parts, shown), wanted)
  if (!deep || !isFolder) return
  const folderId = resource.kind === 'there' ? resource.row.id : 0
  const above = folderId === 0 ? [] : [...resource.above, folderId]
  for await (const some of childrenOf(context.store.db, caller.accountId, folderId)) {
    for (const row of some) {
      const way = [...parts, row.name]
      yield responseOf(hrefOf(way, row.kind === 0), valuesOf({ kind: 'there', above, row }, way, shown), wanted)
    }
  }
}

/** Names that Explorer sets after each file: hints for Windows, which are accepted and not kept. */
const OF_WINDOWS = 'urn:schemas-microsoft-com:'

async function proppatch(asked: Asked): Promise<unknown> {
  const { context, caller, parts, resource, reply, tokens } = asked
  if (resource.kind !== 'there') throw new DavError(resource.kind === 'root' ? 403 : 404)
  const body = await xmlOf(asked)
  if (!body || body.ns !== DAV) throw new DavError(400)
  const locks = locksOn(await locksOf(context.store.db, caller.accountId, context.now()), resource)
  if (locks.length > 0 && !locks.some(({ token }) => tokens.has(token))) {
    throw new DavError(423, dav('lock-token-submitted'))
  }
  const changed = changedProperties(body)
  const settable = changed.filter(({ ns }) => ns === OF_WINDOWS)
  const { response } = proppatchResponse(hrefOf(parts, resource.row.kind === 0), changed, settable)
  return reply.code(207).type(XML_TYPE).send(`${XML_HEAD}<D:multistatus${NAMESPACES}>${response}</D:multistatus>`)
}

async function lock(asked: Asked): Promise<unknown> {
  const { made, token, discovery } = await lockResource(asked, await xmlOf(asked))
  if (token !== null) asked.reply.header('lock-token', `<${token}>`)
  const prop = xml(dav('lockdiscovery'), discovery)
  return asked.reply
    .code(made ? 201 : 200)
    .type(XML_TYPE)
    .send(`${XML_HEAD}<D:prop${NAMESPACES}>${prop}</D:prop>`)
}

async function read({ context, request, reply, resource }: Asked): Promise<unknown> {
  if (resource.kind === 'free' || resource.kind === 'lost') throw new DavError(404)
  if (resource.kind === 'root' || resource.row.kind === 0) {
    // A browser that opens the address shows what it is for.
    return reply.type('text/plain; charset=utf-8').send('WebDAV\n')
  }
  const { name, content_type: contentType, size, hash, changed_at: changedAt } = resource.row
  if (hash === null) throw new DavError(404)
  reply.header('last-modified', new Date(changedAt).toUTCString())
  return reply.send(
    await sendBlob(context.blobs, request, reply, { name, contentType, size, hash, disposition: 'attachment' }),
  )
}
