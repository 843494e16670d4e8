import { type Bytes, joinBytes } from '../bytes.ts'
import { OID } from '../der/oids.ts'
import { octetString, oid, sequence, tagged } from '../der/writeDer.ts'
import { CmsError } from '../errors.ts'
import { importPrivate, type PrivateKey } from '../keys/privateKey.ts'
import { BYTES_OF_CURVE, type PublicKey } from '../x509/publicKey.ts'
import { type AlgorithmId, readAlgorithm, writeAlgorithm } from './algorithmId.ts'
import { type DigestName, digest } from './digests.ts'

/** The digest of each way of agreement; those with a cofactor are the same on these curves, whose cofactor is 1. */
const AGREEMENTS: Readonly<Record<string, DigestName>> = {
  [OID.ecdhSha1]: 'SHA-1',
  [OID.ecdhSha256]: 'SHA-256',
  [OID.ecdhSha384]: 'SHA-384',
  [OID.ecdhSha512]: 'SHA-512',
  '1.3.133.16.840.63.0.3': 'SHA-1',
  '1.3.132.1.14.1': 'SHA-256',
  '1.3.132.1.14.2': 'SHA-384',
  '1.3.132.1.14.3': 'SHA-512',
}

const WRAP_BYTES: Readonly<Record<string, number>> = {
  [OID.aes128Wrap]: 16,
  [OID.aes192Wrap]: 24,
  [OID.aes256Wrap]: 32,
}

const bigEndian = (number: number) =>
  Uint8Array.of((number >>> 24) & 0xff, (number >>> 16) & 0xff, (number >>> 8) & 0xff, number & 0xff)

/** The key derivation of X9.63 over ECC-CMS-SharedInfo (RFC 5753 §7.2); `material` is left out where no sender wrote one. */
async function deriveWrappingKey(
  name: DigestName,
  secret: Bytes,
  wrap: AlgorithmId,
  material: Bytes | null,
): Promise<Bytes> {
  const length = WRAP_BYTES[wrap.oid]
  if (!length) throw new CmsError('unsupported', `key wrap ${wrap.oid}`)
  const shared = sequence(
    wrap.der,
    ...(material ? [tagged(0, octetString(material))] : []),
    tagged(2, octetString(bigEndian(length * 8))),
  )
  let derived: Bytes = new Uint8Array(0)
  for (let counter = 1; derived.length < length; counter += 1) {
    derived = joinBytes(derived, await digest(name, joinBytes(secret, bigEndian(counter), shared)))
  }
  return derived.subarray(0, length)
}

const sharedSecret = async (own: CryptoKey, curve: PublicKey & { kind: 'ec' }) => {
  const algorithm = { name: 'ECDH', namedCurve: curve.curve }
  const other = await crypto.subtle.importKey('raw', curve.point, algorithm, false, [])
  const bits = BYTES_OF_CURVE[curve.curve] * 8
  // P-521 has numbers of 521 bits in 66 bytes; WebCrypto returns whole bytes of it.
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: other }, own, bits))
}

/** A key to wrap is handed to WebCrypto as one of HMAC, the only kind of any length. */
const WRAPPED = { name: 'HMAC', hash: 'SHA-256' }

/** What a sender wrote about how a key was agreed on. */
export interface Agreement {
  readonly algorithm: AlgorithmId
  readonly originator: PublicKey & { kind: 'ec' }
  readonly material: Bytes | null
}

/** Opens the key of the content that was agreed on with a key; null when it does not open. */
export async function openAgreed(
  key: PrivateKey,
  { algorithm, originator, material }: Agreement,
  encrypted: Bytes,
): Promise<Bytes | null> {
  if (key.kind !== 'ec' || originator.curve !== key.curve) return null
  const name = AGREEMENTS[algorithm.oid]
  if (!name || !algorithm.parameters) throw new CmsError('unsupported', `key agreement ${algorithm.oid}`)
  const wrap = readAlgorithm(algorithm.parameters)
  const own = await importPrivate(key, { name: 'ECDH', namedCurve: key.curve }, ['deriveBits'])
  try {
    const secret = await sharedSecret(own, originator)
    const wrapping = await deriveWrappingKey(name, secret, wrap, material)
    const handle = await crypto.subtle.importKey('raw', wrapping, 'AES-KW', false, ['unwrapKey'])
    const opened = await crypto.subtle.unwrapKey('raw', encrypted, handle, 'AES-KW', WRAPPED, true, ['sign'])
    return new Uint8Array(await crypto.subtle.exportKey('raw', opened))
  } catch (error) {
    if (error instanceof CmsError) throw error
    return null
  }
}

/** Encrypts the key of the content to a key of an elliptic curve, with a new key of the sender's that is used once. */
export async function agreeOnKey(
  recipient: PublicKey & { kind: 'ec' },
  contentKey: Bytes,
): Promise<{ algorithm: Bytes; originatorPoint: Bytes; encrypted: Bytes }> {
  const algorithm = { name: 'ECDH', namedCurve: recipient.curve }
  const once = await crypto.subtle.generateKey(algorithm, false, ['deriveBits'])
  const originatorPoint = new Uint8Array(await crypto.subtle.exportKey('raw', once.publicKey))
  const secret = await sharedSecret(once.privateKey, recipient)
  const wrapDer = writeAlgorithm(OID.aes256Wrap)
  const wrap: AlgorithmId = { oid: OID.aes256Wrap, parameters: null, der: wrapDer }
  const wrapping = await deriveWrappingKey('SHA-256', secret, wrap, null)
  const handle = await crypto.subtle.importKey('raw', wrapping, 'AES-KW', false, ['wrapKey'])
  const content = await crypto.subtle.importKey('raw', contentKey, WRAPPED, true, ['sign'])
  const encrypted = new Uint8Array(await crypto.subtle.wrapKey('raw', content, handle, 'AES-KW'))
  return { algorithm: sequence(oid(OID.ecdhSha256), wrapDer), originatorPoint, encrypted }
}
