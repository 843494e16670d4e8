import { type DavCaller, DavError } from '../../platform/dav/davService.ts'
import { childOf, DAV, dav, type XmlElement } from '../../platform/dav/xml.ts'
import { transact } from '../../store/database/transact.ts'
import { type Asked, headerOf } from './davAsked.ts'
import { addLock, locksOf, locksOn, type NewLock, refreshLocks, requireUnlocked } from './davLocks.ts'
import { lockDiscovery } from './davProperties.ts'
import { type Resource, resolve } from './davResources.ts'
import { requireDavName } from './davWriteResources.ts'
import { limitBytes } from './documentSpace.ts'
import { lockDocuments } from './documentTree.ts'
import { keepFile } from './keepFiles.ts'

/**
 * Locks a file or folder, or lets a lock that was sent end later (RFC 4918 §9.10). What is not there becomes an empty file.
 * `token` is that of a new lock.
 */
export async function lockResource(
  asked: Asked,
  body: XmlElement | null,
): Promise<{ made: boolean; token: string | null; discovery: string }> {
  if (!body) return refresh(asked)
  const { context, caller, request, parts, tokens } = asked
  const scope = childOf(body, DAV, 'lockscope')
  if (body.name !== 'lockinfo' || !scope) throw new DavError(400)
  const depth = headerOf(request, 'depth') ?? 'infinity'
  if (depth !== '0' && depth !== 'infinity') throw new DavError(400)
  const wanted: NewLock = {
    shared: childOf(scope, DAV, 'shared') !== undefined,
    deep: depth === 'infinity',
    owner: ownerOf(childOf(body, DAV, 'owner')),
    timeout: headerOf(request, 'timeout'),
  }
  const empty = asked.resource.kind === 'free' ? await context.blobs.put(new Uint8Array()) : null
  const limit = await limitBytes(context, caller.accountId)
  return transact(
    context,
    async (trx) => {
      const changing = await lockDocuments(trx, context, caller.accountId)
      const { accountId, now } = changing
      const before = await resolve(trx, accountId, parts)
      if (before.kind === 'root') throw new DavError(403)
      if (before.kind === 'lost') throw new DavError(409)
      const locks = await locksOf(trx, accountId, now)
      if (before.kind === 'free') {
        if (!empty) throw new DavError(409)
        requireDavName(before.name)
        await requireUnlocked(trx, locks, { resource: before, tokens }, 'list')
        const file = { ...empty, name: before.name, contentType: 'application/octet-stream' }
        await keepFile(trx, context, changing, { parentId: before.parentId, file, onClash: 'refuse', limit })
      }
      const resource = requireThere(await resolve(trx, accountId, parts))
      const lock = await addLock(trx, caller, { resource, locks, now }, wanted)
      const discovery = lockDiscovery(resource, parts, { locks: [...locks, lock], now })
      return { made: before.kind === 'free', token: lock.token, discovery }
    },
    { grows: true },
  )
}

function requireThere(resource: Resource): Resource & { kind: 'there' } {
  if (resource.kind !== 'there') throw new DavError(409)
  return resource
}

async function refresh({ context, caller, parts, resource, request, tokens }: Asked) {
  const { db } = context.store
  const now = context.now()
  const locks = await locksOf(db, caller.accountId, now)
  const sent = locksOn(locks, resource).filter(({ token }) => tokens.has(token))
  if (sent.length === 0) throw new DavError(412, dav('lock-token-matches-request-uri'))
  const later = await refreshLocks(db, sent, headerOf(request, 'timeout'), now)
  return { made: false, token: null, discovery: lockDiscovery(resource, parts, { locks: later, now }) }
}

/** What a client calls whom it locks for: text, or an address. */
function ownerOf(element: XmlElement | undefined): string {
  if (!element) return ''
  return (childOf(element, DAV, 'href')?.text ?? element.text).trim()
}

/** Ends a lock of which the token was sent. */
export async function unlock({ context, caller, request, reply, resource }: Asked): Promise<unknown> {
  const token = /^\s*<([^<>]{1,200})>\s*$/.exec(headerOf(request, 'lock-token') ?? '')?.[1]
  if (token === undefined) throw new DavError(400)
  const locks = await locksOf(context.store.db, caller.accountId, context.now())
  if (!locksOn(locks, resource).some((lock) => lock.token === token)) {
    throw new DavError(409, dav('lock-token-matches-request-uri'))
  }
  await endLock(context, caller, token)
  return reply.code(204).send()
}

const endLock = ({ store }: Asked['context'], { accountId }: DavCaller, token: string) =>
  store.db.deleteFrom('document_lock').where('token', '=', token).where('account_id', '=', accountId).execute()
