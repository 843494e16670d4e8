import type { Readable } from 'node:stream'
import { ATTACHMENT_SIZE_MAX, DOCUMENT_DEPTH_MAX, documentNameProblem } from '@yanshu/contracts'
import { DavError } from '../../platform/dav/davService.ts'
import { hasCopy } from '../../platform/http/etag.ts'
import { TooLargeError } from '../../store/blobs/errors.ts'
import type { TransactionContext } from '../../store/context/context.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { binIn, insertFolder, relocate } from './changeDocuments.ts'
import { copy } from './copyDocuments.ts'
import { type Asked, headerOf } from './davAsked.ts'
import { locksOf, requireUnlocked } from './davLocks.ts'
import { etagOf, partsOf, type Resource, resolve } from './davResources.ts'
import { limitBytes, usedBytes } from './documentSpace.ts'
import { type Changing, depthOf, lockDocuments, requireRoom } from './documentTree.ts'
import { keepFile } from './keepFiles.ts'

/** Throws `DavError` 403 for a name that the document center does not have. */
export function requireDavName(name: string): void {
  if (documentNameProblem(name) !== null) throw new DavError(403)
}

interface Writing {
  readonly trx: Trx
  readonly changing: Changing
}

/** Runs a change in one transaction, under the lock of the account's files. */
const change = <T>({ context, caller }: Asked, work: (writing: Writing) => Promise<T>, grows = false): Promise<T> =>
  transact(context, async (trx) => work({ trx, changing: await lockDocuments(trx, context, caller.accountId) }), {
    grows,
  })

/** `If-Match` and `If-None-Match` (RFC 9110 §13.1). Throws `DavError` 412. */
function requireCondition({ request }: Asked, resource: Resource): void {
  const [match, none] = [headerOf(request, 'if-match'), headerOf(request, 'if-none-match')]
  const etag = etagOf(resource)
  if (match !== undefined && (etag === null || !hasCopy(match, etag))) throw new DavError(412)
  if (none !== undefined && etag !== null && hasCopy(none, etag)) throw new DavError(412)
}

/**
 * Streams a file to where content is kept; an existing one gets a further version, unless the content is what it has. The room
 * is asked for before the content is read.
 */
export async function putFile(asked: Asked, body: Readable | null): Promise<unknown> {
  const { context, caller, request, reply, parts, resource, tokens } = asked
  // A part of a file cannot be written: a client that means one would lose the others.
  if (headerOf(request, 'content-range') !== undefined) throw new DavError(400)
  if (resource.kind === 'root' || (resource.kind === 'there' && resource.row.kind === 0)) throw new DavError(405)
  if (resource.kind === 'lost') throw new DavError(409)
  if (resource.kind === 'free') requireDavName(resource.name)
  requireCondition(asked, resource)
  const { db } = context.store
  const locks = await locksOf(db, caller.accountId, context.now())
  await requireUnlocked(db, locks, { resource, tokens }, resource.kind === 'free' ? 'list' : 'content')
  const limit = await limitBytes(context, caller.accountId)
  // What replaces a file adds to its versions, so all of it needs room.
  const left = Math.min(ATTACHMENT_SIZE_MAX, limit - (await usedBytes(db, caller.accountId)))
  const length = Number(headerOf(request, 'content-length') ?? headerOf(request, 'x-expected-entity-length') ?? 0)
  if (length > Math.max(0, left)) throw new DavError(507)
  const content = await stored(asked, body, Math.max(0, left))
  const contentType = mediaTypeOf(headerOf(request, 'content-type'))
  const isNew = await change(
    asked,
    async ({ trx, changing }) => {
      const now = await resolve(trx, caller.accountId, parts)
      if (now.kind === 'root' || now.kind === 'lost') throw new DavError(409)
      requireCondition(asked, now)
      const current = await locksOf(trx, caller.accountId, changing.now)
      await requireUnlocked(trx, current, { resource: now, tokens }, now.kind === 'free' ? 'list' : 'content')
      const [parentId, name] = now.kind === 'free' ? [now.parentId, now.name] : [now.row.parent_id, now.row.name]
      if (now.kind !== 'there' || now.row.hash !== content.hash) {
        const file = { ...content, name, contentType }
        await keepFile(trx, context, changing, { parentId, file, onClash: 'version', limit })
      }
      return now.kind === 'free'
    },
    true,
  )
  return reply
    .code(isNew ? 201 : 204)
    .header('etag', `"${content.hash}"`)
    .send()
}

async function stored({ context }: Asked, body: Readable | null, limit: number) {
  try {
    // Left open on failure, so that the rest can run out: a client may read the answer only then.
    return await context.blobs.put(body?.iterator({ destroyOnReturn: false }) ?? new Uint8Array(), limit)
  } catch (error) {
    body?.resume()
    if (error instanceof TooLargeError) throw new DavError(507)
    // The client broke off: nothing is kept.
    if (body?.errored && body.errored === error) throw new DavError(400)
    throw error
  }
}

const mediaTypeOf = (declared: string | undefined): string => {
  const type = declared?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(type) ? type : 'application/octet-stream'
}

/** Moves a file or folder into the recycle bin of the document center. */
export async function removeResource(asked: Asked): Promise<unknown> {
  const { context, caller, reply, parts, tokens } = asked
  await change(asked, async ({ trx, changing }) => {
    const resource = await resolve(trx, caller.accountId, parts)
    if (resource.kind !== 'there') throw new DavError(resource.kind === 'root' ? 403 : 404)
    requireCondition(asked, resource)
    await requireUnlocked(trx, await locksOf(trx, caller.accountId, changing.now), { resource, tokens }, 'all')
    await removeRow(trx, context, changing, resource.row.id)
  })
  return reply.code(204).send()
}

