import { type Bytes, fromHex, padLeft, withoutLeadingZeros } from '../bytes.ts'
import { LONGEST_KEY, numberOfBytes, powerOf, reciprocalOf } from './power.ts'

/** The numbers of an RSA private key, in the order of RFC 8017 A.1.2. */
export type RsaNumbers = readonly [n: Bytes, e: Bytes, d: Bytes, p: Bytes, q: Bytes, dP: Bytes, dQ: Bytes, qInv: Bytes]

/**
 * The bare RSA operation with a private key, for PKCS #1 v1.5, which WebCrypto does not decrypt. The number is blinded, so that
 * nothing that a sender chooses shows in its time, and the result is checked by the public exponent, so that an error of the
 * machine shows no half of the key. Null when the number is not one of this key, or these are not the numbers of one.
 */
export function rsaPrivateOperation(numbers: RsaNumbers, bytes: Bytes): Bytes | null {
  const size = withoutLeadingZeros(numbers[0]).length
  if (size > LONGEST_KEY) return null
  const [n, e, , p, q, dP, dQ, qInv] = numbers.map(numberOfBytes)
  if (!n || !e || !p || !q || !dP || !dQ || !qInv || p * q !== n) return null
  // Exponents that are longer than what they stand for would keep the page busy.
  if (e >= n || dP >= p || dQ >= q) return null
  const message = numberOfBytes(bytes)
  if (message >= n) return null
  const blind = numberOfBytes(crypto.getRandomValues(new Uint8Array(size))) % n
  const unblind = reciprocalOf(blind, n)
  if (unblind === null) return null
  const blinded = (message * powerOf(blind, e, n)) % n
  const [ofP, ofQ] = [powerOf(blinded % p, dP, p), powerOf(blinded % q, dQ, q)]
  const half = (qInv * ((((ofP - ofQ) % p) + p) % p)) % p
  const result = ofQ + half * q
  if (powerOf(result, e, n) !== blinded) return null
  return padLeft(fromHex(((result * unblind) % n).toString(16)), size)
}
