import { type Bytes, joinBytes, padLeft } from '../bytes.ts'
import { OID } from '../der/oids.ts'
import { fieldsOf, insideOf, numberOf, readDer, TAG, unsignedOf } from '../der/readDer.ts'
import { bitString, integer, sequence } from '../der/writeDer.ts'
import { CmsError } from '../errors.ts'
import { importPrivate, type PrivateKey } from '../keys/privateKey.ts'
import { BYTES_OF_CURVE, type PublicKey } from '../x509/publicKey.ts'
import { type AlgorithmId, readAlgorithm, writeAlgorithm, writeAlgorithmWithNull } from './algorithmId.ts'
import { type DigestName, digestName } from './digests.ts'
import { sm2Sign, sm2Verify } from './sm2.ts'

/** How a signature is made. `rsa` is PKCS #1 v1.5. */
export type SignatureScheme =
  | { readonly kind: 'rsa' | 'ecdsa'; readonly digest: Exclude<DigestName, 'SM3'> }
  | { readonly kind: 'rsa-pss'; readonly digest: Exclude<DigestName, 'SM3'>; readonly saltLength: number }
  | { readonly kind: 'sm2'; readonly digest: 'SM3' }

type Fixed = readonly ['rsa' | 'ecdsa', Exclude<DigestName, 'SM3'>]

const FIXED: Readonly<Record<string, Fixed>> = {
  [OID.sha1WithRsa]: ['rsa', 'SHA-1'],
  [OID.sha256WithRsa]: ['rsa', 'SHA-256'],
  [OID.sha384WithRsa]: ['rsa', 'SHA-384'],
  [OID.sha512WithRsa]: ['rsa', 'SHA-512'],
  [OID.ecdsaWithSha1]: ['ecdsa', 'SHA-1'],
  [OID.ecdsaWithSha256]: ['ecdsa', 'SHA-256'],
  [OID.ecdsaWithSha384]: ['ecdsa', 'SHA-384'],
  [OID.ecdsaWithSha512]: ['ecdsa', 'SHA-512'],
}

const SM2_NAMES: ReadonlySet<string> = new Set([OID.sm2WithSm3, OID.sm2Sign, OID.sm2Curve])

function readPss({ parameters }: AlgorithmId): SignatureScheme {
  let digest: DigestName = 'SHA-1'
  let maskDigest: DigestName = 'SHA-1'
  let saltLength = 20
  if (parameters) {
    const fields = fieldsOf(parameters, 'the parameters of RSA-PSS')
    const hash = fields.optionalContext(0)
    if (hash) digest = digestName(readAlgorithm(insideOf(hash, 'a digest')).oid)
    const mask = fields.optionalContext(1)
    if (mask) {
      const inner = readAlgorithm(insideOf(mask, 'a mask')).parameters
      if (inner) maskDigest = digestName(readAlgorithm(inner).oid)
    }
    const salt = fields.optionalContext(2)
    if (salt) saltLength = numberOf(insideOf(salt, 'a salt'))
  }
  if (digest !== maskDigest || digest === 'SM3') throw new CmsError('unsupported', 'RSA-PSS with two digests')
  return { kind: 'rsa-pss', digest, saltLength }
}

/** How a signature with this algorithm is made; `digest` is what the signer names beside it, if he does. */
export function schemeOf(algorithm: AlgorithmId, digest: DigestName | null): SignatureScheme {
  const fixed = FIXED[algorithm.oid]
  if (fixed) return { kind: fixed[0], digest: fixed[1] }
  if (SM2_NAMES.has(algorithm.oid)) return { kind: 'sm2', digest: 'SM3' }
  if (algorithm.oid === OID.rsaPss) return readPss(algorithm)
  // Many programs name the kind of the key alone.
  const kind = { [OID.rsaEncryption]: 'rsa' as const, [OID.ecPublicKey]: 'ecdsa' as const }[algorithm.oid]
  if (kind && digest === 'SM3') return { kind: 'sm2', digest }
  if (kind && digest && digest !== 'SM3') return { kind, digest }
  throw new CmsError('unsupported', `signature ${algorithm.oid}`)
}

