import { Resolver } from 'node:dns/promises'
import { CALDAV, CARDDAV, childOf, DAV, parseXml, type XmlElement } from '../../../platform/dav/xml.ts'
import { MigrationCertificateError, MigrationLoginError, MigrationThrottledError } from '../server/errors.ts'
import type { DavClient } from './davClient.ts'

export type BookKind = 'contacts' | 'calendars'

/** An address book or a calendar of the other server. */
export interface OtherBook {
  readonly kind: BookKind
  readonly url: string
  readonly name: string
}

export interface OtherItem {
  readonly url: string
  readonly etag: string
}

const LISTED_MAX = 16 * 1_048_576
/** Elements of a list of some thirty thousand items. */
const ELEMENTS_MAX = 300_000
const DNS_MS = 3_000
const NAME_MAX = 200

/** Providers whose addresses do not lead to their servers. */
const KNOWN: Readonly<Record<string, Readonly<Record<BookKind, string>>>> = {
  'icloud.com': { contacts: 'https://contacts.icloud.com/', calendars: 'https://caldav.icloud.com/' },
  'me.com': { contacts: 'https://contacts.icloud.com/', calendars: 'https://caldav.icloud.com/' },
  'yahoo.com': { contacts: 'https://carddav.address.yahoo.com/', calendars: 'https://caldav.calendar.yahoo.com/' },
}

const KINDS = {
  contacts: { service: 'carddav', ns: CARDDAV, home: 'addressbook-home-set', type: 'addressbook' },
  calendars: { service: 'caldav', ns: CALDAV, home: 'calendar-home-set', type: 'calendar' },
} as const

export interface BookPlace {
  readonly user: string
  /** The host of the mail. */
  readonly host: string
  /** The address that the person has named; '' for none. */
  readonly dav: string
}

/** Hosts that may get the password: that of the mail, the domain of the address, and what the person or a provider names. */
export function davDomains({ user, host, dav }: BookPlace): string[] {
  const domain = domainOf(user)
  const known = Object.values(KNOWN[domain] ?? {}).map((address) => new URL(address).hostname.replace(/^[^.]+\./, ''))
  return [host, domain, dav === '' ? '' : new URL(dav).hostname, ...known].filter((one) => one !== '')
}

const domainOf = (user: string): string =>
  user.includes('@') ? user.slice(user.lastIndexOf('@') + 1).toLowerCase() : ''

export type Names = Pick<Resolver, 'resolveSrv' | 'resolveTxt'>

/** Where a service may be: by name, by the records of the domain and the well-known address (RFC 6764). */
async function candidates(place: BookPlace, kind: BookKind, names: Names): Promise<URL[]> {
  const { service } = KINDS[kind]
  const domain = domainOf(place.user)
  const wellKnown = (host: string) => `https://${host}/.well-known/${service}`
  const found: string[] = []
  if (place.dav !== '') found.push(place.dav, new URL(`/.well-known/${service}`, place.dav).href)
  const known = KNOWN[domain]
  if (known) found.push(known[kind])
  if (domain !== '' && place.dav === '') {
    const name = `_${service}s._tcp.${domain}`
    const [records, texts] = await Promise.all([
      names.resolveSrv(name).catch(() => []),
      names.resolveTxt(name).catch(() => []),
    ])
    const [record] = records
      .filter((one) => one.name !== '' && one.name !== '.')
      .toSorted((a, b) => a.priority - b.priority)
    const path = texts
      .flat()
      .find((text) => text.startsWith('path='))
      ?.slice('path='.length)
    if (record) found.push(`https://${record.name}:${record.port}${path ?? `/.well-known/${service}`}`)
    found.push(wellKnown(domain))
  }
  if (place.dav === '') found.push(wellKnown(place.host.includes(':') ? `[${place.host}]` : place.host))
  return [...new Set(found)].flatMap((address) => (URL.canParse(address) ? new URL(address) : []))
}

/**
 * The address books or the calendars of the person on the other server; none where it has no such service. Throws what is
 * wrong where a service was found: a refused login, another certificate, a server that wants fewer questions.
 */
