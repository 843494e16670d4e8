import { canonicalJson } from './canonicalJson.ts'
import type { Manifest } from './manifest.ts'

/** The only kind of signature: ECDSA over P-256 with SHA-256, as the two numbers behind each other (RFC 7518 §3.4). */
export const SIGNATURE_ALGORITHM = 'ES256'

/** A public key whose manifests are believed. */
export interface ManifestKey {
  readonly kid: string
  /** The point on P-256, as a JSON Web Key has it. */
  readonly x: string
  readonly y: string
  /** ISO 8601: manifests from before, or of after, are not believed. Left out for no bound. */
  readonly from?: string
  readonly until?: string
}

/** A manifest that nobody who may has signed. The message says what is wrong. */
export class SignatureError extends Error {
  readonly code = 'manifest-signature'

  constructor(message: string) {
    super(message)
    this.name = 'SignatureError'
  }
}

/** What a signature is made over: the manifest without it. */
export function signedText({ signature: _, ...manifest }: Manifest): string {
  return canonicalJson(manifest)
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
}

function keyFor({ signature, updatedAt }: Manifest, keys: readonly ManifestKey[]): ManifestKey {
  if (!signature) throw new SignatureError('it is not signed')
  if (signature.alg !== SIGNATURE_ALGORITHM) throw new SignatureError(`it is signed by ${signature.alg}, not ES256`)
  const key = keys.find(({ kid }) => kid === signature.kid)
  if (!key) throw new SignatureError(`it is signed by the key ${signature.kid}, which is not known here`)
  const at = Date.parse(updatedAt)
  const early = key.from !== undefined && at < Date.parse(key.from)
  const late = key.until !== undefined && at > Date.parse(key.until)
  if (early || late) throw new SignatureError(`it is of ${updatedAt}, when the key ${key.kid} was not in use`)
  return key
}

/**
 * Checks that one of these keys signed the manifest, as it stands, while the key was in use.
 * @throws {SignatureError} when not, and where the browser has no means to check (a page without TLS)
 */
export async function verifySignature(manifest: Manifest, keys: readonly ManifestKey[]): Promise<void> {
  const { kid, x, y } = keyFor(manifest, keys)
  // A page that came without TLS has none, whatever the types say.
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
  if (!subtle) throw new SignatureError('signatures can only be checked on a page that came by TLS')
  let good = false
  try {
    const curve = { name: 'ECDSA', namedCurve: 'P-256' }
    const key = await subtle.importKey('jwk', { kty: 'EC', crv: 'P-256', x, y }, curve, false, ['verify'])
    const signature = bytesOf(manifest.signature?.sig ?? '')
    const text = new TextEncoder().encode(signedText(manifest))
    good = await subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signature, text)
  } catch {
    // A key or a signature that is none.
  }
  if (!good) throw new SignatureError(`its signature by the key ${kid} is wrong: it was changed after it was signed`)
}
