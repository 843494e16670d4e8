import { weierstrassN } from '@noble/curves/abstract/weierstrass.js'
import { type Bytes, fromHex, fromText, joinBytes, padLeft, sameSecret } from '../bytes.ts'
import { numberOfBytes, reciprocalOf } from './power.ts'
import { sm3 } from './sm3.ts'

// SM2 (GB/T 32918) over the curve of GB/T 32918.5.

const CURVE = {
  p: 0xfffffffeffffffffffffffffffffffffffffffff00000000ffffffffffffffffn,
  n: 0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123n,
  h: 1n,
  a: 0xfffffffeffffffffffffffffffffffffffffffff00000000fffffffffffffffcn,
  b: 0x28e9fa9e9d9f5e344d5a9e4bcf6509a7f39789f515ab8f92ddbcbd414d940e93n,
  Gx: 0x32c4ae2c1f1981195f9904466a39c9948fe30bbff2660be1715a4589334c74c7n,
  Gy: 0xbc3736a2f4f6779c59bdcee36b692153d0a9877cc62a474002df32e52139f0a0n,
} as const

/** How many points the base point gives. */
export const ORDER = CURVE.n

const Point = weierstrassN({ ...CURVE })
type CurvePoint = typeof Point.BASE

const bytesOf = (number: bigint): Bytes => padLeft(fromHex(number.toString(16)), 32) ?? new Uint8Array(32)

/** A number from 1 to the order less 1, each as likely as the others. */
function randomScalar(): bigint {
  for (;;) {
    const number = numberOfBytes(crypto.getRandomValues(new Uint8Array(32)))
    if (number > 0n && number < ORDER) return number
  }
}

const inRing = (number: bigint): bigint => ((number % ORDER) + ORDER) % ORDER

/** The public point of a secret, uncompressed. Throws where it is out of range. */
export const pointOf = (secret: Bytes): Bytes =>
  new Uint8Array(Point.BASE.multiply(numberOfBytes(secret)).toBytes(false))

/** A point on the curve. Throws for bytes that are none. */
function readPoint(bytes: Bytes): CurvePoint {
  const point = Point.fromBytes(bytes)
  point.assertValidity()
  return point
}

/** The identity that certificates use (GM/T 0009 §10), with its length in bits before it. */
const IDENTITY = joinBytes(Uint8Array.of(0, 128), fromText('1234567812345678'))
const PARAMETERS = joinBytes(...[CURVE.a, CURVE.b, CURVE.Gx, CURVE.Gy].map(bytesOf))

/** What stands before a message that is signed by the owner of a point: a digest of who that is. */
export const signerDigest = (point: Bytes): Bytes => sm3(joinBytes(IDENTITY, PARAMETERS, point.subarray(1)))

/** Signs a digest: two numbers of 32 bytes, side by side. */
export function signDigest(secret: Bytes, digest: Bytes): Bytes {
  const [key, e] = [numberOfBytes(secret), numberOfBytes(digest)]
  for (;;) {
    const [once, blind] = [randomScalar(), randomScalar()]
    const r = inRing(e + Point.BASE.multiply(once).x)
    // The time of a reciprocal depends on its number, which is secret, so that it is multiplied by a random one before.
    const reciprocal = reciprocalOf(inRing((1n + key) * blind), ORDER)
    if (r === 0n || r + once === ORDER || reciprocal === null) continue
    const s = inRing(reciprocal * blind * (once - r * key))
    if (s !== 0n) return joinBytes(bytesOf(r), bytesOf(s))
  }
}

/** Whether two numbers from 1 to the order less 1 are a signature of a digest. Throws for a point beside the curve. */
export function isSigned(point: Bytes, digest: Bytes, r: bigint, s: bigint): boolean {
  const sum = inRing(r + s)
  if (sum === 0n) return false
  const found = Point.BASE.multiplyUnsafe(s).add(readPoint(point).multiplyUnsafe(sum))
  return !found.equals(Point.ZERO) && inRing(numberOfBytes(digest) + found.x) === r
}

/** The stream that a message is covered by (GB/T 32918.4 §5.4.3). */
function streamOf(shared: Bytes, length: number): Bytes {
  let stream: Bytes = new Uint8Array(0)
  for (let counter = 1; stream.length < length; counter += 1)
    stream = joinBytes(stream, sm3(joinBytes(shared, Uint8Array.of(0, 0, 0, counter))))
  return stream.subarray(0, length)
}

const covered = (message: Bytes, stream: Bytes): Bytes => message.map((byte, at) => byte ^ (stream[at] ?? 0))

/** A message of up to 256 bytes that was encrypted to a point. */
export interface Sm2Cipher {
  /** The point of the sender that was used once, without the byte of its form. */
  readonly once: Bytes
  readonly digest: Bytes
  readonly text: Bytes
}

export function encryptTo(point: Bytes, message: Bytes): Sm2Cipher {
  const recipient = readPoint(point)
  for (;;) {
    const scalar = randomScalar()
    const { x, y } = recipient.multiply(scalar)
    const stream = streamOf(joinBytes(bytesOf(x), bytesOf(y)), message.length)
    if (stream.every((byte) => byte === 0)) continue
    return {
      once: new Uint8Array(Point.BASE.multiply(scalar).toBytes(false)).subarray(1),
      digest: sm3(joinBytes(bytesOf(x), message, bytesOf(y))),
      text: covered(message, stream),
    }
  }
}

/** Opens a message; null when it was not encrypted to this key or was changed. Throws for a point beside the curve. */
export function decryptBy(secret: Bytes, { once, digest, text }: Sm2Cipher): Bytes | null {
  const { x, y } = readPoint(joinBytes(Uint8Array.of(4), once)).multiply(numberOfBytes(secret))
  const message = covered(text, streamOf(joinBytes(bytesOf(x), bytesOf(y)), text.length))
  return sameSecret(sm3(joinBytes(bytesOf(x), message, bytesOf(y))), digest) ? message : null
}
