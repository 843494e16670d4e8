import { type Bytes, fromText } from '../bytes.ts'
import {
  OWN_CAPABILITIES,
  OWN_NATIONAL_CAPABILITIES,
  readCapabilities,
  writeCapabilities,
} from '../cms/capabilities.ts'
import { type AlgorithmId, readAlgorithm } from '../crypto/algorithmId.ts'
import { schemeOf, signBytes, verifyBytes } from '../crypto/signing.ts'
import { OID } from '../der/oids.ts'
import { bitsOf, DerFields, fieldsOf, isContext, nextOid, octetsOf, readDer, TAG, textOf } from '../der/readDer.ts'
import { bitString, integer, octetString, oid, sequence, setOf, tagged, taggedBytes } from '../der/writeDer.ts'
import { CmsError } from '../errors.ts'
import { type PrivateKey, publicKeyOf } from '../keys/privateKey.ts'
import { pemBlocks } from './certificate.ts'
import { type DistinguishedName, type NameParts, readName, writeName } from './names.ts'
import { type PublicKey, readPublicKey } from './publicKey.ts'

/** What a person asks an authority to certify (PKCS #10). */
export interface CertificateRequest {
  readonly subject: DistinguishedName
  readonly publicKey: PublicKey
  readonly addresses: readonly string[]
  /** What the person's program reads, to be announced by the certificate. */
  readonly capabilities: readonly string[]
}

/** Writes a request in DER, signed with the key that it is about. It announces what this package reads. */
export async function writeRequest(name: NameParts, addresses: readonly string[], key: PrivateKey): Promise<Bytes> {
  const names = sequence(...addresses.map((address) => taggedBytes(1, fromText(address))))
  const capabilities = writeCapabilities(key.kind === 'sm2' ? OWN_NATIONAL_CAPABILITIES : OWN_CAPABILITIES)
  const extensions = sequence(
    sequence(oid(OID.subjectAltName), octetString(names)),
    sequence(oid(OID.smimeCapabilities), octetString(capabilities)),
  )
  const attributes = tagged(0, sequence(oid(OID.extensionRequest), setOf(extensions)))
  const { spki } = await publicKeyOf(key)
  const signedPart = sequence(integer(0), writeName(name), spki, attributes)
  const { signature, algorithm } = await signBytes(key, signedPart)
  return sequence(signedPart, algorithm, bitString(signature))
}

function readExtensions(fields: DerFields): Pick<CertificateRequest, 'addresses' | 'capabilities'> {
  const addresses: string[] = []
  const capabilities: string[] = []
  for (const attribute of fields.optionalContext(0)?.children ?? []) {
    const pair = fieldsOf(attribute, 'an attribute')
    if (nextOid(pair) !== OID.extensionRequest) continue
    for (const extension of new DerFields(pair.next(TAG.set), 'extensions').any().children) {
      const parts = fieldsOf(extension, 'an extension')
      const type = nextOid(parts)
      if (type !== OID.subjectAltName && type !== OID.smimeCapabilities) continue
      parts.optional(TAG.boolean)
      const value = readDer(octetsOf(parts.next(TAG.octetString)))
      if (type === OID.smimeCapabilities) capabilities.push(...readCapabilities(value))
      else
        addresses.push(
          ...value.children.filter((entry) => isContext(entry, 1)).map((entry) => textOf(entry).toLowerCase()),
        )
    }
  }
  return { addresses, capabilities }
}

/**
 * Reads a request in DER or PEM, and checks that the sender holds the key.
 *
 * @throws {CmsError} `malformed` when it is none, or its signature is not of its key.
 */
export async function readRequest(file: Bytes): Promise<CertificateRequest> {
  const der =
    file[0] === 0x30
      ? file
      : (pemBlocks(file, 'CERTIFICATE REQUEST')[0] ?? pemBlocks(file, 'NEW CERTIFICATE REQUEST')[0])
  if (!der) throw new CmsError('malformed', 'no request')
  const outer = fieldsOf(readDer(der), 'a request')
  const signed = outer.next(TAG.sequence)
  const algorithm: AlgorithmId = readAlgorithm(outer.any())
  const signature = bitsOf(outer.next(TAG.bitString))
  const fields = fieldsOf(signed, 'a request')
  fields.next(TAG.integer)
  const subject = readName(fields.any())
  const publicKey = readPublicKey(fields.any())
  const extensions = readExtensions(fields)
  if (!(await verifyBytes(schemeOf(algorithm, null), publicKey, signed.whole, signature))) {
    throw new CmsError('malformed', 'a request that is not signed by its key')
  }
  return { subject, publicKey, ...extensions }
}
