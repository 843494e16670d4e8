import { type Bytes, joinBytes } from '../bytes.ts'
import { OID } from '../der/oids.ts'
import { fieldsOf, numberOf, octetsOf, TAG } from '../der/readDer.ts'
import { integer, octetString, sequence } from '../der/writeDer.ts'
import { CmsError } from '../errors.ts'
import { type AlgorithmId, writeAlgorithm } from './algorithmId.ts'
import { nationalAlgorithms } from './national.ts'

/** Ciphers that WebCrypto lacks, loaded with the first mail that needs them. */
const oldCiphers = () => import(/* webpackChunkName: "later-old" */ './oldCiphers.ts')

/** What content is encrypted with when a letter is written. */
export type ContentCipher = 'AES-256-CBC' | 'AES-256-GCM' | 'SM4-CBC'

/** How long the key of each cipher is, in bytes; 0 for RC2, whose key has any length. */
const KEY_BYTES: Readonly<Record<string, number>> = {
  [OID.aes128Cbc]: 16,
  [OID.aes192Cbc]: 24,
  [OID.aes256Cbc]: 32,
  [OID.aes128Gcm]: 16,
  [OID.aes256Gcm]: 32,
  [OID.tripleDesCbc]: 24,
  [OID.sm4Cbc]: 16,
  [OID.rc2Cbc]: 0,
}

/** How long the key of this cipher is, in bytes; 0 for any. */
export function keyBytesOf({ oid }: AlgorithmId): number {
  const bytes = KEY_BYTES[oid]
  if (bytes === undefined) throw new CmsError('unsupported', `content cipher ${oid}`)
  return bytes
}

/** Whether this cipher notices a change of what it encrypted; the others only by chance. */
const isAuthenticated = ({ oid }: AlgorithmId): boolean => oid === OID.aes128Gcm || oid === OID.aes256Gcm

/** Whether it no longer counts as protection: short keys, or blocks of 8 bytes. */
export const isWeakCipher = ({ oid }: AlgorithmId): boolean => oid === OID.tripleDesCbc || oid === OID.rc2Cbc

/** Without the padding of PKCS #7; null when it is not one. */
function withoutPadding(bytes: Bytes, block: number): Bytes | null {
  const count = bytes[bytes.length - 1] ?? 0
  if (bytes.length % block || count === 0 || count > block) return null
  if (bytes.subarray(bytes.length - count).some((byte) => byte !== count)) return null
  return bytes.subarray(0, bytes.length - count)
}

/** The bits of RC2 behind the numbers that stand for them (RFC 2268 §6). */
const RC2_BITS: Readonly<Record<number, number>> = { 160: 40, 120: 64, 58: 128 }

async function decryptCbc(algorithm: AlgorithmId, key: Bytes, bytes: Bytes): Promise<Bytes | null> {
  const { oid, parameters } = algorithm
  if (!parameters) throw new CmsError('malformed', 'a cipher without its first block')
  if (oid === OID.rc2Cbc) {
    const fields = fieldsOf(parameters, 'the parameters of RC2')
    const version = fields.optional(TAG.integer)
    const bits = version ? RC2_BITS[numberOf(version)] : 32
    if (!bits) throw new CmsError('unsupported', 'RC2 of another length')
    const iv = octetsOf(fields.next(TAG.octetString))
    if (iv.length !== 8 || bytes.length === 0 || bytes.length % 8) return null
    const { decryptRc2 } = await oldCiphers()
    return withoutPadding(await decryptRc2(key, bits, iv, bytes), 8)
  }
  const iv = octetsOf(parameters)
  const block = oid === OID.tripleDesCbc ? 8 : 16
  if (iv.length !== block || bytes.length === 0 || bytes.length % block) return null
  if (oid === OID.tripleDesCbc) return withoutPadding(await (await oldCiphers()).decryptTripleDes(key, iv, bytes), 8)
  if (oid === OID.aes192Cbc) return withoutPadding(await (await oldCiphers()).decryptAes192(key, iv, bytes), 16)
  if (oid === OID.sm4Cbc) {
    const { decryptSm4 } = await nationalAlgorithms()
    return withoutPadding(await decryptSm4(key, iv, bytes), 16)
  }
  const handle = await crypto.subtle.importKey('raw', key, 'AES-CBC', false, ['decrypt'])
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-CBC', iv }, handle, bytes))
}

