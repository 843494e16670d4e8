import { type Bytes, joinBytes, sameBytes } from '../bytes.ts'
import { writeAlgorithm, writeAlgorithmWithNull } from '../crypto/algorithmId.ts'
import { digest, digestName, OID_OF_DIGEST } from '../crypto/digests.ts'
import { digestOfKey, schemeOf, signBytes, verifyBytes } from '../crypto/signing.ts'
import { OID } from '../der/oids.ts'
import { DerFields, type DerNode, fieldsOf, insideOf, nextOid, octetsOf, TAG } from '../der/readDer.ts'
import { integer, octetString, oid, sequence, setOf, tagged, time } from '../der/writeDer.ts'
import { CmsError } from '../errors.ts'
import type { PrivateKey } from '../keys/privateKey.ts'
import { type Certificate, issuerAndSerial, readCertificateNode } from '../x509/certificate.ts'
import { OWN_CAPABILITIES, OWN_NATIONAL_CAPABILITIES, writeCapabilities } from './capabilities.ts'
import { certificateNodes, isNamedBy, readSignerInfo, type SignerInfo } from './signerInfo.ts'
import { writeContentInfo } from './writeContentInfo.ts'

/** What was signed, and by whom (RFC 5652 §5). */
export interface SignedData {
  readonly type: 'signed'
  readonly contentType: string
  /** null when the content stands beside the signature (multipart/signed). */
  readonly content: Bytes | null
  readonly certificates: readonly Certificate[]
  readonly signers: readonly SignerInfo[]
}

/** More signers and certificates than letters have: each costs a check. */
const MOST_SIGNERS = 8
const MOST_CERTIFICATES = 64

/** A certificate that cannot be read is left out: the signer's own may be among the others. */
function readableCertificates(node: DerNode | null): Certificate[] {
  const nodes = certificateNodes(node)
  if (nodes.length > MOST_CERTIFICATES) throw new CmsError('too-large', `${nodes.length} certificates`)
  return nodes.flatMap((child) => {
    try {
      return [readCertificateNode(child)]
    } catch (error) {
      if (error instanceof CmsError) return []
      throw error
    }
  })
}

export function readSignedData(node: DerNode): SignedData {
  const fields = fieldsOf(node, 'a signed part')
  fields.next(TAG.integer)
  fields.next(TAG.set)
  const encapsulated = fieldsOf(fields.any(), 'signed content')
  const contentType = nextOid(encapsulated)
  const content = encapsulated.optionalContext(0)
  const certificates = readableCertificates(fields.optionalContext(0))
  fields.optionalContext(1)
  const list = new DerFields(fields.next(TAG.set), 'signatures')
  const signers: SignerInfo[] = []
  while (list.more) {
    if (signers.length === MOST_SIGNERS) throw new CmsError('too-large', 'more than 8 signatures')
    signers.push(readSignerInfo(list.any()))
  }
  return {
    type: 'signed',
    contentType,
    content: content ? octetsOf(insideOf(content, 'signed content')) : null,
    certificates,
    signers,
  }
}

/**
 * What one signature proves about the content:
 * - `intact`: its signer's key signed exactly this content
 * - `changed`: it did not, or the content was changed after it
 * - `no-certificate`: the signer's certificate is missing, so that nothing can be checked
 * - `unsupported`: made in a way that this package does not have
 */
export type Integrity = 'intact' | 'changed' | 'no-certificate' | 'unsupported'

export interface CheckedSignature {
  readonly integrity: Integrity
  readonly certificate: Certificate | null
  /** When the signer claims to have signed; null when he does not. */
  readonly signedAt: Date | null
  /** Whether SHA-1 is part of it, with which two contents of one digest can be made. */
  readonly weak: boolean
  /** Content ciphers that the signer's program reads, when the signature is intact. */
  readonly capabilities: readonly string[]
}

