import type { DavCaller, DavCollection, DavContent, DavMember, DavService } from '../../platform/dav/davService.ts'
import {
  CALDAV,
  CALENDAR_SERVER,
  childOf,
  DAV,
  dav,
  escapeXml,
  type XmlElement,
  type XmlName,
  xml,
} from '../../platform/dav/xml.ts'
import { collectionPath, homeHref, type NamedPlace, principalHref, ROOT } from './places.ts'

/** A property and its value as XML. */
export type Value = readonly [XmlName, string]

/** What a request wants to know: these properties, all of them, or their names. */
export type Wanted =
  | { readonly kind: 'names' | 'all' }
  | { readonly kind: 'these'; readonly names: readonly XmlElement[] }

export function wantedOf(body: XmlElement | null): Wanted {
  if (!body) return { kind: 'all' }
  const prop = childOf(body, DAV, 'prop')
  if (prop) return { kind: 'these', names: prop.children }
  return { kind: childOf(body, DAV, 'propname') ? 'names' : 'all' }
}

const href = (address: string): string => xml(dav('href'), escapeXml(address))

const privileges = (...names: string[]): string => names.map((name) => xml(dav('privilege'), xml(dav(name)))).join('')

/** The properties of every resource that name the caller and its owner. */
const common = (caller: DavCaller): Value[] => [
  [dav('current-user-principal'), href(principalHref(caller))],
  [dav('owner'), href(principalHref(caller))],
  [dav('principal-collection-set'), href(`${ROOT}principals/`)],
]

const reportSet = (...names: readonly XmlName[]): Value => [
  dav('supported-report-set'),
  names.map((name) => xml(dav('supported-report'), xml(dav('report'), xml(name)))).join(''),
]

/** What all but collections of members answer. */
const SEARCHES = reportSet(dav('principal-property-search'), dav('principal-search-property-set'))

const COLLECTION = xml(dav('collection'))

/** The token of a number of changes (RFC 6578): an address, as the specification asks. */
const TOKEN = 'urn:yanshu:sync:'
export const tokenOf = (seq: number): string => `${TOKEN}${seq}`
/** The number behind a token; null for one that is not ours. */
export function seqOf(token: string): number | null {
  const seq = Number(token.trim().startsWith(TOKEN) ? token.trim().slice(TOKEN.length) : Number.NaN)
  return Number.isSafeInteger(seq) && seq >= 0 ? seq : null
}

/** The properties of a place, without those of members. */
export async function propertiesOf(
  place: NamedPlace,
  caller: DavCaller,
  services: readonly DavService[],
): Promise<Value[]> {
  switch (place.kind) {
    case 'root':
    case 'principals':
      return [...common(caller), [dav('resourcetype'), COLLECTION], [dav('displayname'), 'Yanshu'], SEARCHES]
    case 'principal':
      return [
        ...common(caller),
        [dav('resourcetype'), `${COLLECTION}${xml(dav('principal'))}`],
        [dav('displayname'), escapeXml(caller.address)],
        [dav('principal-URL'), href(principalHref(caller))],
        SEARCHES,
        ...services.map((service): Value => [service.home, href(homeHref(caller, service))]),
        ...(await Promise.all(services.map((service) => furtherOf(service, caller)))).flat(),
      ]
    case 'home':
      return [
        ...common(caller),
        [dav('resourcetype'), COLLECTION],
        [dav('displayname'), escapeXml(caller.address)],
        SEARCHES,
        // Programs make collections only where they may.
        [
          dav('current-user-privilege-set'),
          place.service.make ? privileges('read', 'bind', 'unbind') : privileges('read'),
        ],
      ]
    case 'collection':
      return collectionValues(place.collection, caller)
  }
}

const furtherOf = async (service: DavService, caller: DavCaller): Promise<readonly Value[]> =>
  (await service.principal?.(caller, (name) => collectionPath(caller, service, name))) ?? []

export async function collectionValues(collection: DavCollection, caller: DavCaller): Promise<Value[]> {
  const token = tokenOf(await collection.token())
  const reports = [collection.query, collection.multiget, dav('sync-collection'), ...(collection.reports ?? [])]
  return [
    ...common(caller),
    [dav('resourcetype'), `${COLLECTION}${xml(collection.kind)}`],
    [dav('displayname'), escapeXml(collection.displayName)],
    [dav('sync-token'), token],
    [{ ns: CALENDAR_SERVER, name: 'getctag' }, token],
    reportSet(...reports),
    [
      dav('current-user-privilege-set'),
      collection.writable ? privileges('read', 'write', 'write-content', 'bind', 'unbind') : privileges('read'),
    ],
    ...collection.properties,
  ]
}

/** The property of RFC 6638 §9.3. */
const SCHEDULE_TAG: XmlName = { ns: CALDAV, name: 'schedule-tag' }

/** Whether a request asks for schedule tags, which cost the reading of each event. */
const wantsScheduleTag = (wanted: Wanted): boolean =>
  wanted.kind === 'these' && wanted.names.some((one) => same(one, SCHEDULE_TAG))

export const memberValues = (
  member: DavMember & Pick<DavContent, 'scheduleTag'>,
  collection: DavCollection,
): Value[] => [
  [dav('getetag'), escapeXml(member.etag)],
  [dav('getcontenttype'), escapeXml(collection.contentType)],
  [dav('getlastmodified'), new Date(member.modifiedAt).toUTCString()],
  [dav('resourcetype'), ''],
  ...(member.scheduleTag ? [[SCHEDULE_TAG, escapeXml(member.scheduleTag)] satisfies Value] : []),
]

/** Members with their schedule tags, where a request asks for these. */
export async function withScheduleTags(
  members: readonly DavMember[],
  collection: DavCollection,
  wanted: Wanted,
): Promise<readonly (DavMember & Pick<DavContent, 'scheduleTag'>)[]> {
  if (!collection.scheduleTags || !wantsScheduleTag(wanted)) return members
  const tags = await collection.scheduleTags(members.map(({ name }) => name))
  return members.map((member) => ({ ...member, scheduleTag: tags.get(member.name) ?? null }))
}

const same = (a: XmlName, b: XmlName): boolean => a.name === b.name && a.ns === b.ns

const found = (status: string, properties: string): string =>
  xml(dav('propstat'), `${xml(dav('prop'), properties)}${xml(dav('status'), `HTTP/1.1 ${status}`)}`)

/** One response of a multistatus: what is wanted and there, and what is wanted and is not. */
export function responseOf(address: string, values: readonly Value[], wanted: Wanted): string {
  const shown =
    wanted.kind === 'these' ? values.filter(([name]) => wanted.names.some((one) => same(one, name))) : values
  const missing = wanted.kind === 'these' ? wanted.names.filter((one) => !values.some(([name]) => same(one, name))) : []
  const good = shown.map(([name, value]) => xml(name, wanted.kind === 'names' ? '' : value)).join('')
  return xml(
    dav('response'),
    href(address) +
      (good === '' && missing.length > 0 ? '' : found('200 OK', good)) +
      (missing.length > 0 ? found('404 Not Found', missing.map((name) => xml(name)).join('')) : ''),
  )
}

/** A response that is only a status, such as for what is gone. */
export const statusOf = (address: string, status: string, error = ''): string =>
  xml(dav('response'), `${href(address)}${xml(dav('status'), `HTTP/1.1 ${status}`)}${error}`)