/**
 * Decrypts content. Null when the key does not open it or it was changed; which of both it was is not returned, so that no
 * answer of the page helps to guess a key.
 */
export async function decryptContent(algorithm: AlgorithmId, key: Bytes, bytes: Bytes): Promise<Bytes | null> {
  const length = keyBytesOf(algorithm)
  if (length !== 0 && key.length !== length) return null
  if (isAuthenticated(algorithm)) return null
  try {
    return await decryptCbc(algorithm, key, bytes)
  } catch (error) {
    if (error instanceof CmsError) throw error
    return null
  }
}

/** Decrypts content whose cipher notices changes, with the attributes that it covers and the tag beside it. */
export async function decryptAuthenticated(
  algorithm: AlgorithmId,
  key: Bytes,
  bytes: Bytes,
  attributes: Bytes,
  tag: Bytes,
): Promise<Bytes | null> {
  if (!isAuthenticated(algorithm)) throw new CmsError('unsupported', `authenticated cipher ${algorithm.oid}`)
  if (key.length !== keyBytesOf(algorithm) || !algorithm.parameters) return null
  const fields = fieldsOf(algorithm.parameters, 'the parameters of GCM')
  const iv = octetsOf(fields.next(TAG.octetString))
  const tagBytes = fields.more ? numberOf(fields.next(TAG.integer)) : 12
  // RFC 5084 allows tags of 12 bytes and more; a shorter one can be guessed.
  if (tagBytes < 12 || tagBytes > 16 || tag.length !== tagBytes) return null
  try {
    // Copied before the page waits for the key: WebCrypto copies it once more.
    const joined = joinBytes(bytes, tag)
    const handle = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
    const parameters = { name: 'AES-GCM', iv, additionalData: attributes, tagLength: tagBytes * 8 }
    return new Uint8Array(await crypto.subtle.decrypt(parameters, handle, joined))
  } catch {
    return null
  }
}

export interface EncryptedContent {
  readonly key: Bytes
  /** The AlgorithmIdentifier with its parameters. */
  readonly algorithm: Bytes
  readonly bytes: Bytes
  /** null for ciphers that notice no change. */
  readonly tag: Bytes | null
}

/** Encrypts content with a new key. */
export async function encryptContent(cipher: ContentCipher, content: Bytes): Promise<EncryptedContent> {
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
  if (cipher === 'SM4-CBC') {
    const { encryptSm4 } = await nationalAlgorithms()
    const key = random(16)
    const iv = random(16)
    const bytes = await encryptSm4(key, iv, content)
    return { key, algorithm: writeAlgorithm(OID.sm4Cbc, octetString(iv)), bytes, tag: null }
  }
  const key = random(32)
  if (cipher === 'AES-256-CBC') {
    const iv = random(16)
    const handle = await crypto.subtle.importKey('raw', key, 'AES-CBC', false, ['encrypt'])
    const bytes = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-CBC', iv }, handle, content))
    return { key, algorithm: writeAlgorithm(OID.aes256Cbc, octetString(iv)), bytes, tag: null }
  }
  const iv = random(12)
  const handle = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt'])
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv, tagLength: 128 }, handle, content))
  const parameters = sequence(octetString(iv), integer(16))
  return {
    key,
    algorithm: writeAlgorithm(OID.aes256Gcm, parameters),
    bytes: sealed.subarray(0, -16),
    tag: sealed.subarray(-16),
  }
}
