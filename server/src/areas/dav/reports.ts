import { type DavCaller, type DavChanges, type DavCollection, DavError } from '../../platform/dav/davService.ts'
import { CARDDAV, childOf, DAV, dav, type XmlElement, xml } from '../../platform/dav/xml.ts'
import { collectionHref, memberHref, type Place, partsOf } from './places.ts'
import { memberValues, responseOf, seqOf, statusOf, tokenOf, wantedOf, withScheduleTags } from './properties.ts'

type CollectionPlace = Extract<Place, { kind: 'collection' }>

/** Members that are asked for at once, and the most of one answer to a client that asks for parts. */
const CHANGES_MAX = 2_000
/** Members that are read at once. */
const READ_AT_ONCE = 50

const isNamed = (element: XmlElement, { ns, name }: { ns: string; name: string }): boolean =>
  element.ns === ns && element.name === name

/** The responses of a report of a collection, one by one. Throws `DavError` before the first. */
export async function reportOn(
  place: CollectionPlace,
  caller: DavCaller,
  body: XmlElement,
): Promise<AsyncIterable<string>> {
  const { collection } = place
  if (isNamed(body, collection.multiget)) return multiget(place, caller, body)
  if (isNamed(body, collection.query)) return query(place, caller, body)
  if (isNamed(body, dav('sync-collection'))) return sync(place, caller, body)
  throw new DavError(403, dav('supported-report'))
}

/** What of its content a client wants; undefined when it wants none. */
const dataOf = (body: XmlElement, { data }: DavCollection): XmlElement | undefined => {
  const prop = childOf(body, DAV, 'prop')
  return prop && childOf(prop, data.ns, data.name)
}

async function* multiget({ service, collection }: CollectionPlace, caller: DavCaller, body: XmlElement) {
  const wanted = wantedOf(body)
  const data = dataOf(body, collection)
  const home = partsOf(collectionHref(caller, service, collection)) ?? []
  const asked = body.children.filter((child) => isNamed(child, dav('href'))).map(({ text }) => text.trim())
  for (let at = 0; at < asked.length; at += READ_AT_ONCE) {
    const part = asked.slice(at, at + READ_AT_ONCE).map((address) => {
      const parts = partsOf(address)
      const here =
        parts?.length === home.length + 1 &&
        home.every((one, index) => one.toLowerCase() === parts[index]?.toLowerCase())
      return { address, name: here ? (parts.at(-1) ?? '') : '' }
    })
    const found = await collection.read(part.map(({ name }) => name).filter(Boolean), data)
    const byName = new Map(found.map((one) => [one.name, one]))
    for (const { address, name } of part) {
      const member = byName.get(name)
      yield member
        ? responseOf(address, [...memberValues(member, collection), contentOf(collection, member.body)], wanted)
        : statusOf(address, '404 Not Found')
    }
  }
}

const contentOf = (collection: DavCollection, body: string) => [collection.data, cdata(body)] as const

/** Text with its line ends, which a parser would make others of. */
const cdata = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;')

async function* query({ service, collection }: CollectionPlace, caller: DavCaller, body: XmlElement) {
  const wanted = wantedOf(body)
  const filter = childOf(body, collection.query.ns, 'filter')
  const limit = Number(limitOf(body)) || Number.POSITIVE_INFINITY
  let sent = 0
  for await (const members of collection.find(filter, dataOf(body, collection))) {
    for (const member of members) {
      if (sent >= limit) {
        yield statusOf(
          collectionHref(caller, service, collection),
          '507 Insufficient Storage',
          xml(dav('error'), xml(dav('number-of-matches-within-limits'))),
        )
        return
      }
      sent += 1
      const values = [...memberValues(member, collection), contentOf(collection, member.body)]
      yield responseOf(memberHref(caller, service, collection, member.name), values, wanted)
    }
  }
}

/** How many results a client wants at most, as WebDAV and CardDAV say it. */
function limitOf(body: XmlElement): string {
  const limit = childOf(body, DAV, 'limit') ?? childOf(body, CARDDAV, 'limit')
  const count = limit && (childOf(limit, DAV, 'nresults') ?? childOf(limit, CARDDAV, 'nresults'))
  return count?.text.trim() ?? ''
}

/** What changed since a token (RFC 6578), everything for a client that has none. */
async function sync(place: CollectionPlace, caller: DavCaller, body: XmlElement): Promise<AsyncIterable<string>> {
  const { collection } = place
  const token = childOf(body, DAV, 'sync-token')?.text.trim() ?? ''
  const since = token === '' ? 0 : seqOf(token)
  const named = Number(limitOf(body))
  const limit = Math.min(named || CHANGES_MAX, CHANGES_MAX)
  const changes = since === null ? null : await collection.changes(since, limit)
  if (!changes) throw new DavError(403, dav('valid-sync-token'))
  // Only who asks for a part is known to ask for the rest (RFC 6578 §3.6).
  return syncResponses(place, caller, body, { initial: token === '', inParts: named > 0 }, changes)
}

async function* syncResponses(
  { service, collection }: CollectionPlace,
  caller: DavCaller,
  body: XmlElement,
  { initial, inParts }: { readonly initial: boolean; readonly inParts: boolean },
  first: DavChanges,
) {
  const wanted = wantedOf(body)
  const data = dataOf(body, collection)
  const hrefOf = (name: string) => memberHref(caller, service, collection, name)
  let changes = first
  for (;;) {
    yield* membersOf(changes)
    // A client that has nothing yet needs no list of what is gone.
    if (!initial) for (const name of changes.removed) yield statusOf(hrefOf(name), '404 Not Found')
    const next = changes.more && !inParts ? await collection.changes(changes.token, CHANGES_MAX) : null
    if (!next) break
    changes = next
  }
  if (changes.more) {
    yield statusOf(
      collectionHref(caller, service, collection),
      '507 Insufficient Storage',
      xml(dav('error'), xml(dav('number-of-matches-within-limits'))),
    )
  }
  yield xml(dav('sync-token'), tokenOf(changes.token))

  async function* membersOf({ changed }: DavChanges) {
    for (let at = 0; at < changed.length; at += READ_AT_ONCE) {
      const part = changed.slice(at, at + READ_AT_ONCE)
      const contents = data
        ? new Map(
            (
              await collection.read(
                part.map(({ name }) => name),
                data,
              )
            ).map((one) => [one.name, one]),
          )
        : null
      const members = contents
        ? part.map((member) => contents.get(member.name) ?? member)
        : await withScheduleTags(part, collection, wanted)
      for (const member of members) {
        const text = contents?.get(member.name)?.body
        const values = [
          ...memberValues(member, collection),
          ...(text === undefined ? [] : [contentOf(collection, text)]),
        ]
        yield responseOf(hrefOf(member.name), values, wanted)
      }
    }
  }
}
