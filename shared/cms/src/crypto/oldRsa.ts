/// <reference path="./forge.d.ts" />
import forge from 'node-forge/lib/forge.js'
import 'node-forge/lib/rsa.js'
import { type Bytes, fromLatin1, toHex, toLatin1 } from '../bytes.ts'

/** The numbers of an RSA private key, in the order of RFC 8017 A.1.2. */
export type RsaNumbers = readonly [n: Bytes, e: Bytes, d: Bytes, p: Bytes, q: Bytes, dP: Bytes, dQ: Bytes, qInv: Bytes]

/**
 * The bare RSA operation with a private key, for PKCS #1 v1.5, which WebCrypto does not decrypt. It is blinded: its time
 * does not depend on the key. Null when the number is not one of this key.
 */
export function rsaPrivateOperation(numbers: RsaNumbers, bytes: Bytes): Bytes | null {
  const [n, e, d, p, q, dP, dQ, qInv] = numbers
  const big = (number: Bytes) => new forge.jsbn.BigInteger(toHex(number), 16)
  const key = forge.pki.setRsaPrivateKey(big(n), big(e), big(d), big(p), big(q), big(dP), big(dQ), big(qInv))
  try {
    return fromLatin1(forge.pki.rsa.decrypt(toLatin1(bytes), key, false, false))
  } catch {
    return null
  }
}