export async function findBooks(
  client: DavClient,
  place: BookPlace,
  kind: BookKind,
  names: Names = new Resolver({ timeout: DNS_MS, tries: 1 }),
): Promise<OtherBook[]> {
  let telling: unknown = null
  for (const url of await candidates(place, kind, names)) {
    try {
      const books = await booksAt(client, url, kind)
      if (books) return books
    } catch (error) {
      const isTelling =
        error instanceof MigrationLoginError ||
        error instanceof MigrationCertificateError ||
        error instanceof MigrationThrottledError
      // A place that was only guessed need not be there.
      if (isTelling || place.dav !== '') telling ??= error
    }
  }
  if (telling !== null) throw telling
  return []
}

/** Null where there is no service of this kind. */
async function booksAt(client: DavClient, url: URL, kind: BookKind): Promise<OtherBook[] | null> {
  const { ns, home, type } = KINDS[kind]
  const principal = hrefIn(await find(client, url, '0', '<d:current-user-principal/>'), DAV, 'current-user-principal')
  if (!principal) return null
  const homes = hrefIn(await find(client, principal, '0', `<x:${home} xmlns:x="${ns}"/>`), ns, home)
  if (!homes) return null
  const asked = `<d:resourcetype/><d:displayname/><x:supported-calendar-component-set xmlns:x="${CALDAV}"/>`
  const books: OtherBook[] = []
  for (const { url: at, props } of await find(client, homes, '1', asked)) {
    const types = props.find((one) => one.ns === DAV && one.name === 'resourcetype')
    if (!types || !childOf(types, ns, type)) continue
    const components = props.find(({ name }) => name === 'supported-calendar-component-set')?.children ?? []
    const kinds = components.map(({ attributes }) => attributes.name?.toUpperCase())
    if (kinds.length > 0 && !kinds.includes('VEVENT') && !kinds.includes('VTODO')) continue
    const shown = props.find((one) => one.ns === DAV && one.name === 'displayname')?.text.trim() ?? ''
    const last = decode(at.pathname.split('/').findLast((part) => part !== '') ?? '')
    books.push({ kind, url: at.href, name: (shown || last).slice(0, NAME_MAX) })
  }
  return books
}

/** What an address book or a calendar has in it. */
export async function listItems(client: DavClient, book: string): Promise<OtherItem[]> {
  const at = new URL(book)
  const found = await find(client, at, '1', '<d:resourcetype/><d:getetag/>')
  return found.flatMap(({ url, props }) => {
    const types = props.find((one) => one.ns === DAV && one.name === 'resourcetype')
    if (url.pathname === at.pathname || (types && childOf(types, DAV, 'collection'))) return []
    // The password is for the book alone, whatever addresses its list names.
    if (url.origin !== at.origin) return []
    return [{ url: url.href, etag: props.find((one) => one.ns === DAV && one.name === 'getetag')?.text.trim() ?? '' }]
  })
}

interface DavResponse {
  readonly url: URL
  readonly props: readonly XmlElement[]
}

async function find(client: DavClient, url: URL, depth: '0' | '1', asked: string): Promise<DavResponse[]> {
  const body = `<?xml version="1.0" encoding="utf-8"?><d:propfind xmlns:d="DAV:"><d:prop>${asked}</d:prop></d:propfind>`
  const answer = await client.ask(url, { method: 'PROPFIND', depth, body, sizeMax: LISTED_MAX })
  if (answer.status !== 207) return []
  const root = parseXml(answer.body.toString(), ELEMENTS_MAX)
  return root.children.flatMap((response): DavResponse[] => {
    const href = childOf(response, DAV, 'href')?.text.trim() ?? ''
    if (href === '' || !URL.canParse(href, answer.url)) return []
    const props = response.children
      .filter((one) => one.ns === DAV && one.name === 'propstat')
      .filter((one) => / 2\d\d/.test(childOf(one, DAV, 'status')?.text ?? ' 200'))
      .flatMap((one) => childOf(one, DAV, 'prop')?.children ?? [])
    return [{ url: new URL(href, answer.url), props }]
  })
}

function hrefIn(found: readonly DavResponse[], ns: string, name: string): URL | null {
  for (const { url, props } of found) {
    const element = props.find((one) => one.ns === ns && one.name === name)
    const href = element ? childOf(element, DAV, 'href')?.text.trim() : undefined
    if (href && URL.canParse(href, url)) return new URL(href, url)
  }
  return null
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
