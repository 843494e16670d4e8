import { type Bytes, joinBytes, padLeft, sameBytes } from '../bytes.ts'
import { writeAlgorithm, writeAlgorithmWithNull } from '../crypto/algorithmId.ts'
import type { RsaNumbers } from '../crypto/oldRsa.ts'
import { generateSm2, sm2PointOf } from '../crypto/sm2.ts'
import { OID } from '../der/oids.ts'
import { fieldsOf, nextOid, octetsOf, oidOf, readDer, TAG, unsignedOf } from '../der/readDer.ts'
import { bitString, integer, octetString, oid, sequence, tagged } from '../der/writeDer.ts'
import { CmsError } from '../errors.ts'
import { BYTES_OF_CURVE, CURVES, type Curve, type PublicKey, readPublicKey } from '../x509/publicKey.ts'

/** A private key. It is plain bytes, because PKCS #1 v1.5 and SM2 are beyond WebCrypto: it is never kept but sealed. */
export type PrivateKey = { readonly pkcs8: Bytes } & (
  | { readonly kind: 'rsa'; readonly numbers: RsaNumbers }
  | { readonly kind: 'ec'; readonly curve: Curve }
  | { readonly kind: 'sm2'; readonly secret: Bytes }
)

/** The kinds of keys that are made new. */
export type NewKeyKind = 'rsa-3072' | 'p-256' | 'sm2'

const rsaPkcs8 = (inner: Bytes) => sequence(integer(0), writeAlgorithmWithNull(OID.rsaEncryption), octetString(inner))

function readRsa(inner: Bytes): PrivateKey {
  const fields = fieldsOf(readDer(inner), 'an RSA key')
  fields.next(TAG.integer)
  const number = () => unsignedOf(fields.next(TAG.integer))
  const numbers: RsaNumbers = [number(), number(), number(), number(), number(), number(), number(), number()]
  return { kind: 'rsa', pkcs8: rsaPkcs8(inner), numbers }
}

/** Reads a PrivateKeyInfo (PKCS #8). */
export function readPrivateKey(pkcs8: Bytes): PrivateKey {
  const node = readDer(pkcs8)
  const fields = fieldsOf(node, 'a private key')
  fields.next(TAG.integer)
  const algorithm = fieldsOf(fields.any(), 'the algorithm of a private key')
  const name = nextOid(algorithm)
  const parameters = algorithm.more ? algorithm.any() : null
  const inner = octetsOf(fields.next(TAG.octetString))
  if (name === OID.rsaEncryption || name === OID.rsaPss) return readRsa(inner)
  if (name === OID.ecPublicKey && parameters?.tag === TAG.oid) {
    const curve = oidOf(parameters)
    if (curve === OID.sm2Curve) return readSm2(node.whole, inner)
    const known = CURVES[curve]
    if (known) return { kind: 'ec', pkcs8: node.whole, curve: known }
    throw new CmsError('unsupported', `curve ${curve}`)
  }
  throw new CmsError('unsupported', `key ${name}`)
}

function readSm2(pkcs8: Bytes, inner: Bytes): PrivateKey {
  const fields = fieldsOf(readDer(inner), 'an SM2 key')
  fields.next(TAG.integer)
  const secret = padLeft(octetsOf(fields.next(TAG.octetString)), 32)
  if (!secret) throw new CmsError('malformed', 'an SM2 key is too long')
  return { kind: 'sm2', pkcs8, secret }
}

const spkiOf = (algorithm: Bytes, key: Bytes): PublicKey => readPublicKey(readDer(sequence(algorithm, bitString(key))))

const curveOid = (curve: Curve) => Object.entries(CURVES).find(([, name]) => name === curve)?.[0] ?? OID.p256

const fromBase64Url = (text: string): Bytes =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))

/** The public half of a private key. */
export async function publicKeyOf(key: PrivateKey): Promise<PublicKey> {
  if (key.kind === 'rsa') {
    const [n, e] = key.numbers
    return spkiOf(writeAlgorithmWithNull(OID.rsaEncryption), sequence(integer(n), integer(e)))
  }
  if (key.kind === 'sm2') {
    return spkiOf(writeAlgorithm(OID.ecPublicKey, oid(OID.sm2Curve)), await sm2PointOf(key.secret))
  }
  const handle = await importPrivate(key, { name: 'ECDSA', namedCurve: key.curve }, ['sign'], true)
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', handle)
  const size = BYTES_OF_CURVE[key.curve]
  const half = (text: string) => padLeft(fromBase64Url(text), size) ?? new Uint8Array(size)
  const point = joinBytes(Uint8Array.of(4), half(x), half(y))
  return spkiOf(writeAlgorithm(OID.ecPublicKey, oid(curveOid(key.curve))), point)
}

/** Whether a public key is the other half of what `publicKeyOf` returned, however it is written. */
export function samePublicKey(a: PublicKey, b: PublicKey): boolean {
  if (a.kind === 'rsa' && b.kind === 'rsa') return sameBytes(a.modulus, b.modulus) && sameBytes(a.exponent, b.exponent)
  if (a.kind === 'ec' && b.kind === 'ec') return a.curve === b.curve && sameBytes(a.point, b.point)
  if (a.kind === 'sm2' && b.kind === 'sm2') return sameBytes(a.point, b.point)
  return false
}

/** Hands a key to WebCrypto. */
export async function importPrivate(
  key: PrivateKey,
  algorithm: RsaHashedImportParams | EcKeyImportParams,
  usages: readonly KeyUsage[],
  extractable = false,
): Promise<CryptoKey> {
  try {
    return await crypto.subtle.importKey('pkcs8', key.pkcs8, algorithm, extractable, [...usages])
  } catch {
    throw new CmsError('malformed', 'a private key is not one')
  }
}

/** Makes a new key: its private and its public half. */
export async function generateKey(kind: NewKeyKind): Promise<{ privateKey: PrivateKey; publicKey: PublicKey }> {
  const privateKey = await generatePrivate(kind)
  return { privateKey, publicKey: await publicKeyOf(privateKey) }
}

async function generatePrivate(kind: NewKeyKind): Promise<PrivateKey> {
  if (kind === 'sm2') {
    const { secret, point } = await generateSm2()
    const inner = sequence(integer(1), octetString(secret), tagged(1, bitString(point)))
    const pkcs8 = sequence(integer(0), writeAlgorithm(OID.ecPublicKey, oid(OID.sm2Curve)), octetString(inner))
    return { kind: 'sm2', pkcs8, secret }
  }
  const pair =
    kind === 'p-256'
      ? await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
      : await crypto.subtle.generateKey(
          {
            name: 'RSASSA-PKCS1-v1_5',
            modulusLength: 3072,
            publicExponent: Uint8Array.of(1, 0, 1),
            hash: 'SHA-256',
          },
          true,
          ['sign', 'verify'],
        )
  return readPrivateKey(new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey)))
}