/** The public key as WebCrypto reads it: also keys that are marked for RSA-PSS or OAEP alone. */
export const rsaSpki = (key: PublicKey & { kind: 'rsa' }): Bytes =>
  sequence(writeAlgorithmWithNull(OID.rsaEncryption), bitString(sequence(integer(key.modulus), integer(key.exponent))))

/** ECDSA of WebCrypto is two numbers side by side, that of certificates a sequence. Null when a number is too long. */
function bareEcdsa(signature: Bytes, size: number): Bytes | null {
  const fields = fieldsOf(readDer(signature), 'a signature')
  const r = padLeft(unsignedOf(fields.next(TAG.integer)), size)
  const s = padLeft(unsignedOf(fields.next(TAG.integer)), size)
  return r && s ? joinBytes(r, s) : null
}

/** Whether a signature over a message is right. What is not one is wrong, and no error. */
export async function verifyBytes(
  scheme: SignatureScheme,
  key: PublicKey,
  message: Bytes,
  signature: Bytes,
): Promise<boolean> {
  const { subtle } = crypto
  try {
    if (scheme.kind === 'sm2') return key.kind === 'sm2' && (await sm2Verify(key.point, message, signature))
    if (scheme.kind === 'ecdsa') {
      if (key.kind !== 'ec') return false
      const bare = bareEcdsa(signature, BYTES_OF_CURVE[key.curve])
      if (!bare) return false
      const handle = await subtle.importKey('raw', key.point, { name: 'ECDSA', namedCurve: key.curve }, false, [
        'verify',
      ])
      return await subtle.verify({ name: 'ECDSA', hash: scheme.digest }, handle, bare, message)
    }
    if (key.kind !== 'rsa') return false
    const name = scheme.kind === 'rsa' ? 'RSASSA-PKCS1-v1_5' : 'RSA-PSS'
    const handle = await subtle.importKey('spki', rsaSpki(key), { name, hash: scheme.digest }, false, ['verify'])
    const saltLength = scheme.kind === 'rsa-pss' ? scheme.saltLength : 0
    return await subtle.verify({ name, saltLength }, handle, signature, message)
  } catch {
    return false
  }
}

export interface MadeSignature {
  readonly signature: Bytes
  readonly digest: DigestName
  /** The AlgorithmIdentifier in certificates. */
  readonly algorithm: Bytes
}

/** The digest that a key signs with. */
export const digestOfKey = (key: PrivateKey): DigestName =>
  key.kind === 'sm2' ? 'SM3' : key.kind === 'ec' && key.curve !== 'P-256' ? ecDigest(key.curve) : 'SHA-256'

const ecDigest = (curve: 'P-384' | 'P-521') => (curve === 'P-384' ? 'SHA-384' : 'SHA-512')

const ECDSA_NAMES: Readonly<Record<string, string>> = {
  'SHA-256': OID.ecdsaWithSha256,
  'SHA-384': OID.ecdsaWithSha384,
  'SHA-512': OID.ecdsaWithSha512,
}

/** Signs with SHA-256 (RSA, P-256), the digest of the curve's strength, or SM3. */
export async function signBytes(key: PrivateKey, message: Bytes): Promise<MadeSignature> {
  const digest = digestOfKey(key)
  if (key.kind === 'sm2') {
    return { digest, signature: await sm2Sign(key.secret, message), algorithm: writeAlgorithm(OID.sm2WithSm3) }
  }
  if (key.kind === 'rsa') {
    const handle = await importPrivate(key, { name: 'RSASSA-PKCS1-v1_5', hash: digest }, ['sign'])
    const signature = new Uint8Array(await crypto.subtle.sign('RSASSA-PKCS1-v1_5', handle, message))
    return { digest, signature, algorithm: writeAlgorithmWithNull(OID.sha256WithRsa) }
  }
  const handle = await importPrivate(key, { name: 'ECDSA', namedCurve: key.curve }, ['sign'])
  const bare = new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: digest }, handle, message))
  const size = BYTES_OF_CURVE[key.curve]
  const signature = sequence(integer(bare.subarray(0, size)), integer(bare.subarray(size)))
  return { digest, signature, algorithm: writeAlgorithm(ECDSA_NAMES[digest] ?? OID.ecdsaWithSha256) }
}