async function checkSigner(
  signer: SignerInfo,
  contentType: string,
  content: Bytes,
  certificates: readonly Certificate[],
): Promise<CheckedSignature> {
  const certificate = certificates.find((candidate) => isNamedBy(candidate, signer.signer)) ?? null
  const { attributes } = signer
  const signedAt = attributes?.signingTime ?? null
  const result = { certificate, signedAt, weak: false, capabilities: [] }
  if (!certificate) return { ...result, integrity: 'no-certificate' }
  try {
    const name = digestName(signer.digestAlgorithm.oid)
    const scheme = schemeOf(signer.signatureAlgorithm, name)
    const named = { ...result, weak: name === 'SHA-1' || scheme.digest === 'SHA-1' }
    if (!attributes) {
      // The attributes of another signature of the same key could be sent as content: they would be a SET.
      const isMail = (contentType === OID.data || contentType === OID.smData) && content[0] !== 0x31
      if (!isMail) return { ...named, integrity: 'unsupported' }
      const right = await verifyBytes(scheme, certificate.publicKey, content, signer.signature)
      return { ...named, integrity: right ? 'intact' : 'changed' }
    }
    const same =
      sameBytes(await digest(name, content), attributes.messageDigest) && attributes.contentType === contentType
    const right = await verifyBytes(scheme, certificate.publicKey, attributes.signedBytes, signer.signature)
    if (!same || !right) return { ...named, integrity: 'changed' }
    return { ...named, integrity: 'intact', capabilities: attributes.capabilities }
  } catch (error) {
    if (error instanceof CmsError && error.code === 'unsupported') return { ...result, integrity: 'unsupported' }
    throw error
  }
}

/**
 * Checks every signature of a signed part. `content` is what stands beside a detached one; `certificates` are others that the
 * signer's may be among. Whose certificate it is and whether it is trusted is judged apart (`judgeForMail`).
 */
export async function verify(
  signed: SignedData,
  { content, certificates = [] }: { content?: Bytes; certificates?: readonly Certificate[] } = {},
): Promise<CheckedSignature[]> {
  const bytes = signed.content ?? content
  if (!bytes) throw new CmsError('malformed', 'a signature without content')
  const known = [...signed.certificates, ...certificates]
  return Promise.all(signed.signers.map((signer) => checkSigner(signer, signed.contentType, bytes, known)))
}

const attribute = (type: string, value: Bytes) => sequence(oid(type), setOf(value))

export interface SignOptions {
  readonly content: Bytes
  readonly key: PrivateKey
  readonly certificate: Certificate
  /** The certificates of the authorities above it, sent with the signature. */
  readonly chain?: readonly Certificate[]
  readonly at: Date
  /** Whether the content stands beside the signature (multipart/signed), or inside it. */
  readonly detached: boolean
}

/** Signs content: the bytes of `application/pkcs7-signature` or of a signed `application/pkcs7-mime`. */
export async function sign(options: SignOptions): Promise<Bytes> {
  const { content, key, certificate, chain = [], at, detached } = options
  const national = key.kind === 'sm2'
  const dataType = national ? OID.smData : OID.data
  const name = digestOfKey(key)
  const capabilities = national ? OWN_NATIONAL_CAPABILITIES : OWN_CAPABILITIES
  const attributes = [
    attribute(OID.contentType, oid(dataType)),
    attribute(OID.messageDigest, octetString(await digest(name, content))),
    attribute(OID.signingTime, time(at)),
    attribute(OID.smimeCapabilities, writeCapabilities(capabilities)),
  ]
  const signedBytes = setOf(...attributes)
  const { signature, algorithm } = await signBytes(key, signedBytes)
  const digestAlgorithm = writeAlgorithm(OID_OF_DIGEST[name])
  const signer = sequence(
    integer(1),
    sequence(issuerAndSerial(certificate)),
    digestAlgorithm,
    joinBytes(Uint8Array.of(0xa0), signedBytes.subarray(1)),
    key.kind === 'rsa' ? writeAlgorithmWithNull(OID.rsaEncryption) : national ? writeAlgorithm(OID.sm2Sign) : algorithm,
    octetString(signature),
  )
  const certificates = [certificate, ...chain].map(({ der }) => der)
  const signedData = sequence(
    integer(1),
    setOf(digestAlgorithm),
    sequence(oid(dataType), ...(detached ? [] : [tagged(0, octetString(content))])),
    tagged(0, ...certificates),
    setOf(signer),
  )
  return writeContentInfo(national ? OID.smSignedData : OID.signedData, signedData)
}
