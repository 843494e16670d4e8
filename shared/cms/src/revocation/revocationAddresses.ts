import { OID } from '../der/oids.ts'
import { type DerNode, fieldsOf, insideOf, isContext, nextOid, octetsOf, readDer, TAG, textOf } from '../der/readDer.ts'
import type { Certificate } from '../x509/certificate.ts'
import { REVOCATION_OID } from './revocationOids.ts'

/** Where an authority answers whether a certificate was revoked, as the certificate names it. */
export interface RevocationAddresses {
  /** Responders (RFC 6960). */
  readonly ocsp: readonly string[]
  /** Lists (RFC 5280 §5). */
  readonly lists: readonly string[]
}

const URI = 6
/** More are not asked. */
const ADDRESSES_MAX = 2

/** The extensions of a certificate by their identifiers. */
function extensionsOf({ der }: Certificate): Map<string, DerNode> {
  const found = new Map<string, DerNode>()
  const signed = fieldsOf(readDer(der), 'a certificate').next(TAG.sequence)
  const extensions = signed.children.find((field) => isContext(field, 3))
  if (!extensions) return found
  for (const extension of insideOf(extensions, 'extensions').children) {
    const fields = fieldsOf(extension, 'an extension')
    const type = nextOid(fields)
    fields.optional(TAG.boolean)
    found.set(type, readDer(octetsOf(fields.next(TAG.octetString))))
  }
  return found
}

/** A list of one issuer for all reasons; one by another issuer or for some reasons alone answers less than is asked. */
function listsOf(point: DerNode): string[] {
  if (point.children.some((part) => isContext(part, 1) || isContext(part, 2))) return []
  const name = point.children.find((part) => isContext(part, 0))
  const full = name?.children.find((part) => isContext(part, 0))
  return (full?.children ?? []).filter((part) => isContext(part, URI)).map(textOf)
}

const isWeb = (address: string) => /^https?:\/\//i.test(address)

/** The addresses of http and https that a certificate names, the first two of each kind. Throws `CmsError`. */
export function revocationAddresses(certificate: Certificate): RevocationAddresses {
  const extensions = extensionsOf(certificate)
  const access = extensions.get(REVOCATION_OID.authorityInformation)?.children ?? []
  const ocsp = access.flatMap((description) => {
    const fields = fieldsOf(description, 'an address of an authority')
    if (nextOid(fields) !== REVOCATION_OID.ocsp) return []
    const place = fields.any()
    return isContext(place, URI) ? [textOf(place)] : []
  })
  const lists = (extensions.get(REVOCATION_OID.crlDistributionPoints)?.children ?? []).flatMap(listsOf)
  const first = (all: readonly string[]) => [...new Set(all.filter(isWeb))].slice(0, ADDRESSES_MAX)
  return { ocsp: first(ocsp), lists: first(lists) }
}

/** Whether a certificate may sign the answers of its issuer's responder (RFC 6960 §4.2.2.2). */
export const mayAnswer = ({ purposes, unknownCritical, keyUsage }: Certificate): boolean =>
  purposes?.has(REVOCATION_OID.ocspSigning) === true &&
  unknownCritical.length === 0 &&
  (keyUsage === null || keyUsage.has('digitalSignature') || keyUsage.has('nonRepudiation'))

/** Whether an authority may sign lists. */
export const maySignLists = ({ authority, keyUsage }: Certificate): boolean =>
  authority !== null && (keyUsage === null || keyUsage.has('crlSign'))

/** An extension that every reader of lists and answers passes over where it is critical as well. */
export const isPassedOver = (type: string): boolean =>
  [OID.authorityKeyId, OID.crlNumber, REVOCATION_OID.crlReason, REVOCATION_OID.invalidityDate].some(
    (known) => known === type,
  )
