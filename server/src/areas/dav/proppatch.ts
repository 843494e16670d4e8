import { childOf, DAV, dav, type XmlElement, type XmlName, xml } from '../../platform/dav/xml.ts'

/** The properties that `propertyupdate` and `mkcalendar` set, in order; those that they take away are empty. */
export const changedProperties = (body: XmlElement): XmlElement[] =>
  body.children.flatMap((part) => {
    if (part.ns !== DAV || !['set', 'remove'].includes(part.name)) return []
    const properties = childOf(part, DAV, 'prop')?.children ?? []
    return part.name === 'set' ? properties : properties.map((one) => ({ ...one, children: [], text: '' }))
  })

const propstat = (names: readonly XmlName[], status: string): string =>
  names.length === 0
    ? ''
    : xml(
        dav('propstat'),
        `${xml(dav('prop'), names.map(({ ns, name }) => xml({ ns, name })).join(''))}${xml(dav('status'), `HTTP/1.1 ${status}`)}`,
      )

/**
 * Whether properties can be set, and the answer with the result. Where one cannot, none is: the others have failed with it
 * (RFC 4918 §9.2.1).
 */
export function proppatchResponse(
  address: string,
  changed: readonly XmlName[],
  settable: readonly XmlName[],
): { readonly accepted: boolean; readonly response: string } {
  const known = ({ ns, name }: XmlName) => settable.some((one) => one.ns === ns && one.name === name)
  const good = changed.filter(known)
  const refused = changed.filter((one) => !known(one))
  const accepted = refused.length === 0
  const outcomes = propstat(good, accepted ? '200 OK' : '424 Failed Dependency') + propstat(refused, '403 Forbidden')
  return { accepted, response: xml(dav('response'), `${xml(dav('href'), address)}${outcomes}`) }
}
