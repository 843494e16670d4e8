import type { DavCaller } from '../../platform/dav/davService.ts'
import { dav, escapeXml, xml } from '../../platform/dav/xml.ts'
import type { Value } from '../dav/index.ts'
import { activeLock, type Lock, locksOn, SUPPORTED_LOCKS } from './davLocks.ts'
import { type DavRow, hrefOf, type Resource } from './davResources.ts'

/** How much an account keeps, and how much more it may. */
export interface Space {
  readonly used: number
  readonly left: number
}

/** What properties are made of. */
export interface Shown {
  readonly caller: DavCaller
  readonly locks: readonly Lock[]
  readonly space: Space
  readonly now: number
}

const COLLECTION = xml(dav('collection'))

/** Locks of a resource as clients read them, each with the address of what was locked. */
export function lockDiscovery(
  resource: Resource,
  parts: readonly string[],
  { locks, now }: Pick<Shown, 'locks' | 'now'>,
) {
  return locksOn(locks, resource)
    .map((lock) => {
      const at = resource.above.indexOf(lock.document_id)
      const isFolder = at >= 0 || (resource.kind === 'there' && resource.row.kind === 0)
      return activeLock(lock, hrefOf(at >= 0 ? parts.slice(0, at + 1) : parts, isFolder), now)
    })
    .join('')
}

/** The properties of the outermost folder, of a folder or of a file. */
export function valuesOf(resource: Resource, parts: readonly string[], shown: Shown): Value[] {
  const row = resource.kind === 'there' ? resource.row : null
  const isFolder = row === null || row.kind === 0
  return [
    [dav('displayname'), escapeXml(row?.name ?? shown.caller.address)],
    [dav('resourcetype'), isFolder ? COLLECTION : ''],
    [dav('supportedlock'), SUPPORTED_LOCKS],
    [dav('lockdiscovery'), lockDiscovery(resource, parts, shown)],
    [dav('current-user-principal'), xml(dav('href'), `/dav/principals/${encodeURIComponent(shown.caller.address)}/`)],
    ...(row ? timesOf(row) : []),
    ...(isFolder ? spaceOf(shown.space) : fileValues(row)),
  ]
}

const timesOf = (row: DavRow): Value[] => [
  [dav('creationdate'), new Date(row.created_at).toISOString()],
  [dav('getlastmodified'), new Date(row.changed_at).toUTCString()],
]

const fileValues = (row: DavRow): Value[] => [
  [dav('getcontentlength'), String(row.size)],
  [dav('getcontenttype'), escapeXml(row.content_type)],
  [dav('getetag'), `"${row.hash ?? ''}"`],
]

/** RFC 4331. */
const spaceOf = ({ used, left }: Space): Value[] => [
  [dav('quota-used-bytes'), String(used)],
  ...(Number.isFinite(left) ? [[dav('quota-available-bytes'), String(Math.max(0, left))] as const] : []),
]
