import { type Bytes, fromText } from '../bytes.ts'
import { OID } from '../der/oids.ts'
import { DerFields, type DerNode, fieldsOf, nextOid, textOf } from '../der/readDer.ts'
import { element, oid, sequence, setOf, utf8String } from '../der/writeDer.ts'

/** A distinguished name: of a person, an organisation or an authority. */
export interface DistinguishedName {
  readonly der: Bytes
  readonly attributes: readonly { readonly type: string; readonly value: string }[]
}

const SHORT: Readonly<Record<string, string>> = {
  [OID.commonName]: 'CN',
  [OID.country]: 'C',
  [OID.organization]: 'O',
  [OID.organizationalUnit]: 'OU',
  [OID.emailAddress]: 'E',
}

export function readName(node: DerNode): DistinguishedName {
  const attributes: { type: string; value: string }[] = []
  const parts = fieldsOf(node, 'a name')
  while (parts.more) {
    const together = new DerFields(parts.any(), 'a part of a name')
    while (together.more) {
      const pair = fieldsOf(together.any(), 'an attribute of a name')
      attributes.push({ type: nextOid(pair), value: textOf(pair.any()) })
    }
  }
  return { der: node.whole, attributes }
}

/** What a name is called on the screen: its common name, else its organisation, else its address. */
export function titleOfName({ attributes }: DistinguishedName): string {
  for (const type of [OID.commonName, OID.organization, OID.organizationalUnit, OID.emailAddress]) {
    const value = attributes.find((attribute) => attribute.type === type)?.value
    if (value) return value
  }
  return ''
}

/** A name in one line, as in `CN=Li Na, O=Yanshu, C=CN`. */
export const nameText = ({ attributes }: DistinguishedName): string =>
  attributes.map(({ type, value }) => `${SHORT[type] ?? type}=${value}`).join(', ')

const folded = ({ attributes }: DistinguishedName) =>
  JSON.stringify(attributes.map(({ type, value }) => [type, value.trim().replace(/\s+/g, ' ').toLowerCase()]))

/** Whether two names are the same by the rules of RFC 5280 §7.1: neither case nor spaces nor the string type count. */
export const sameName = (a: DistinguishedName, b: DistinguishedName): boolean => folded(a) === folded(b)

export interface NameParts {
  readonly commonName: string
  readonly organization?: string
  readonly organizationalUnit?: string
  /** Two letters. */
  readonly country?: string
}

export function writeName({ commonName, organization, organizationalUnit, country }: NameParts): Bytes {
  const part = (type: string, value: Bytes) => setOf(sequence(oid(type), value))
  return sequence(
    ...(country ? [part(OID.country, element(0x13, fromText(country)))] : []),
    ...(organization ? [part(OID.organization, utf8String(organization))] : []),
    ...(organizationalUnit ? [part(OID.organizationalUnit, utf8String(organizationalUnit))] : []),
    part(OID.commonName, utf8String(commonName)),
  )
}
