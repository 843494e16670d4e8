import { type Bytes, joinBytes, toHex } from '../bytes.ts'
import { readCapabilities } from '../cms/capabilities.ts'
import { type AlgorithmId, readAlgorithm } from '../crypto/algorithmId.ts'
import { OID } from '../der/oids.ts'
import {
  bitsOf,
  type DerNode,
  fieldsOf,
  insideOf,
  isContext,
  isUniversal,
  nextOid,
  numberOf,
  octetsOf,
  oidOf,
  readDer,
  TAG,
  textOf,
  timeOf,
} from '../der/readDer.ts'
import { CmsError } from '../errors.ts'
import { type DistinguishedName, readName } from './names.ts'
import { type PublicKey, readPublicKey } from './publicKey.ts'

export type KeyUsage =
  | 'digitalSignature'
  | 'nonRepudiation'
  | 'keyEncipherment'
  | 'dataEncipherment'
  | 'keyAgreement'
  | 'certSign'
  | 'crlSign'

/** The flags of KeyUsage in the order of their bits. */
export const KEY_USAGES: readonly KeyUsage[] = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'certSign',
  'crlSign',
]

/** Addresses that an authority may, and may not, certify (RFC 5280 §4.2.1.10). */
export interface NameConstraints {
  readonly permitted: readonly string[]
  readonly excluded: readonly string[]
}

export interface Certificate {
  readonly der: Bytes
  /** What the signature is over. */
  readonly signedPart: Bytes
  readonly signature: Bytes
  readonly signatureAlgorithm: AlgorithmId
  /** The INTEGER of the serial number with its header, as issuers and recipients are named by. */
  readonly serial: Bytes
  readonly issuer: DistinguishedName
  readonly subject: DistinguishedName
  readonly notBefore: Date
  readonly notAfter: Date
  readonly publicKey: PublicKey
  /** Whether it may sign certificates, and how many authorities may follow it. */
  readonly authority: { readonly pathLength: number | null } | null
  /** null when the certificate does not restrict it. */
  readonly keyUsage: ReadonlySet<KeyUsage> | null
  readonly purposes: ReadonlySet<string> | null
  /** Its addresses in small letters. */
  readonly addresses: readonly string[]
  readonly subjectKeyId: Bytes | null
  readonly authorityKeyId: Bytes | null
  readonly nameConstraints: NameConstraints | null
  /** What the programs of its person read, as the certificate announces it (RFC 4262); empty for nothing. */
  readonly capabilities: readonly string[]
  /** Critical extensions that this package does not read: such a certificate is not trusted. */
  readonly unknownCritical: readonly string[]
}

interface Extensions {
  authority: Certificate['authority']
  keyUsage: Set<KeyUsage> | null
  purposes: Set<string> | null
  addresses: string[]
  subjectKeyId: Bytes | null
  authorityKeyId: Bytes | null
  nameConstraints: NameConstraints | null
  capabilities: string[]
  unknownCritical: string[]
}

const RFC822_NAME = 1

function readAlternativeNames(node: DerNode): string[] {
  const addresses: string[] = []
  for (const name of node.children) {
    if (isContext(name, RFC822_NAME)) addresses.push(textOf(name))
    else if (isContext(name, 0) && name.constructed) {
      const fields = name.children
      const [type, value] = fields
      if (type && isUniversal(type, TAG.oid) && value && oidOf(type) === OID.smtpUtf8Mailbox) {
        addresses.push(textOf(insideOf(value, 'an address')))
      }
    }
  }
  return addresses
}

function readNameConstraints(node: DerNode, unknown: () => void): NameConstraints {
  const lists: Record<number, string[]> = { 0: [], 1: [] }
  for (const list of node.children) {
    for (const subtree of list.children) {
      const base = insideOf(subtree, 'a constraint of names')
      if (isContext(base, RFC822_NAME)) lists[list.tag]?.push(textOf(base).toLowerCase())
      // Names of hosts, addresses of the network and URLs constrain nothing that a mail is checked by.
      else if (![2, 6, 7].includes(base.tag)) unknown()
    }
  }
  return { permitted: lists[0] ?? [], excluded: lists[1] ?? [] }
}

