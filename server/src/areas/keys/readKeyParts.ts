import type { Certificate, PublicKey } from '@yanshu/cms'
import { KeyRefusedError } from './keyErrors.ts'

/** Reads certificates: loaded with the first key, which most servers of most days do not see. */
export const fetchCms = () => import('@yanshu/cms')

const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'))

/** What the store keeps of a certificate. */
export interface CertificateRow {
  readonly fingerprint: string
  readonly certificate: string
  readonly addresses: string
  readonly encrypts: number
  readonly not_before: number
  readonly not_after: number
}

/** Runs what reads bytes that a person has sent. Throws `KeyRefusedError` for what is none. */
async function reading<T>(read: (cms: Awaited<ReturnType<typeof fetchCms>>) => T | Promise<T>): Promise<T> {
  const cms = await fetchCms()
  try {
    return await read(cms)
  } catch (error) {
    if (error instanceof cms.CmsError) throw new KeyRefusedError()
    throw error
  }
}

/** The row of a certificate. */
export async function rowOf(certificate: Certificate): Promise<CertificateRow> {
  const { fingerprintOf, purposeOf } = await fetchCms()
  return {
    fingerprint: await fingerprintOf(certificate),
    certificate: Buffer.from(certificate.der).toString('base64'),
    addresses: JSON.stringify(certificate.addresses),
    encrypts: purposeOf(certificate, 'encrypting') === 'fits' ? 1 : 0,
    not_before: certificate.notBefore.getTime(),
    not_after: certificate.notAfter.getTime(),
  }
}

/** What a key is called and named by in the store. Throws `KeyRefusedError` for a kind that mail does not use. */
export async function nameKey(key: PublicKey): Promise<{ readonly kind: string; readonly publicHash: string }> {
  const { kindOfKey, publicKeyHash } = await fetchCms()
  if (key.kind === 'unknown') throw new KeyRefusedError()
  return { kind: kindOfKey(key), publicHash: await publicKeyHash(key) }
}

/** A certificate that a person has sent. Throws `KeyRefusedError`. */
export const readSent = (base64: string): Promise<Certificate> =>
  reading(({ readCertificate }) => readCertificate(bytesOf(base64)))

/** A certificate that a person has sent, with what its key is named by. Throws `KeyRefusedError`. */
export async function readSentCertificate(base64: string) {
  const certificate = await readSent(base64)
  return { row: await rowOf(certificate), ...(await nameKey(certificate.publicKey)) }
}

/**
 * The public half of a key by the request or the certificates that it is sent with, which all have to be of one key.
 * Throws `KeyRefusedError`.
 */
export async function readKeyParts({ request, certificates }: { request: string; certificates: readonly string[] }) {
  const read = await Promise.all(certificates.map(readSentCertificate))
  const requested =
    request === '' ? [] : [await nameKey((await reading(({ readRequest }) => readRequest(bytesOf(request)))).publicKey)]
  const [name, ...others] = [...requested, ...read]
  if (!name || others.some(({ publicHash }) => publicHash !== name.publicHash)) throw new KeyRefusedError()
  return { kind: name.kind, publicHash: name.publicHash, rows: read.map(({ row }) => row) }
}
