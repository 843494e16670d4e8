import { type Bytes, fromHex, joinBytes, padLeft, toHex } from '../bytes.ts'
import { fieldsOf, octetsOf, readDer, TAG, unsignedOf } from '../der/readDer.ts'
import { integer, octetString, sequence } from '../der/writeDer.ts'
import { CmsError } from '../errors.ts'
import { nationalAlgorithms } from './national.ts'

/** The order of the curve's base point (GM/T 0003.5). */
const ORDER = 0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123n

const numberFrom = (bytes: Bytes) => BigInt(`0x${toHex(bytes) || '0'}`)

export interface Sm2Pair {
  /** 32 bytes. */
  readonly secret: Bytes
  /** 65 bytes, uncompressed. */
  readonly point: Bytes
}

export async function generateSm2(): Promise<Sm2Pair> {
  const { sm2 } = await nationalAlgorithms()
  for (;;) {
    const secret = crypto.getRandomValues(new Uint8Array(32))
    const number = numberFrom(secret)
    if (number === 0n || number >= ORDER - 1n) continue
    return { secret, point: fromHex(sm2.getPublicKeyFromPrivateKey(toHex(secret))) }
  }
}

export async function sm2PointOf(secret: Bytes): Promise<Bytes> {
  const number = numberFrom(secret)
  if (number === 0n || number >= ORDER) throw new CmsError('malformed', 'an SM2 key is out of range')
  return fromHex((await nationalAlgorithms()).sm2.getPublicKeyFromPrivateKey(toHex(secret)))
}

/** Signs with SM3 and the identity 1234567812345678, which certificates use (GM/T 0009 §10). The signature is DER. */
export async function sm2Sign(secret: Bytes, message: Bytes): Promise<Bytes> {
  const { sm2 } = await nationalAlgorithms()
  const raw = fromHex(sm2.doSignature(message, toHex(secret), { hash: true }))
  return sequence(integer(raw.subarray(0, 32)), integer(raw.subarray(32)))
}

/** Whether a DER signature is right. A number out of range and a point beside the curve are a wrong signature. */
export async function sm2Verify(point: Bytes, message: Bytes, signature: Bytes): Promise<boolean> {
  const { sm2 } = await nationalAlgorithms()
  const fields = fieldsOf(readDer(signature), 'a signature')
  const numbers = [fields.next(TAG.integer), fields.next(TAG.integer)].map(unsignedOf)
  const inRange = numbers.every((bytes) => bytes.length <= 32 && numberFrom(bytes) > 0n && numberFrom(bytes) < ORDER)
  if (!inRange) return false
  const raw = numbers.map((bytes) => toHex(padLeft(bytes, 32) ?? bytes)).join('')
  try {
    return sm2.doVerifySignature(message, raw, toHex(point), { hash: true })
  } catch {
    return false
  }
}

/** Encrypts a key for a recipient: the SM2Cipher of GM/T 0009 §7.2. */
export async function sm2Encrypt(point: Bytes, message: Bytes): Promise<Bytes> {
  const { sm2 } = await nationalAlgorithms()
  const raw = fromHex(sm2.doEncrypt(message, toHex(point), 1))
  return sequence(
    integer(raw.subarray(0, 32)),
    integer(raw.subarray(32, 64)),
    octetString(raw.subarray(64, 96)),
    octetString(raw.subarray(96)),
  )
}

/** Opens an SM2Cipher; null when it was not made for this key or was changed. */
export async function sm2Decrypt(secret: Bytes, cipher: Bytes): Promise<Bytes | null> {
  const { sm2 } = await nationalAlgorithms()
  const fields = fieldsOf(readDer(cipher), 'an SM2 cipher')
  const x = padLeft(unsignedOf(fields.next(TAG.integer)), 32)
  const y = padLeft(unsignedOf(fields.next(TAG.integer)), 32)
  const hash = octetsOf(fields.next(TAG.octetString))
  const text = octetsOf(fields.next(TAG.octetString))
  if (!x || !y || hash.length !== 32 || text.length === 0 || text.length > 256) return null
  try {
    // The form without ASN.1: only there the library checks that the point is on the curve.
    const opened = sm2.doDecrypt(toHex(joinBytes(x, y, hash, text)), toHex(secret), 1, { output: 'array' })
    return opened.length === text.length ? new Uint8Array(opened) : null
  } catch {
    return null
  }
}
