import type { Bytes } from '../bytes.ts'
import { digest } from '../crypto/digests.ts'
import { signBytes } from '../crypto/signing.ts'
import { OID } from '../der/oids.ts'
import { bitString, integer, octetString, oid, sequence, tagged, taggedBytes, time } from '../der/writeDer.ts'
import type { PrivateKey } from '../keys/privateKey.ts'
import type { Certificate } from './certificate.ts'

/** A certificate that no longer counts, and since when. */
export interface Revoked {
  readonly certificate: Certificate
  readonly at: Date
}

export interface RevocationListContent {
  readonly revoked: readonly Revoked[]
  /** Counts up with each list of an authority. */
  readonly number: number
  readonly thisUpdate: Date
  /** When the next one comes at the latest: programs trust no older list. */
  readonly nextUpdate: Date
}

/** Writes the list of what an authority has revoked (RFC 5280 §5), in DER. */
export async function writeRevocationList(
  { revoked, number, thisUpdate, nextUpdate }: RevocationListContent,
  issuer: { readonly key: PrivateKey; readonly certificate: Certificate },
): Promise<Bytes> {
  const { certificate, key } = issuer
  // The algorithm stands inside what is signed, so it is asked for before.
  const { algorithm } = await signBytes(key, new Uint8Array(1))
  const keyId = certificate.subjectKeyId ?? (await digest('SHA-1', certificate.publicKey.spki))
  const entries = revoked.map((one) => sequence(one.certificate.serial, time(one.at)))
  const signedPart = sequence(
    integer(1),
    algorithm,
    certificate.subject.der,
    time(thisUpdate),
    time(nextUpdate),
    // An empty list is left out (§5.1.2.6).
    ...(entries.length > 0 ? [sequence(...entries)] : []),
    tagged(
      0,
      sequence(
        sequence(oid(OID.authorityKeyId), octetString(sequence(taggedBytes(0, keyId)))),
        sequence(oid(OID.crlNumber), octetString(integer(number))),
      ),
    ),
  )
  const { signature } = await signBytes(key, signedPart)
  return sequence(signedPart, algorithm, bitString(signature))
}
