import { type Bytes, fromText, joinBytes, toHex, withoutLeadingZeros } from '../bytes.ts'
import { OID } from '../der/oids.ts'
import { bitsOf, type DerNode, fieldsOf, nextOid, oidOf, readDer, TAG, unsignedOf } from '../der/readDer.ts'

export type Curve = 'P-256' | 'P-384' | 'P-521'

/** A public key as certificates carry it (SubjectPublicKeyInfo). */
export type PublicKey = { readonly spki: Bytes } & (
  | { readonly kind: 'rsa'; readonly bits: number; readonly modulus: Bytes; readonly exponent: Bytes }
  | { readonly kind: 'ec'; readonly curve: Curve; readonly point: Bytes }
  | { readonly kind: 'sm2'; readonly point: Bytes }
  | { readonly kind: 'unknown'; readonly algorithm: string }
)

export const CURVES: Readonly<Record<string, Curve>> = {
  [OID.p256]: 'P-256',
  [OID.p384]: 'P-384',
  [OID.p521]: 'P-521',
}

export const BYTES_OF_CURVE: Readonly<Record<Curve, number>> = { 'P-256': 32, 'P-384': 48, 'P-521': 66 }

const bitLength = (bytes: Bytes) => {
  const short = withoutLeadingZeros(bytes)
  return short.length * 8 - Math.clz32(short[0] ?? 0) + 24
}

export function readPublicKey(node: DerNode): PublicKey {
  const fields = fieldsOf(node, 'a public key')
  const algorithm = fieldsOf(fields.any(), 'the algorithm of a public key')
  const name = nextOid(algorithm)
  const parameters = algorithm.more ? algorithm.any() : null
  const bits = bitsOf(fields.next(TAG.bitString))
  const spki = node.whole
  if (name === OID.rsaEncryption || name === OID.rsaPss || name === OID.rsaOaep) {
    const numbers = fieldsOf(readDer(bits), 'an RSA key')
    const modulus = unsignedOf(numbers.next(TAG.integer))
    const exponent = unsignedOf(numbers.next(TAG.integer))
    return { kind: 'rsa', spki, modulus, exponent, bits: bitLength(modulus) }
  }
  if (name === OID.ecPublicKey && parameters?.tag === TAG.oid) {
    const curve = oidOf(parameters)
    if (curve === OID.sm2Curve) return { kind: 'sm2', spki, point: bits }
    const known = CURVES[curve]
    if (known) return { kind: 'ec', spki, curve: known, point: bits }
    return { kind: 'unknown', spki, algorithm: curve }
  }
  return { kind: 'unknown', spki, algorithm: name }
}

/** What a key is called, as in `rsa-3072`, `P-256` or `sm2`. */
export function kindOfKey(key: PublicKey): string {
  if (key.kind === 'rsa') return `rsa-${key.bits}`
  if (key.kind === 'ec') return key.curve
  return key.kind === 'sm2' ? 'sm2' : key.algorithm
}

/** The same for a key however it is written, and another for each other key: SHA-256 in hex. */
export async function publicKeyHash(key: PublicKey): Promise<string> {
  const numbers =
    key.kind === 'rsa'
      ? [withoutLeadingZeros(key.modulus), Uint8Array.of(0), withoutLeadingZeros(key.exponent)]
      : key.kind === 'unknown'
        ? [key.spki]
        : [key.point]
  const named = joinBytes(fromText(`${kindOfKey(key)}:`), ...numbers)
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', named)))
}
