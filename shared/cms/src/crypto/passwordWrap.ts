import { type Bytes, fromText, joinBytes } from '../bytes.ts'
import { OID } from '../der/oids.ts'
import { fieldsOf, numberOf, octetsOf, TAG } from '../der/readDer.ts'
import { element, integer, octetString, oid, sequence } from '../der/writeDer.ts'
import { CmsError } from '../errors.ts'
import { type AlgorithmId, readAlgorithm, writeAlgorithm, writeAlgorithmWithNull } from './algorithmId.ts'

// The key of the content under a password: PBKDF2 (RFC 8018 §5.2), and the wrapping of RFC 3211 §2.3 in AES.

/** Rounds of PBKDF2 with SHA-256 that are written. */
const ROUNDS = 600_000
/** More rounds than any program writes; a mail that names more would only keep the machine busy. */
const MOST_ROUNDS = 5_000_000
const BLOCK = 16

/** A way to the key of the content by a password (RFC 5652 §6.2.4). */
export interface PasswordWay {
  readonly derivation: AlgorithmId
  readonly wrap: AlgorithmId
  readonly encrypted: Bytes
}

const HASHES: Readonly<Record<string, string>> = {
  [OID.hmacSha1]: 'SHA-1',
  [OID.hmacSha256]: 'SHA-256',
  [OID.hmacSha384]: 'SHA-384',
  [OID.hmacSha512]: 'SHA-512',
}

const KEY_BYTES: Readonly<Record<string, number>> = { [OID.aes128Cbc]: 16, [OID.aes256Cbc]: 32 }

interface Derivation {
  readonly salt: Bytes
  readonly iterations: number
  readonly hash: string
}

async function deriveKey(password: string, { salt, iterations, hash }: Derivation, bytes: number): Promise<CryptoKey> {
  const { subtle } = crypto
  const from = await subtle.importKey('raw', fromText(password), 'PBKDF2', false, ['deriveBits'])
  const bits = await subtle.deriveBits({ name: 'PBKDF2', hash, salt, iterations }, from, bytes * 8)
  return subtle.importKey('raw', bits, 'AES-CBC', false, ['encrypt', 'decrypt'])
}

/** Whole blocks in CBC, without the padding that WebCrypto adds. */
async function encryptBlocks(key: CryptoKey, iv: Bytes, blocks: Bytes): Promise<Bytes> {
  const padded = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-CBC', iv }, key, blocks))
  return padded.subarray(0, blocks.length)
}

/** The same back: a block that holds a padding alone is put behind, which WebCrypto removes again. */
async function decryptBlocks(key: CryptoKey, iv: Bytes, blocks: Bytes): Promise<Bytes> {
  const last = blocks.slice(-BLOCK)
  const padding = await crypto.subtle.encrypt({ name: 'AES-CBC', iv: last }, key, new Uint8Array(0))
  const whole = joinBytes(blocks, new Uint8Array(padding))
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-CBC', iv }, key, whole))
}

/** Wraps the key of the content under a password: the two algorithms and the wrapped key, as they stand in a recipient. */
export async function wrapUnderPassword(
  contentKey: Bytes,
  password: string,
): Promise<{ derivation: Bytes; wrap: Bytes; encrypted: Bytes }> {
  const [salt, iv] = [crypto.getRandomValues(new Uint8Array(16)), crypto.getRandomValues(new Uint8Array(BLOCK))]
  const key = await deriveKey(password, { salt, iterations: ROUNDS, hash: 'SHA-256' }, 32)
  const length = Math.ceil((contentKey.length + 4) / BLOCK) * BLOCK
  const plain = crypto.getRandomValues(new Uint8Array(Math.max(length, 2 * BLOCK)))
  plain[0] = contentKey.length
  // Three bytes that show on opening whether the password is right.
  for (let at = 0; at < 3; at += 1) plain[1 + at] = (contentKey[at] ?? 0) ^ 0xff
  plain.set(contentKey, 4)
  const once = await encryptBlocks(key, iv, plain)
  const encrypted = await encryptBlocks(key, once.slice(-BLOCK), once)
  const parameters = sequence(octetString(salt), integer(ROUNDS), writeAlgorithmWithNull(OID.hmacSha256))
  const cipher = writeAlgorithm(OID.aes256Cbc, octetString(iv))
  return {
    // An AlgorithmIdentifier under the tag of its place.
    derivation: element(0xa0, oid(OID.pbkdf2), parameters),
    wrap: writeAlgorithm(OID.passwordWrap, cipher),
    encrypted,
  }
}

function readDerivation({ oid: name, parameters }: AlgorithmId): Derivation {
  if (name !== OID.pbkdf2 || !parameters) throw new CmsError('unsupported', `key derivation ${name}`)
  const fields = fieldsOf(parameters, 'a key derivation')
  const salt = octetsOf(fields.next(TAG.octetString))
  const iterations = numberOf(fields.next(TAG.integer))
  if (iterations > MOST_ROUNDS || iterations < 1) throw new CmsError('too-large', `${iterations} rounds`)
  fields.optional(TAG.integer)
  const hash = HASHES[fields.more ? readAlgorithm(fields.any()).oid : OID.hmacSha1]
  if (!hash) throw new CmsError('unsupported', 'the digest of a key derivation')
  return { salt, iterations, hash }
}

/** The key of the content; null where the password does not open it. */
export async function unwrapByPassword(
  { derivation, wrap, encrypted }: PasswordWay,
  password: string,
): Promise<Bytes | null> {
  if (wrap.oid !== OID.passwordWrap || !wrap.parameters) throw new CmsError('unsupported', `key wrap ${wrap.oid}`)
  const cipher = readAlgorithm(wrap.parameters)
  const bytes = KEY_BYTES[cipher.oid]
  if (!bytes || !cipher.parameters) throw new CmsError('unsupported', `key wrap with ${cipher.oid}`)
  const iv = octetsOf(cipher.parameters)
  // A length of one byte and the key: more than 18 blocks hold nothing.
  if (iv.length !== BLOCK || encrypted.length < 2 * BLOCK || encrypted.length % BLOCK || encrypted.length > 18 * BLOCK)
    return null
  const key = await deriveKey(password, readDerivation(derivation), bytes)
  // The last block of the first pass is the first block of the second: it is opened by the block before it.
  const last = await decryptBlocks(key, encrypted.slice(-2 * BLOCK, -BLOCK), encrypted.slice(-BLOCK))
  const once = await decryptBlocks(key, last, encrypted)
  const plain = await decryptBlocks(key, iv, once)
  const length = plain[0] ?? 0
  const contentKey = plain.subarray(4, 4 + length)
  let wrong = length < 8 || contentKey.length !== length ? 1 : 0
  for (let at = 0; at < 3; at += 1) wrong |= (plain[1 + at] ?? 0) ^ (contentKey[at] ?? 0) ^ 0xff
  return wrong === 0 ? contentKey : null
}
