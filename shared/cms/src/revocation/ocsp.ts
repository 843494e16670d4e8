import { type Bytes, sameBytes } from '../bytes.ts'
import { readAlgorithm, writeAlgorithmWithNull } from '../crypto/algorithmId.ts'
import { type DigestName, digest, digestName } from '../crypto/digests.ts'
import { OID } from '../der/oids.ts'
import { bitsOf, type DerNode, fieldsOf, insideOf, nextOid, octetsOf, readDer, TAG, timeOf } from '../der/readDer.ts'
import { octetString, sequence } from '../der/writeDer.ts'
import { CmsError } from '../errors.ts'
import { type Certificate, readCertificateNode } from '../x509/certificate.ts'
import { mayAnswer } from './revocationAddresses.ts'
import { REVOCATION_OID } from './revocationOids.ts'
import { isSignedByKeyOf, usableUntil } from './signedByIssuer.ts'

/** What a responder has answered about one certificate. */
export interface OcspAnswer {
  readonly status: 'good' | 'revoked' | 'unknown'
  /** Null unless it was revoked. */
  readonly revokedAt: Date | null
  /** Until when it may be used, in epoch milliseconds. */
  readonly until: number
}

interface Pair {
  readonly certificate: Certificate
  readonly issuer: Certificate
}

/** Answers are longer than a request by the certificates of the responder; what has more elements is none. */
const LIMITS = { bytes: 64 * 1024, depth: 24, elements: 5_000 }
const SUCCESSFUL = 0
const CERTIFICATES_MAX = 5

/** The bits of a key without their tag, of which answers name the digest. */
function keyBitsOf({ publicKey }: Certificate): Bytes {
  const fields = fieldsOf(readDer(publicKey.spki), 'a public key')
  fields.any()
  return bitsOf(fields.next(TAG.bitString))
}

/** A question about one certificate (RFC 6960 §4.1, RFC 5019 §2.1). SHA-1 names the issuer here, and protects nothing. */
export async function writeOcspRequest({ certificate, issuer }: Pair): Promise<Bytes> {
  const name = sequence(
    writeAlgorithmWithNull(OID.sha1),
    octetString(await digest('SHA-1', issuer.subject.der)),
    octetString(await digest('SHA-1', keyBitsOf(issuer))),
    certificate.serial,
  )
  return sequence(sequence(sequence(sequence(name))))
}

/** Whether an answer is about the certificate: by its number, and by its issuer's name and key. */
async function isAbout(node: DerNode, { certificate, issuer }: Pair): Promise<boolean> {
  const fields = fieldsOf(node, 'the name of a certificate')
  const hash: DigestName = digestName(readAlgorithm(fields.any()).oid)
  const nameHash = octetsOf(fields.next(TAG.octetString))
  const keyHash = octetsOf(fields.next(TAG.octetString))
  if (!sameBytes(fields.next(TAG.integer).whole, certificate.serial)) return false
  return (
    sameBytes(nameHash, await digest(hash, issuer.subject.der)) &&
    sameBytes(keyHash, await digest(hash, keyBitsOf(issuer)))
  )
}

const STATES = ['good', 'revoked', 'unknown'] as const

async function answerIn(single: DerNode, pair: Pair, now: Date): Promise<OcspAnswer | null> {
  const fields = fieldsOf(single, 'an answer of a responder')
  if (!(await isAbout(fields.any(), pair))) return null
  const state = fields.any()
  const status = state.tagClass === 2 ? STATES[state.tag] : undefined
  if (!status) throw new CmsError('malformed', 'an answer of a responder without a state')
  const thisUpdate = timeOf(fields.next(TAG.generalizedTime))
  const next = fields.optionalContext(0)
  const until = usableUntil(thisUpdate, next && timeOf(insideOf(next, 'a time')), now)
  const at = status === 'revoked' ? state.children[0] : undefined
  return { status, revokedAt: at ? timeOf(at) : status === 'revoked' ? thisUpdate : null, until }
}

/** The certificates whose keys may have signed: the issuer's, and those that it made for this. */
async function signersOf(certificates: DerNode | null, issuer: Certificate, now: Date): Promise<Certificate[]> {
  const signers = [issuer]
  const sent = certificates ? insideOf(certificates, 'certificates').children.slice(0, CERTIFICATES_MAX) : []
  for (const node of sent) {
    const signer = readCertificateNode(node)
    if (!mayAnswer(signer) || now < signer.notBefore || now > signer.notAfter) continue
    const { signatureAlgorithm: algorithm, signedPart: bytes, signature } = signer
    if (await isSignedByKeyOf(issuer, { algorithm, bytes, signature })) signers.push(signer)
  }
  return signers
}

/**
 * Reads what a responder has answered about a certificate (RFC 6960 §4.2). The answer counts when the issuer signed it, or a
 * certificate that the issuer made for this; when it is of this time, and about this certificate.
 * Throws `CmsError` for anything else.
 */
export async function readOcspAnswer(bytes: Bytes, { certificate, issuer, now }: Pair & { readonly now: Date }) {
  const response = fieldsOf(readDer(bytes, LIMITS), 'an answer of a responder')
  if (response.any().contents[0] !== SUCCESSFUL) throw new CmsError('unsupported', 'a responder that gives no answer')
  const typed = fieldsOf(insideOf(response.any(), 'an answer of a responder'), 'an answer of a responder')
  if (nextOid(typed) !== REVOCATION_OID.ocspBasic) throw new CmsError('unsupported', 'an answer of another kind')
  const basic = fieldsOf(readDer(octetsOf(typed.next(TAG.octetString)), LIMITS), 'an answer of a responder')
  const data = basic.next(TAG.sequence)
  const algorithm = readAlgorithm(basic.any())
  const signature = bitsOf(basic.next(TAG.bitString))
  const signed = { algorithm, bytes: data.whole, signature }
  const signers = await signersOf(basic.optionalContext(0), issuer, now)
  const checked = await Promise.all(signers.map((signer) => isSignedByKeyOf(signer, signed)))
  if (!checked.includes(true)) throw new CmsError('malformed', 'an answer of a responder that its issuer did not sign')
  const answers = data.children.find((child) => child.tagClass === 0 && child.tag === TAG.sequence)
  for (const single of answers?.children ?? []) {
    const answer = await answerIn(single, { certificate, issuer }, now)
    if (answer) return answer
  }
  throw new CmsError('malformed', 'an answer of a responder about another certificate')
}