/** What lies in the bin has no locks. */
async function removeRow(trx: Trx, context: TransactionContext, changing: Changing, id: number): Promise<void> {
  const ids = await binIn(trx, context, changing, [id])
  await endLocksOn(trx, changing, ids)
}

async function endLocksOn(trx: Trx, { accountId }: Changing, ids: readonly number[]): Promise<void> {
  const locks = await trx
    .selectFrom('document_lock')
    .select(['token', 'document_id'])
    .where('account_id', '=', accountId)
    .execute()
  const gone = new Set(ids)
  for (const { token, document_id: id } of locks) {
    if (gone.has(id)) await trx.deleteFrom('document_lock').where('token', '=', token).execute()
  }
}

/** Makes a folder. */
export async function makeFolderAt(asked: Asked, body: Readable | null): Promise<unknown> {
  const { caller, reply, parts, tokens } = asked
  if (body) {
    for await (const chunk of body) if (chunk.length > 0) throw new DavError(415)
  }
  await change(
    asked,
    async ({ trx, changing }) => {
      const resource = await resolve(trx, caller.accountId, parts)
      if (resource.kind === 'lost') throw new DavError(409)
      if (resource.kind !== 'free') throw new DavError(405)
      requireDavName(resource.name)
      await requireUnlocked(trx, await locksOf(trx, caller.accountId, changing.now), { resource, tokens }, 'list')
      await requireRoom(trx, changing, { parentId: resource.parentId, here: 1 })
      if ((await depthOf(trx, caller.accountId, resource.parentId)) >= DOCUMENT_DEPTH_MAX) throw new DavError(403)
      await insertFolder(trx, changing, resource.parentId, resource.name)
    },
    true,
  )
  return reply.code(201).send()
}

/** Where the header `Destination` leads. Throws `DavError` for another server, and for an address that is none. */
function destinationOf({ request }: Asked): string[] {
  const header = headerOf(request, 'destination')
  if (header === undefined) throw new DavError(400)
  // Without its port, which a proxy in front may leave out.
  const host = /^https?:\/\/(?:[^/@]*@)?(\[[^\]/]*\]|[^/:]+)/i.exec(header)?.[1]
  if (host !== undefined && host.toLowerCase() !== request.hostname.toLowerCase()) throw new DavError(502)
  return partsOf(header)
}

/** The place that something is moved or copied to, made free where it is taken. Answers whether it was taken. */
async function freeDestination(asked: Asked, { trx, changing }: Writing, source: Resource, to: readonly string[]) {
  const { context, caller, request, tokens } = asked
  if (source.kind !== 'there') throw new DavError(source.kind === 'root' ? 403 : 404)
  const target = await resolve(trx, caller.accountId, to)
  if (target.kind === 'root') throw new DavError(403)
  if (target.kind === 'lost') throw new DavError(409)
  const isItself = target.kind === 'there' && target.row.id === source.row.id
  if (isItself && to.at(-1) === source.row.name) throw new DavError(403)
  if (target.above.includes(source.row.id)) throw new DavError(403)
  const name = to.at(-1) ?? ''
  requireDavName(name)
  const isTaken = target.kind === 'there' && !isItself
  if (isTaken && headerOf(request, 'overwrite')?.trim().toUpperCase() === 'F') throw new DavError(412)
  const locks = await locksOf(trx, caller.accountId, changing.now)
  await requireUnlocked(trx, locks, { resource: target, tokens }, isTaken ? 'all' : 'list')
  // A folder that the source lies in would go with it.
  if (isTaken && source.above.includes(target.row.id)) throw new DavError(403)
  if (isTaken) await removeRow(trx, context, changing, target.row.id)
  return { row: source.row, parentId: target.above.at(-1) ?? 0, name, isTaken, locks }
}

/** Moves or renames; what is at the destination goes to the recycle bin. All of it or nothing. */
export async function moveResource(asked: Asked): Promise<unknown> {
  const { context, caller, reply, parts, tokens } = asked
  const to = destinationOf(asked)
  const isTaken = await change(asked, async (writing) => {
    const { trx, changing } = writing
    const source = await resolve(trx, caller.accountId, parts)
    const found = await freeDestination(asked, writing, source, to)
    await requireUnlocked(trx, found.locks, { resource: source, tokens }, 'all')
    await relocate(trx, context, changing, { documentId: found.row.id, parentId: found.parentId, name: found.name })
    await endLocksOn(trx, changing, [found.row.id])
    return found.isTaken
  })
  return reply.code(isTaken ? 204 : 201).send()
}

/** Copies; what is at the destination goes to the recycle bin. Content is not stored a second time. */
export async function copyResource(asked: Asked): Promise<unknown> {
  const { context, caller, reply, request, parts } = asked
  const to = destinationOf(asked)
  const isWhole = (headerOf(request, 'depth') ?? 'infinity') !== '0'
  const { accountId } = caller
  const found = await change(asked, async (writing) =>
    freeDestination(asked, writing, await resolve(writing.trx, accountId, parts), to),
  )
  const { row, parentId, name } = found
  if (row.kind === 0 && !isWhole) {
    await change(asked, ({ trx, changing }) => insertFolder(trx, changing, parentId, name), true)
  } else {
    await copy(context, { from: accountId, to: accountId }, { documentIds: [row.id], parentId, name })
  }
  return reply.code(found.isTaken ? 204 : 201).send()
}
