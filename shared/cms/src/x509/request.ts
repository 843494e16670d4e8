import { type Bytes, fromText } from '../bytes.ts'
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
}

/** Writes a request in DER, signed with the key that it is about. */
export async function writeRequest(name: NameParts, addresses: readonly string[], key: PrivateKey): Promise<Bytes> {
  const names = sequence(...addresses.map((address) => taggedBytes(1, fromText(address))))
  const extensions = sequence(sequence(oid(OID.subjectAltName), octetString(names)))
  const attributes = tagged(0, sequence(oid(OID.extensionRequest), setOf(extensions)))
  const { spki } = await publicKeyOf(key)
  const signedPart = sequence(integer(0), writeName(name), spki, attributes)
  const { signature, algorithm } = await signBytes(key, signedPart)
  return sequence(signedPart, algorithm, bitString(signature))
}

function readAddresses(fields: DerFields): string[] {
  const addresses: string[] = []
  for (const attribute of fields.optionalContext(0)?.children ?? []) {
    const pair = fieldsOf(attribute, 'an attribute')
    if (nextOid(pair) !== OID.extensionRequest) continue
    for (const extension of new DerFields(pair.next(TAG.set), 'extensions').any().children) {
      const parts = fieldsOf(extension, 'an extension')
      if (nextOid(parts) !== OID.subjectAltName) continue
      parts.optional(TAG.boolean)
      const names = readDer(octetsOf(parts.next(TAG.octetString))).children
      addresses.push(...names.filter((entry) => isContext(entry, 1)).map((entry) => textOf(entry).toLowerCase()))
    }
  }
  return addresses
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
  const addresses = readAddresses(fields)
  if (!(await verifyBytes(schemeOf(algorithm, null), publicKey, signed.whole, signature))) {
    throw new CmsError('malformed', 'a request that is not signed by its key')
  }
  return { subject, publicKey, addresses }
}
