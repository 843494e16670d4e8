import type { DavCaller } from '../../platform/dav/davService.ts'
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
import type { Context } from '../../store/context/context.ts'
import { suggestPeople } from '../contacts/index.ts'
import { principalHref } from './places.ts'
import { responseOf, wantedOf } from './properties.ts'

/** Colleagues of one answer, and characters that are looked for. */
const PEOPLE_MAX = 50
const TYPED_MAX = 100

/** By what a client may look for colleagues. */
const SEARCHED: readonly (readonly [XmlName, string])[] = [
  [dav('displayname'), 'Name'],
  [{ ns: CALDAV, name: 'calendar-user-address-set' }, 'Address'],
  [{ ns: CALENDAR_SERVER, name: 'email-address-set' }, 'Address'],
]

export const PRINCIPAL_SEARCH = dav('principal-property-search')
export const SEARCH_PROPERTIES = dav('principal-search-property-set')

/** By what colleagues are found (RFC 3744 §9.5). */
export const searchProperties = (): string =>
  xml(
    SEARCH_PROPERTIES,
    SEARCHED.map(([name, words]) =>
      xml(
        dav('principal-search-property'),
        xml(dav('prop'), xml(name)) + xml(dav('description'), words, ' xml:lang="en"'),
      ),
    ).join(''),
  )

/**
 * Colleagues whom a client looks for by their name or address, to invite them (RFC 3744 §9.4): those that its owner finds
 * when they write a letter.
 */
export async function* principalsFound(context: Context, caller: DavCaller, body: XmlElement): AsyncGenerator<string> {
  const typed = body.children
    .filter(({ ns, name }) => ns === DAV && name === 'property-search')
    .filter((search) => {
      const prop = childOf(search, DAV, 'prop')
      return prop?.children.some((one) => SEARCHED.some(([name]) => name.ns === one.ns && name.name === one.name))
    })
    .map((search) => (childOf(search, DAV, 'match')?.text ?? '').trim().replace(/^mailto:/i, ''))
    .find((text) => text !== '')
  if (typed === undefined) return
  const people = await suggestPeople(context, caller.accountId, typed.slice(0, TYPED_MAX), PEOPLE_MAX)
  const wanted = wantedOf(body)
  for (const { name, address, kind } of people) {
    if (kind !== 'organization') continue
    const href = xml(dav('href'), escapeXml(`mailto:${address}`))
    yield responseOf(
      principalHref({ ...caller, address }),
      [
        [dav('displayname'), escapeXml(name)],
        [dav('resourcetype'), xml(dav('collection')) + xml(dav('principal'))],
        [dav('principal-URL'), xml(dav('href'), escapeXml(principalHref({ ...caller, address })))],
        [{ ns: CALDAV, name: 'calendar-user-address-set' }, href],
        [{ ns: CALDAV, name: 'calendar-user-type' }, 'INDIVIDUAL'],
        [
          { ns: CALENDAR_SERVER, name: 'email-address-set' },
          xml({ ns: CALENDAR_SERVER, name: 'email-address' }, escapeXml(address)),
        ],
      ],
      wanted,
    )
  }
}
