import { type Bytes, fromHex, joinBytes, padLeft, withoutLeadingZeros } from '../bytes.ts'
import { OID } from '../der/oids.ts'
import { CmsError } from '../errors.ts'
import { importPrivate, type PrivateKey } from '../keys/privateKey.ts'
import type { PublicKey } from '../x509/publicKey.ts'
import { type AlgorithmId, writeAlgorithm, writeAlgorithmWithNull } from './algorithmId.ts'
import { readOaep, writeOaep } from './oaep.ts'
import { LONGEST_KEY, numberOfBytes, powerOf } from './power.ts'
import { rsaSpki } from './signing.ts'
import { sm2Decrypt, sm2Encrypt } from './sm2.ts'

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

/** In bytes: keys of 1,024 bits, and exponents of 64. */
const SHORTEST_KEY = 128
const LONGEST_EXPONENT = 8

/** Random bytes without a zero, each of the others as likely. */
function nonZero(length: number): Bytes {
  const bytes = random(length)
  for (let at = 0; at < length; at += 1) while (bytes[at] === 0) bytes[at] = random(1)[0] ?? 0
  return bytes
}

/** Encrypts a key by RSAES-PKCS1-v1_5 (RFC 8017 §7.2.1): what every mail program reads. */
function encryptOldRsa({ modulus, exponent }: PublicKey & { kind: 'rsa' }, contentKey: Bytes): Bytes {
  const size = withoutLeadingZeros(modulus).length
  // Shorter keys have no room for a padding that cannot be guessed, and longer ones would keep the page busy.
  const e = exponent.length > LONGEST_EXPONENT ? 0n : numberOfBytes(exponent)
  if (size < SHORTEST_KEY || size > LONGEST_KEY || e < 3n) {
    throw new CmsError('unsupported', `an RSA key of ${size} bytes`)
  }
  const padding = nonZero(size - contentKey.length - 3)
  const block = joinBytes(Uint8Array.of(0, 2), padding, Uint8Array.of(0), contentKey)
  const power = powerOf(numberOfBytes(block), e, numberOfBytes(modulus))
  return padLeft(fromHex(power.toString(16)), size) ?? new Uint8Array(size)
}

/**
 * What stands for the key of a block with a wrong padding: the same bytes for the same block, so that sending it again shows
 * nothing, and unknown to all who lack the private key.
 */
async function insteadOf(encrypted: Bytes, secret: Bytes, expected: number): Promise<Bytes> {
  const { subtle } = crypto
  const handle = await subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return new Uint8Array(await subtle.sign('HMAC', handle, encrypted)).subarray(0, expected || 16)
}

/**
 * Reads the key out of a block of PKCS #1 v1.5. A block with a wrong padding gives another key of the expected length: what
 * follows then fails in the same way as with a wrong key, and no answer shows whether the padding was right.
 */
function keyInBlock(block: Bytes | null, instead: Bytes, expected: number): Bytes {
  if (!block || block.length < 11) return instead
  let wrong = (block[0] ?? 1) | ((block[1] ?? 0) ^ 2)
  let end = 0
  for (let at = 2; at < block.length; at += 1) if (end === 0 && block[at] === 0) end = at
  wrong |= end < 10 ? 1 : 0
  const key = block.subarray(end + 1)
  wrong |= expected !== 0 && key.length !== expected ? 1 : 0
  wrong |= key.length === 0 ? 1 : 0
  return wrong ? instead : key
}

/** Opens the key of the content that was encrypted to a key; null when it does not open. */
export async function openTransported(
  key: PrivateKey,
  algorithm: AlgorithmId,
  encrypted: Bytes,
  expected: number,
): Promise<Bytes | null> {
  if (key.kind === 'sm2') {
    if (algorithm.oid !== OID.sm2Encrypt && algorithm.oid !== OID.sm2Curve) {
      throw new CmsError('unsupported', `key cipher ${algorithm.oid}`)
    }
    return sm2Decrypt(key.secret, encrypted)
  }
  if (key.kind !== 'rsa') return null
  if (algorithm.oid === OID.rsaEncryption) {
    const { rsaPrivateOperation } = await import(/* webpackChunkName: "later-old" */ './oldRsa.ts')
    const instead = await insteadOf(encrypted, key.numbers[2], expected)
    return keyInBlock(rsaPrivateOperation(key.numbers, encrypted), instead, expected)
  }
  if (algorithm.oid !== OID.rsaOaep) throw new CmsError('unsupported', `key cipher ${algorithm.oid}`)
  const { digest, label } = readOaep(algorithm)
  const handle = await importPrivate(key, { name: 'RSA-OAEP', hash: digest }, ['decrypt'])
  try {
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'RSA-OAEP', label }, handle, encrypted))
  } catch {
    return null
  }
}

/** RSA-OAEP with SHA-256 for its digest and its mask (RFC 4055 §4.1). */
async function encryptOaep(key: PublicKey & { kind: 'rsa' }, contentKey: Bytes) {
  const handle = await crypto.subtle.importKey('spki', rsaSpki(key), { name: 'RSA-OAEP', hash: 'SHA-256' }, false, [
    'encrypt',
  ])
  const encrypted = new Uint8Array(await crypto.subtle.encrypt('RSA-OAEP', handle, contentKey))
  return { algorithm: writeOaep(), encrypted }
}

/** How a key is encrypted to RSA keys when a letter is written. */
export type RsaTransport = 'PKCS1-v1_5' | 'OAEP'

/** Encrypts the key of the content to an RSA or SM2 key. */
export async function transportKey(
  key: PublicKey,
  contentKey: Bytes,
  rsa: RsaTransport,
): Promise<{ algorithm: Bytes; encrypted: Bytes }> {
  if (key.kind === 'sm2') {
    return { algorithm: writeAlgorithm(OID.sm2Encrypt), encrypted: await sm2Encrypt(key.point, contentKey) }
  }
  if (key.kind !== 'rsa') throw new CmsError('unsupported', 'a key that takes no content key')
  if (rsa === 'PKCS1-v1_5') {
    return { algorithm: writeAlgorithmWithNull(OID.rsaEncryption), encrypted: encryptOldRsa(key, contentKey) }
  }
  return encryptOaep(key, contentKey)
}
