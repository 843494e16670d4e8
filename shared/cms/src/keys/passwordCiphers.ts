import { hmac } from '@noble/hashes/hmac.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import { type Bytes, fromText, joinBytes } from '../bytes.ts'
import { type AlgorithmId, readAlgorithm } from '../crypto/algorithmId.ts'
import { decryptContent } from '../crypto/contentCiphers.ts'
import type { DigestName } from '../crypto/digests.ts'
import { OID } from '../der/oids.ts'
import { type DerNode, fieldsOf, numberOf, octetsOf, TAG } from '../der/readDer.ts'
import { CmsError } from '../errors.ts'

/** More rounds than any program writes; a file that names more would only keep the machine busy. */
const MOST_ROUNDS = 5_000_000
const MOST_OLD_ROUNDS = 300_000

const HASHES = { 'SHA-1': sha1, 'SHA-256': sha256, 'SHA-384': sha384, 'SHA-512': sha512 } as const
export type FileDigest = keyof typeof HASHES

export function fileDigest(name: DigestName): FileDigest {
  if (name === 'SM3') throw new CmsError('unsupported', 'a key file protected by SM3')
  return name
}

/** A password as old key files use it: two bytes a character, and two zeros (RFC 7292 B.1). */
export function bmpPassword(password: string): Bytes {
  const bytes = new Uint8Array(password.length * 2 + 2)
  for (let at = 0; at < password.length; at += 1) {
    const unit = password.charCodeAt(at)
    bytes[at * 2] = unit >> 8
    bytes[at * 2 + 1] = unit & 0xff
  }
  return bytes
}

const repeated = (bytes: Bytes, block: number): Bytes =>
  bytes.length === 0
    ? bytes
    : Uint8Array.from({ length: block * Math.ceil(bytes.length / block) }, (_, at) => bytes[at % bytes.length] ?? 0)

/** The key derivation of RFC 7292 B.2; `id` is 1 for a key, 2 for a first block, 3 for the check of the whole file. */
export function oldDerivation(
  name: FileDigest,
  password: Bytes,
  salt: Bytes,
  { id, rounds, length }: { id: 1 | 2 | 3; rounds: number; length: number },
): Bytes {
  if (rounds > MOST_OLD_ROUNDS || rounds < 1) throw new CmsError('too-large', `${rounds} rounds`)
  const hash = HASHES[name]
  const block = hash.blockLen
  const input = joinBytes(repeated(salt, block), repeated(password, block))
  let derived: Bytes = new Uint8Array(0)
  for (;;) {
    let round = hash(joinBytes(new Uint8Array(block).fill(id), input))
    for (let count = 1; count < rounds; count += 1) round = hash(round)
    derived = joinBytes(derived, round)
    if (derived.length >= length) return derived.subarray(0, length)
    const added = repeated(new Uint8Array(round), block).subarray(0, block)
    for (let at = 0; at < input.length; at += block) {
      let carry = 1
      for (let byte = block - 1; byte >= 0; byte -= 1) {
        const sum = (input[at + byte] ?? 0) + (added[byte] ?? 0) + carry
        input[at + byte] = sum & 0xff
        carry = sum >> 8
      }
    }
  }
}

/** The check of a whole key file. */
export const fileMac = (name: FileDigest, key: Bytes, content: Bytes): Bytes =>
  new Uint8Array(hmac(HASHES[name], key, content))

const PSEUDO_RANDOM: Readonly<Record<string, FileDigest>> = {
  [OID.hmacSha1]: 'SHA-1',
  [OID.hmacSha256]: 'SHA-256',
  [OID.hmacSha384]: 'SHA-384',
  [OID.hmacSha512]: 'SHA-512',
}

const DERIVED_BYTES: Readonly<Record<string, number>> = {
  [OID.aes128Cbc]: 16,
  [OID.aes192Cbc]: 24,
  [OID.aes256Cbc]: 32,
  [OID.tripleDesCbc]: 24,
}

async function decryptPbes2(parameters: DerNode, password: string, bytes: Bytes): Promise<Bytes | null> {
  const fields = fieldsOf(parameters, 'the protection of a key file')
  const derivation = readAlgorithm(fields.any())
  const cipher = readAlgorithm(fields.any())
  if (derivation.oid !== OID.pbkdf2 || !derivation.parameters) throw new CmsError('unsupported', derivation.oid)
  const inner = fieldsOf(derivation.parameters, 'the protection of a key file')
  const salt = octetsOf(inner.next(TAG.octetString))
  const iterations = numberOf(inner.next(TAG.integer))
  if (iterations > MOST_ROUNDS || iterations < 1) throw new CmsError('too-large', `${iterations} rounds`)
  inner.optional(TAG.integer)
  const named = inner.more ? readAlgorithm(inner.any()).oid : OID.hmacSha1
  const hash = PSEUDO_RANDOM[named]
  const length = DERIVED_BYTES[cipher.oid]
  if (!hash || !length) throw new CmsError('unsupported', `${named} with ${cipher.oid}`)
  const handle = await crypto.subtle.importKey('raw', fromText(password), 'PBKDF2', false, ['deriveBits'])
  const derived = await crypto.subtle.deriveBits({ name: 'PBKDF2', hash, salt, iterations }, handle, length * 8)
  return decryptContent(cipher, new Uint8Array(derived), bytes)
}

/** Key and first block of the ciphers of old files. */
const OLD: Readonly<Record<string, { readonly keyBytes: number; readonly rc2Bits?: number }>> = {
  [OID.pbeTripleDes]: { keyBytes: 24 },
  [OID.pbeTwoKeyTripleDes]: { keyBytes: 16 },
  [OID.pbeRc2of128]: { keyBytes: 16, rc2Bits: 128 },
  [OID.pbeRc2of40]: { keyBytes: 5, rc2Bits: 40 },
}

async function decryptOld(algorithm: AlgorithmId, password: Bytes, bytes: Bytes): Promise<Bytes | null> {
  const cipher = OLD[algorithm.oid]
  if (!cipher || !algorithm.parameters) throw new CmsError('unsupported', `protection ${algorithm.oid}`)
  const fields = fieldsOf(algorithm.parameters, 'the protection of a key file')
  const salt = octetsOf(fields.next(TAG.octetString))
  const rounds = numberOf(fields.next(TAG.integer))
  const key = oldDerivation('SHA-1', password, salt, { id: 1, rounds, length: cipher.keyBytes })
  const iv = oldDerivation('SHA-1', password, salt, { id: 2, rounds, length: 8 })
  if (bytes.length === 0 || bytes.length % 8) return null
  const { decryptRc2, decryptTripleDes } = await import(/* webpackChunkName: "later-old" */ '../crypto/oldCiphers.ts')
  const opened = await (cipher.rc2Bits ? decryptRc2(key, cipher.rc2Bits, iv, bytes) : decryptTripleDes(key, iv, bytes))
  const padding = opened[opened.length - 1] ?? 0
  return padding >= 1 && padding <= 8 ? opened.subarray(0, -padding) : null
}

/** Opens what a key file protects by its password, in the new way (PBES2) or an old one; null when it does not open. */
export async function decryptByPassword(algorithm: AlgorithmId, password: string, bytes: Bytes): Promise<Bytes | null> {
  if (algorithm.oid !== OID.pbes2) return decryptOld(algorithm, bmpPassword(password), bytes)
  if (!algorithm.parameters) throw new CmsError('malformed', 'a protection without parameters')
  return decryptPbes2(algorithm.parameters, password, bytes)
}
