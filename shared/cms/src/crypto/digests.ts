import type { Bytes } from '../bytes.ts'
import { OID } from '../der/oids.ts'
import { CmsError } from '../errors.ts'
import { nationalAlgorithms } from './national.ts'

export type DigestName = 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512' | 'SM3'

const BY_OID: Readonly<Record<string, DigestName>> = {
  [OID.sha1]: 'SHA-1',
  [OID.sha256]: 'SHA-256',
  [OID.sha384]: 'SHA-384',
  [OID.sha512]: 'SHA-512',
  [OID.sm3]: 'SM3',
}

export const OID_OF_DIGEST: Readonly<Record<DigestName, string>> = {
  'SHA-1': OID.sha1,
  'SHA-256': OID.sha256,
  'SHA-384': OID.sha384,
  'SHA-512': OID.sha512,
  SM3: OID.sm3,
}

/** The name of the digest in `micalg` (RFC 8551 §3.5.3.2). */
export const MICALG: Readonly<Record<DigestName, string>> = {
  'SHA-1': 'sha-1',
  'SHA-256': 'sha-256',
  'SHA-384': 'sha-384',
  'SHA-512': 'sha-512',
  SM3: 'sm3',
}

export function digestName(oid: string): DigestName {
  const name = BY_OID[oid]
  if (!name) throw new CmsError('unsupported', `digest ${oid}`)
  return name
}

export async function digest(name: DigestName, bytes: Bytes): Promise<Bytes> {
  if (name === 'SM3') return (await nationalAlgorithms()).longSm3(bytes)
  return new Uint8Array(await crypto.subtle.digest(name, bytes))
}
