import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Manifest, ManifestSignature, Stops } from '@yanshu/discovery'
import { type ManifestKey, SIGNATURE_ALGORITHM, signedText, stopsText } from '@yanshu/discovery/operations'
import { z } from 'zod'
import { DeployError } from './errors.ts'

const time = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'must be an ISO 8601 time')
const point = z.string().regex(/^[\w-]{43}$/)
const keysFile = z.strictObject({
  keys: z.array(
    z.strictObject({
      kid: z.string().min(1),
      x: point,
      y: point,
      from: time.optional(),
      until: time.optional(),
      stopOnly: z.boolean().optional(),
    }),
  ),
})

/** Reads the public keys that manifests must be signed by. Throws a `DeployError` when the file is none. */
export async function readKeys(file: string): Promise<ManifestKey[]> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new DeployError(`The keys of manifests cannot be read: ${error.message}`)
  })
  return parseKeys(file, text)
}

/** Reads a private key in PEM. Throws a `DeployError` that names the file when it cannot be read. */
export const readPrivateKey = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'there is no such file' : error.message
    throw new DeployError(`The private key ${file} cannot be read: ${why}. Name it with --key or YANSHU_MANIFEST_KEY`)
  })

function parseKeys(file: string, text: string): ManifestKey[] {
  try {
    const { keys } = keysFile.parse(JSON.parse(text))
    return keys.map(({ kid, x, y, from, until, stopOnly }) => ({
      kid,
      x,
      y,
      ...(from === undefined ? {} : { from }),
      ...(until === undefined ? {} : { until }),
      ...(stopOnly ? { stopOnly } : {}),
    }))
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    throw new DeployError(`${file} is not a file of public keys: ${why}`)
  }
}

const STOP_KEY = 'stop-'

/**
 * The public half of a private key in PEM, named by the beginning of its thumbprint (RFC 7638).
 * @param stopOnly whether it may only stop versions; its name has that too
 */
export function publicKeyOf(pem: string, { stopOnly = false } = {}): ManifestKey {
  let jwk: { readonly crv?: string | undefined; readonly x?: string | undefined; readonly y?: string | undefined }
  try {
    jwk = createPublicKey(createPrivateKey(pem)).export({ format: 'jwk' })
  } catch {
    throw new DeployError('This is not a private key in PEM. Make one: remotes keys new FILE')
  }
  const { crv, x, y } = jwk
  if (crv !== 'P-256' || !x || !y) throw new DeployError('This key is not on P-256. Make one: remotes keys new FILE')
  const thumbprint = createHash('sha256')
    .update(JSON.stringify({ crv, kty: 'EC', x, y }))
    .digest('base64url')
  const kid = thumbprint.slice(0, 12)
  return stopOnly ? { kid: STOP_KEY + kid, x, y, stopOnly } : { kid, x, y }
}

/** A new private key, in PEM. */
export function newPrivateKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

function signatureOf(text: string, pem: string, kid: string): ManifestSignature {
  const key = { key: createPrivateKey(pem), dsaEncoding: 'ieee-p1363' as const }
  return { alg: SIGNATURE_ALGORITHM, kid, sig: sign('sha256', Buffer.from(text), key).toString('base64url') }
}

/** The manifest with a signature in place of whatever it had. */
export function signManifest(manifest: Manifest, pem: string): Manifest {
  return { ...manifest, signature: signatureOf(signedText(manifest), pem, publicKeyOf(pem).kid) }
}

/** The signed manifest with these versions stopped, by a key that may only do that. */
export function signStops(manifest: Manifest, stops: Omit<Stops, 'signature'>, pem: string): Manifest {
  const { kid } = publicKeyOf(pem, { stopOnly: true })
  return { ...manifest, stops: { ...stops, signature: signatureOf(stopsText(stops, manifest), pem, kid) } }
}

/** Whether a private key is, by the public ones, one that may only stop versions. */
export const isStopKey = (pem: string, keys: readonly ManifestKey[]): boolean => {
  const { x, y } = publicKeyOf(pem)
  return keys.some((key) => key.stopOnly === true && key.x === x && key.y === y)
}