function readKeyUsage(node: DerNode): Set<KeyUsage> {
  const bits = bitsOf(node)
  return new Set(KEY_USAGES.filter((_, bit) => ((bits[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0))
}

function readExtension(node: DerNode, into: Extensions): void {
  const fields = fieldsOf(node, 'an extension')
  const type = nextOid(fields)
  const critical = (fields.optional(TAG.boolean)?.contents[0] ?? 0) !== 0
  const value = readDer(octetsOf(fields.next(TAG.octetString)))
  const unknown = () => {
    if (critical) into.unknownCritical.push(type)
  }
  switch (type) {
    case OID.basicConstraints: {
      const constraints = fieldsOf(value, 'basic constraints')
      const isAuthority = (constraints.optional(TAG.boolean)?.contents[0] ?? 0) !== 0
      const length = constraints.optional(TAG.integer)
      into.authority = isAuthority ? { pathLength: length ? numberOf(length) : null } : null
      break
    }
    case OID.keyUsage:
      into.keyUsage = readKeyUsage(value)
      break
    case OID.extKeyUsage:
      into.purposes = new Set(value.children.map(oidOf))
      break
    case OID.subjectAltName:
      into.addresses = readAlternativeNames(value)
      break
    case OID.subjectKeyId:
      into.subjectKeyId = octetsOf(value)
      break
    case OID.authorityKeyId:
      into.authorityKeyId = value.children.find((child) => isContext(child, 0))?.contents ?? null
      break
    case OID.nameConstraints:
      into.nameConstraints = readNameConstraints(value, unknown)
      break
    case OID.smimeCapabilities:
      into.capabilities = readCapabilities(value)
      break
    case OID.certificatePolicies:
      break
    default:
      unknown()
  }
}

/** Reads a certificate from its element. */
export function readCertificateNode(node: DerNode): Certificate {
  const outer = fieldsOf(node, 'a certificate')
  const signed = outer.next(TAG.sequence)
  const signatureAlgorithm = readAlgorithm(outer.any())
  const signature = bitsOf(outer.next(TAG.bitString))
  const fields = fieldsOf(signed, 'a certificate')
  fields.optionalContext(0)
  const serial = fields.next(TAG.integer).whole
  const innerAlgorithm = readAlgorithm(fields.any())
  if (innerAlgorithm.oid !== signatureAlgorithm.oid) {
    throw new CmsError('malformed', 'a certificate names two algorithms of its signature')
  }
  const issuer = readName(fields.any())
  const dates = fieldsOf(fields.any(), 'the dates of a certificate')
  const notBefore = timeOf(dates.any())
  const notAfter = timeOf(dates.any())
  const subject = readName(fields.any())
  const publicKey = readPublicKey(fields.any())
  const extensions: Extensions = {
    authority: null,
    keyUsage: null,
    purposes: null,
    addresses: [],
    subjectKeyId: null,
    authorityKeyId: null,
    nameConstraints: null,
    capabilities: [],
    unknownCritical: [],
  }
  while (fields.more) {
    const field = fields.any()
    if (!isContext(field, 3)) continue
    for (const extension of insideOf(field, 'extensions').children) readExtension(extension, extensions)
  }
  const named = subject.attributes.filter(({ type }) => type === OID.emailAddress).map(({ value }) => value)
  const addresses = extensions.addresses.length > 0 ? extensions.addresses : named
  return {
    der: node.whole,
    signedPart: signed.whole,
    signature,
    signatureAlgorithm,
    serial,
    issuer,
    subject,
    notBefore,
    notAfter,
    publicKey,
    ...extensions,
    addresses: [...new Set(addresses.map((address) => address.trim().toLowerCase()))],
  }
}

/** Reads one certificate in DER. */
export const readCertificate = (der: Bytes): Certificate => readCertificateNode(readDer(der))

/** Certificates of a file: PEM with any number of them, or one in DER. Other blocks of PEM are passed over. */
export function readCertificates(file: Bytes): Certificate[] {
  if (file[0] === 0x30) return [readCertificate(file)]
  return pemBlocks(file, 'CERTIFICATE').map(readCertificate)
}

/** What stands in the PEM blocks of this label. */
export function pemBlocks(file: Bytes, label: string): Bytes[] {
  const text = new TextDecoder('latin1').decode(file)
  const blocks: Bytes[] = []
  const begin = `-----BEGIN ${label}-----`
  for (let at = text.indexOf(begin); at !== -1; at = text.indexOf(begin, at + 1)) {
    const end = text.indexOf('-----END', at)
    if (end === -1) break
    const base64 = text.slice(at + begin.length, end).replace(/[^A-Za-z0-9+/=]/g, '')
    try {
      blocks.push(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)))
    } catch {
      throw new CmsError('malformed', `a ${label} is not base64`)
    }
  }
  return blocks
}

/** Bytes as a block of PEM. */
export function toPem(label: string, der: Bytes): string {
  const base64 = btoa(Array.from(der, (byte) => String.fromCharCode(byte)).join(''))
  return `-----BEGIN ${label}-----\n${base64.replace(/.{64}(?=.)/g, '$&\n')}\n-----END ${label}-----\n`
}

/** What a certificate is named by in signatures and for recipients: its issuer and serial number. */
export const issuerAndSerial = (certificate: Certificate): Bytes =>
  joinBytes(certificate.issuer.der, certificate.serial)

/** The SHA-256 fingerprint that people compare. */
export async function fingerprintOf(certificate: Certificate): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', certificate.der))
  return toHex(digest)
}
