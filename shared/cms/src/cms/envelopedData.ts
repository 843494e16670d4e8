import type { Bytes } from '../bytes.ts'
import { type AlgorithmId, readAlgorithm } from '../crypto/algorithmId.ts'
import type { Agreement } from '../crypto/keyAgreement.ts'
import type { PasswordWay } from '../crypto/passwordWrap.ts'
import {
  bitsOf,
  DerFields,
  type DerNode,
  fieldsOf,
  insideOf,
  isContext,
  isUniversal,
  nextOid,
  octetsOf,
  readDer,
  TAG,
} from '../der/readDer.ts'
import { bitString, sequence } from '../der/writeDer.ts'
import { CmsError } from '../errors.ts'
import { type PublicKey, readPublicKey } from '../x509/publicKey.ts'
import { type CertificateId, readIssuerAndSerial } from './signerInfo.ts'

/** One way to the key of the content. */
export type Recipient =
  | {
      readonly way: 'transport'
      readonly id: CertificateId
      readonly algorithm: AlgorithmId
      readonly encrypted: Bytes
    }
  | {
      readonly way: 'agreement'
      readonly id: CertificateId
      readonly algorithm: AlgorithmId
      /** The sender's key that was used once: a whole one, or a point of the recipient's curve. */
      readonly originator: { readonly point: Bytes; readonly key: PublicKey | null }
      readonly material: Agreement['material']
      readonly encrypted: Bytes
    }

/** Encrypted content with the ways to its key (RFC 5652 §6, RFC 5083). */
export interface EnvelopedData {
  readonly type: 'enveloped'
  readonly recipients: readonly Recipient[]
  /** Ways by a password; mail has them here where an outside person opens it with a code. */
  readonly passwords: readonly PasswordWay[]
  readonly cipher: AlgorithmId
  readonly encrypted: Bytes
  /** Of content whose cipher notices changes: what it covers beside the content, and its tag. */
  readonly authenticated: { readonly attributes: Bytes; readonly tag: Bytes } | null
}

/** Mailing lists encrypt to many; each way costs memory, and only those to a known key cost time. */
const MOST_RECIPIENTS = 2_000

function readTransport(node: DerNode): Recipient {
  const fields = fieldsOf(node, 'a recipient')
  fields.next(TAG.integer)
  const keyId = fields.optionalContext(0)
  const id = keyId ? { subjectKeyId: octetsOf(keyId) } : readIssuerAndSerial(fields.any())
  const algorithm = readAlgorithm(fields.any())
  return { way: 'transport', id, algorithm, encrypted: octetsOf(fields.next(TAG.octetString)) }
}

function readOriginator(node: DerNode): { point: Bytes; key: PublicKey | null } | null {
  const inside = insideOf(node, 'a sender')
  if (!isContext(inside, 1)) return null
  const fields = new DerFields(inside, 'the key of a sender')
  const algorithm = fields.any()
  const point = bitsOf(fields.next(TAG.bitString))
  // The curve is often left out: it is the recipient's.
  const named = algorithm.children.length > 1 && isUniversal(algorithm.children[1], TAG.oid)
  return { point, key: named ? readPublicKey(readDer(sequence(algorithm.whole, bitString(point)))) : null }
}

function readAgreement(node: DerNode): Recipient[] {
  const fields = new DerFields(node, 'a recipient')
  fields.next(TAG.integer)
  const sender = fields.optionalContext(0)
  const originator = sender ? readOriginator(sender) : null
  const material = fields.optionalContext(1)
  const algorithm = readAlgorithm(fields.any())
  if (!originator) return []
  return fields.next(TAG.sequence).children.map((child) => {
    const pair = fieldsOf(child, 'a recipient')
    const named = pair.any()
    const keyId = isContext(named, 0) ? named.children[0] : null
    return {
      way: 'agreement',
      id: keyId ? { subjectKeyId: octetsOf(keyId) } : readIssuerAndSerial(named),
      algorithm,
      originator,
      material: material ? octetsOf(insideOf(material, 'key material')) : null,
      encrypted: octetsOf(pair.next(TAG.octetString)),
    }
  })
}

/** Each way by a password that is tried costs the time of its derivation. */
const MOST_PASSWORDS = 2

function readPasswords(node: DerNode): PasswordWay[] {
  const ways = node.children.filter((child) => isContext(child, 3))
  if (ways.length > MOST_PASSWORDS) throw new CmsError('too-large', `${ways.length} passwords`)
  return ways.flatMap((child) => {
    const fields = new DerFields(child, 'a recipient')
    fields.next(TAG.integer)
    const derived = fields.optionalContext(0)
    if (!derived) return []
    const inside = new DerFields(derived, 'a key derivation')
    const derivation = { oid: nextOid(inside), parameters: inside.more ? inside.any() : null, der: derived.whole }
    return [{ derivation, wrap: readAlgorithm(fields.any()), encrypted: octetsOf(fields.next(TAG.octetString)) }]
  })
}

/** Recipients by a key agreed before are passed over: mail does not use them. Those by a password are read apart. */
function readRecipients(node: DerNode): Recipient[] {
  const recipients: Recipient[] = []
  for (const child of node.children) {
    if (isUniversal(child, TAG.sequence)) recipients.push(readTransport(child))
    else if (isContext(child, 1)) recipients.push(...readAgreement(child))
    if (recipients.length > MOST_RECIPIENTS) throw new CmsError('too-large', `more than ${MOST_RECIPIENTS} recipients`)
  }
  return recipients
}

interface Common {
  readonly fields: DerFields
  readonly recipients: readonly Recipient[]
  readonly passwords: readonly PasswordWay[]
  readonly cipher: AlgorithmId
  readonly encrypted: Bytes
}

function readCommon(node: DerNode): Common {
  const fields = fieldsOf(node, 'an encrypted part')
  fields.next(TAG.integer)
  fields.optionalContext(0)
  const ways = fields.next(TAG.set)
  const recipients = readRecipients(ways)
  const passwords = readPasswords(ways)
  const content = fieldsOf(fields.any(), 'encrypted content')
  nextOid(content)
  const cipher = readAlgorithm(content.any())
  const encrypted = content.optionalContext(0)
  if (!encrypted) throw new CmsError('malformed', 'an encrypted part without content')
  return { fields, recipients, passwords, cipher, encrypted: octetsOf(encrypted) }
}

export function readEnvelopedData(node: DerNode): EnvelopedData {
  const { recipients, passwords, cipher, encrypted } = readCommon(node)
  return { type: 'enveloped', recipients, passwords, cipher, encrypted, authenticated: null }
}

export function readAuthEnvelopedData(node: DerNode): EnvelopedData {
  const { fields, recipients, passwords, cipher, encrypted } = readCommon(node)
  const attributes = fields.optionalContext(1)
  const tag = octetsOf(fields.next(TAG.octetString))
  // The cipher covers the attributes as a SET, not with the tag they are sent with (RFC 5083 §2.2).
  const covered = attributes ? attributes.whole.slice() : new Uint8Array(0)
  if (attributes) covered[0] = 0x31
  return { type: 'enveloped', recipients, passwords, cipher, encrypted, authenticated: { attributes: covered, tag } }
}
