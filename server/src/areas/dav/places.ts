import {
  type DavCaller,
  type DavCollection,
  DavError,
  type DavFile,
  type DavService,
  FILES_FOLDER,
} from '../../platform/dav/davService.ts'

export const ROOT = '/dav/'

/** What an address names. */
export type Place =
  | { readonly kind: 'root' }
  | { readonly kind: 'principals' }
  | { readonly kind: 'principal' }
  | { readonly kind: 'home'; readonly service: DavService; readonly collections: readonly DavCollection[] }
  /** An address at which a collection can be made. */
  | { readonly kind: 'free'; readonly service: DavService; readonly name: string }
  | { readonly kind: 'collection'; readonly service: DavService; readonly collection: DavCollection }
  | {
      readonly kind: 'member'
      readonly service: DavService
      readonly collection: DavCollection
      readonly name: string
    }
  /** Something that a member refers to. */
  | { readonly kind: 'file'; readonly file: DavFile }

/** A place with properties of its own. */
export type NamedPlace = Exclude<Place, { kind: 'member' | 'free' | 'file' }>

const encode = (part: string): string => encodeURIComponent(part)

export const principalHref = ({ address }: DavCaller): string => `${ROOT}principals/${encode(address)}/`
export const homeHref = ({ address }: DavCaller, service: DavService): string =>
  `${ROOT}${service.name}/${encode(address)}/`
export const collectionPath = (caller: DavCaller, service: DavService, name: string): string =>
  `${homeHref(caller, service)}${encode(name)}/`
export const collectionHref = (caller: DavCaller, service: DavService, collection: DavCollection): string =>
  collectionPath(caller, service, collection.name)
export const memberHref = (caller: DavCaller, service: DavService, collection: DavCollection, name: string): string =>
  `${collectionHref(caller, service, collection)}${encode(name)}`

/** The parts of an address, decoded; null for one that cannot be. */
export function partsOf(url: string): string[] | null {
  // A client may write whole addresses.
  const path = url.replace(/^https?:\/\/[^/]+/i, '').split(/[?#]/, 1)[0] ?? ''
  if (!path.startsWith(ROOT.slice(0, -1))) return null
  try {
    return path.slice(ROOT.length).split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return null
  }
}

/** What an address names for who asks. What is another's is not there: throws `DavError` 404. */
export async function placeOf(caller: DavCaller, services: readonly DavService[], url: string): Promise<Place> {
  const parts = partsOf(url)
  if (!parts) throw new DavError(404)
  const [first, who, collectionName, member, ...more] = parts
  if (first === undefined) return { kind: 'root' }
  const isFile = collectionName === FILES_FOLDER
  // The name of a file follows its id, for programs that call it so.
  if (more.length > (isFile ? 1 : 0)) throw new DavError(404)
  if (who === undefined) {
    if (first === 'principals') return { kind: 'principals' }
    throw new DavError(404)
  }
  if (who.toLowerCase() !== caller.address.toLowerCase()) throw new DavError(404)
  if (first === 'principals') {
    if (collectionName !== undefined) throw new DavError(404)
    return { kind: 'principal' }
  }
  const service = services.find(({ name }) => name === first)
  if (!service) throw new DavError(404)
  if (isFile) {
    const file = member === undefined ? null : ((await service.file?.(caller, member)) ?? null)
    if (!file) throw new DavError(404)
    return { kind: 'file', file }
  }
  const collections = await service.collections(caller)
  if (collectionName === undefined) return { kind: 'home', service, collections }
  const collection = collections.find(({ name }) => name === collectionName)
  if (!collection) {
    if (member !== undefined) throw new DavError(404)
    return { kind: 'free', service, name: collectionName }
  }
  return member === undefined
    ? { kind: 'collection', service, collection }
    : { kind: 'member', service, collection, name: member }
}
