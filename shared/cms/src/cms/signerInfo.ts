import { type Bytes, joinBytes, sameBytes } from '../bytes.ts'
import { type AlgorithmId, readAlgorithm } from '../crypto/algorithmId.ts'
import { OID } from '../der/oids.ts'
import { DerFields, type DerNode, fieldsOf, isContext, nextOid, octetsOf, oidOf, TAG, timeOf } from '../der/readDer.ts'
import { CmsError } from '../errors.ts'
import type { Certificate } from '../x509/certificate.ts'
import { type DistinguishedName, readName, sameName } from '../x509/names.ts'
import { readCapabilities } from './capabilities.ts'

/** By what a signer or recipient is named: issuer and serial number, or the identifier of his key. */
export type CertificateId =
  | { readonly issuer: DistinguishedName; readonly serial: Bytes }
  | { readonly subjectKeyId: Bytes }

export function readIssuerAndSerial(node: DerNode): CertificateId {
  const fields = fieldsOf(node, 'a signer or recipient')
  return { issuer: readName(fields.any()), serial: fields.next(TAG.integer).whole }
}

export function isNamedBy(certificate: Certificate, id: CertificateId): boolean {
  if ('subjectKeyId' in id)
    return certificate.subjectKeyId !== null && sameBytes(certificate.subjectKeyId, id.subjectKeyId)
  return sameBytes(certificate.serial, id.serial) && sameName(certificate.issuer, id.issuer)
}

/** What a signer signed beside the content (RFC 5652 §11). */
export interface SignedAttributes {
  /** The attributes as they were signed: a SET, not the tag they are sent with. */
  readonly signedBytes: Bytes
  readonly contentType: string
  readonly messageDigest: Bytes
  readonly signingTime: Date | null
  /** Content ciphers that the signer's program reads, most wanted first (RFC 8551 §2.5.2). */
  readonly capabilities: readonly string[]
}

export interface SignerInfo {
  readonly signer: CertificateId
  readonly digestAlgorithm: AlgorithmId
  readonly signatureAlgorithm: AlgorithmId
  readonly signature: Bytes
  readonly attributes: SignedAttributes | null
}

function readAttributes(node: DerNode): SignedAttributes {
  const values = new Map<string, DerNode>()
  for (const child of node.children) {
    const attribute = fieldsOf(child, 'an attribute')
    const type = nextOid(attribute)
    const set = new DerFields(attribute.next(TAG.set), 'an attribute')
    // Two of them would let one program read the one and another program the other.
    if (values.has(type)) throw new CmsError('malformed', 'a signed attribute stands twice')
    values.set(type, set.any())
    if (set.more && (type === OID.messageDigest || type === OID.contentType)) {
      throw new CmsError('malformed', 'a signed attribute has two values')
    }
  }
  const contentType = values.get(OID.contentType)
  const messageDigest = values.get(OID.messageDigest)
  if (!contentType || !messageDigest) throw new CmsError('malformed', 'a signature does not name what it signs')
  const time = values.get(OID.signingTime)
  const capabilities = values.get(OID.smimeCapabilities)
  return {
    signedBytes: joinBytes(Uint8Array.of(0x31), node.whole.subarray(1)),
    contentType: oidOf(contentType),
    messageDigest: octetsOf(messageDigest),
    signingTime: time ? timeOf(time) : null,
    capabilities: capabilities ? readCapabilities(capabilities) : [],
  }
}

export function readSignerInfo(node: DerNode): SignerInfo {
  const fields = fieldsOf(node, 'a signature')
  fields.next(TAG.integer)
  const keyId = fields.optionalContext(0)
  const signer = keyId ? { subjectKeyId: octetsOf(keyId) } : readIssuerAndSerial(fields.any())
  const digestAlgorithm = readAlgorithm(fields.any())
  const attributes = fields.optionalContext(0)
  const signatureAlgorithm = readAlgorithm(fields.any())
  const signature = octetsOf(fields.next(TAG.octetString))
  return {
    signer,
    digestAlgorithm,
    signatureAlgorithm,
    signature,
    attributes: attributes ? readAttributes(attributes) : null,
  }
}

/** Certificates of a SET; other forms of certificates that may stand there are passed over. */
export const certificateNodes = (node: DerNode | null): readonly DerNode[] =>
  (node?.children ?? []).filter((child) => !isContext(child, child.tag))
