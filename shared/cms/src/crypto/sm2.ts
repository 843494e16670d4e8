import { type Bytes, joinBytes, padLeft } from '../bytes.ts'
import { fieldsOf, octetsOf, readDer, TAG, unsignedOf } from '../der/readDer.ts'
import { integer, octetString, sequence } from '../der/writeDer.ts'
import { CmsError } from '../errors.ts'
import { nationalAlgorithms } from './national.ts'
import { numberOfBytes } from './power.ts'

export interface Sm2Pair {
  /** 32 bytes. */
  readonly secret: Bytes
  /** 65 bytes, uncompressed. */
  readonly point: Bytes
}

export async function generateSm2(): Promise<Sm2Pair> {
  const { ORDER, pointOf } = await nationalAlgorithms()
  for (;;) {
    const secret = crypto.getRandomValues(new Uint8Array(32))
    const number = numberOfBytes(secret)
    if (number > 0n && number < ORDER - 1n) return { secret, point: pointOf(secret) }
  }
}

export async function sm2PointOf(secret: Bytes): Promise<Bytes> {
  const { ORDER, pointOf } = await nationalAlgorithms()
  const number = numberOfBytes(secret)
  if (number === 0n || number >= ORDER - 1n) throw new CmsError('malformed', 'an SM2 key is out of range')
  return pointOf(secret)
}

/** Signs with SM3 and the identity 1234567812345678, which certificates use (GM/T 0009 §10). The signature is DER. */
export async function sm2Sign(secret: Bytes, message: Bytes): Promise<Bytes> {
  const { longSm3, signDigest, signerDigest } = await nationalAlgorithms()
  const digest = await longSm3(joinBytes(signerDigest(await sm2PointOf(secret)), message))
  const raw = signDigest(secret, digest)
  return sequence(integer(raw.subarray(0, 32)), integer(raw.subarray(32)))
}

/** Whether a DER signature is right. A number out of range and a point beside the curve are a wrong signature. */
export async function sm2Verify(point: Bytes, message: Bytes, signature: Bytes): Promise<boolean> {
  const { isSigned, longSm3, ORDER, signerDigest } = await nationalAlgorithms()
  const fields = fieldsOf(readDer(signature), 'a signature')
  const numbers = [fields.next(TAG.integer), fields.next(TAG.integer)].map(unsignedOf)
  if (numbers.some(({ length }) => length > 32)) return false
  const [r = 0n, s = 0n] = numbers.map(numberOfBytes)
  if ([r, s].some((number) => number === 0n || number >= ORDER)) return false
  try {
    return isSigned(point, await longSm3(joinBytes(signerDigest(point), message)), r, s)
  } catch {
    return false
  }
}

/** Encrypts a key for a recipient: the SM2Cipher of GM/T 0009 §7.2. */
export async function sm2Encrypt(point: Bytes, message: Bytes): Promise<Bytes> {
  const { encryptTo } = await nationalAlgorithms()
  const { once, digest, text } = encryptTo(point, message)
  return sequence(integer(once.subarray(0, 32)), integer(once.subarray(32)), octetString(digest), octetString(text))
}

/** Opens an SM2Cipher; null when it was not made for this key or was changed. */
export async function sm2Decrypt(secret: Bytes, cipher: Bytes): Promise<Bytes | null> {
  const { decryptBy } = await nationalAlgorithms()
  const fields = fieldsOf(readDer(cipher), 'an SM2 cipher')
  const x = padLeft(unsignedOf(fields.next(TAG.integer)), 32)
  const y = padLeft(unsignedOf(fields.next(TAG.integer)), 32)
  const digest = octetsOf(fields.next(TAG.octetString))
  const text = octetsOf(fields.next(TAG.octetString))
  if (!x || !y || digest.length !== 32 || text.length === 0 || text.length > 256) return null
  try {
    return decryptBy(secret, { once: joinBytes(x, y), digest, text })
  } catch {
    return null
  }
}
