import { canonicalJson } from './canonicalJson.ts'
import type { Manifest, ManifestSignature, Stops } from './manifest.ts'
import { withStops } from './stops.ts'

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
  /** Whether it may only stop versions: halt, disable and revoke them. */
  readonly stopOnly?: boolean
}

/** A manifest without a valid signature of a permitted signer. The message names what is wrong. */
export class SignatureError extends Error {
  readonly code = 'manifest-signature'

  constructor(message: string) {
    super(message)
    this.name = 'SignatureError'
  }
}

/** What a signature is made over: the manifest without it, and without what was stopped later. */
export function signedText({ signature: _, stops: __, ...manifest }: Manifest): string {
  return canonicalJson(manifest)
}

/** What the signature of stops is made over. It names the signature of their manifest, so that they go with no other. */
export function stopsText({ signature: _, ...stops }: Omit<Stops, 'signature'> & Partial<Stops>, of: Manifest): string {
  return canonicalJson({ ...stops, of: of.signature?.sig ?? '' })
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
}

function keyFor(
  signature: ManifestSignature | undefined,
  updatedAt: string,
  keys: readonly ManifestKey[],
): ManifestKey {
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

async function requireGood({ kid, x, y }: ManifestKey, sig: string, text: string): Promise<void> {
  // A page that came without TLS has none, whatever the types say.
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
  if (!subtle) throw new SignatureError('signatures can only be checked on a page that came by TLS')
  let good = false
  try {
    const curve = { name: 'ECDSA', namedCurve: 'P-256' }
    const key = await subtle.importKey('jwk', { kty: 'EC', crv: 'P-256', x, y }, curve, false, ['verify'])
    good = await subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, bytesOf(sig), new TextEncoder().encode(text))
  } catch {
    // A key or a signature that is none.
  }
  if (!good) throw new SignatureError(`its signature by the key ${kid} is wrong: it was changed after it was signed`)
}

/**
 * Checks that one of these keys signed the manifest, as it stands, while the key was in use; and what was stopped since.
 * Answers what is in force: the manifest without what was stopped.
 * @throws {SignatureError} when not, and where the browser has no means to check (a page without TLS)
 */
export async function verifySignature(manifest: Manifest, keys: readonly ManifestKey[]): Promise<Manifest> {
  const { signature, stops, updatedAt } = manifest
  const key = keyFor(signature, updatedAt, keys)
  if (key.stopOnly) throw new SignatureError(`it is signed by the key ${key.kid}, which may only stop versions`)
  await requireGood(key, signature?.sig ?? '', signedText(manifest))
  if (!stops) return manifest
  const wrong = stopProblem(manifest, stops)
  if (wrong) throw new SignatureError(wrong)
  const stopKey = keyFor(stops.signature, stops.updatedAt, keys)
  await requireGood(stopKey, stops.signature.sig, stopsText(stops, manifest))
  return withStops(manifest)
}

/** What stops do that they may not; null when they only stop versions that the manifest lists. */
function stopProblem({ discovery, revision }: Manifest, stops: Stops): string | null {
  if (!(stops.revision > revision)) return 'what was stopped is not newer than it'
  for (const { remote, name, stop } of stops.list) {
    if (!['halt', 'disable', 'revoke'].includes(stop))
      return `the key ${stops.signature.kid} may only stop versions, not ${stop} them`
    if (!discovery.microFrontends[remote]?.some(({ extras }) => extras.mf.name === name))
      return `it does not list ${name}, which was stopped`
  }
  return null
}
