import type { Bytes } from '../bytes.ts'
import type { AlgorithmId } from '../crypto/algorithmId.ts'
import { schemeOf, verifyBytes } from '../crypto/signing.ts'
import { CmsError } from '../errors.ts'
import type { Certificate } from '../x509/certificate.ts'

/** Whether the key of a certificate signed these bytes. Throws `CmsError` (`unsupported`) for SHA-1, which can be forged. */
export async function isSignedByKeyOf(
  { publicKey }: Pick<Certificate, 'publicKey'>,
  {
    algorithm,
    bytes,
    signature,
  }: { readonly algorithm: AlgorithmId; readonly bytes: Bytes; readonly signature: Bytes },
): Promise<boolean> {
  const scheme = schemeOf(algorithm, null)
  if (scheme.digest === 'SHA-1') throw new CmsError('unsupported', 'an answer about revocation signed with SHA-1')
  return verifyBytes(scheme, publicKey, bytes, signature)
}

/** A difference of clocks between an authority and this machine. */
const CLOCKS_MS = 5 * 60_000
/** How old an answer may be that does not name its end. */
const ENDLESS_MS = 24 * 60 * 60_000

/** Until when an answer may be used, in epoch milliseconds. Throws `CmsError` (`malformed`) for one of another time. */
export function usableUntil(thisUpdate: Date, nextUpdate: Date | null, now: Date): number {
  const end = nextUpdate?.getTime() ?? thisUpdate.getTime() + ENDLESS_MS
  if (thisUpdate.getTime() > now.getTime() + CLOCKS_MS || end <= now.getTime()) {
    throw new CmsError('malformed', 'an answer about revocation of another time')
  }
  return end
}
