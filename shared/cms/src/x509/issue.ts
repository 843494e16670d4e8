import { type Bytes, fromText } from '../bytes.ts'
import { writeCapabilities } from '../cms/capabilities.ts'
import { digest } from '../crypto/digests.ts'
import { signBytes } from '../crypto/signing.ts'
import { OID } from '../der/oids.ts'
import {
  bitString,
  flags,
  integer,
  octetString,
  oid,
  sequence,
  tagged,
  taggedBytes,
  time,
  trueValue,
} from '../der/writeDer.ts'
import type { PrivateKey } from '../keys/privateKey.ts'
import { type Certificate, KEY_USAGES, type KeyUsage, readCertificate } from './certificate.ts'
import type { PublicKey } from './publicKey.ts'

/** What a certificate is for; with the national algorithms a person has one for each of the last two. */
export type CertificateUse = 'authority' | 'mail' | 'signing' | 'encrypting'

export interface CertificateContent {
  /** The name, as `writeName` wrote it. */
  readonly subject: Bytes
  readonly publicKey: PublicKey
  readonly addresses: readonly string[]
  readonly use: CertificateUse
  /** What the programs of its person read, as they asked to have it announced; none by default. */
  readonly capabilities?: readonly string[]
  readonly notBefore: Date
  readonly notAfter: Date
}

function usagesOf(use: CertificateUse, key: PublicKey): KeyUsage[] {
  if (use === 'authority') return ['certSign', 'crlSign']
  const encrypting: KeyUsage = key.kind === 'ec' ? 'keyAgreement' : 'keyEncipherment'
  if (use === 'mail') return ['digitalSignature', encrypting]
  return use === 'signing' ? ['digitalSignature', 'nonRepudiation'] : [encrypting]
}

const extension = (type: string, critical: boolean, value: Bytes) =>
  sequence(oid(type), ...(critical ? [trueValue()] : []), octetString(value))

const keyIdOf = ({ spki }: PublicKey) => digest('SHA-1', spki)

async function writeExtensions(content: CertificateContent, issuerKey: PublicKey): Promise<Bytes> {
  const { use, publicKey, addresses, capabilities = [] } = content
  const isAuthority = use === 'authority'
  const usages = usagesOf(use, publicKey).map((usage) => KEY_USAGES.indexOf(usage))
  const names = addresses.map((address) => taggedBytes(1, fromText(address)))
  return sequence(
    extension(OID.basicConstraints, true, isAuthority ? sequence(trueValue(), integer(0)) : sequence()),
    extension(OID.keyUsage, true, flags(usages)),
    ...(isAuthority ? [] : [extension(OID.extKeyUsage, false, sequence(oid(OID.emailProtection)))]),
    ...(capabilities.length > 0 ? [extension(OID.smimeCapabilities, false, writeCapabilities(capabilities))] : []),
    ...(names.length > 0 ? [extension(OID.subjectAltName, false, sequence(...names))] : []),
    // A digest is enough to distinguish keys (RFC 5280 §4.2.1.2): SHA-1 protects nothing here.
    extension(OID.subjectKeyId, false, octetString(await keyIdOf(publicKey))),
    extension(OID.authorityKeyId, false, sequence(taggedBytes(0, await keyIdOf(issuerKey)))),
  )
}

/** Who issues: an authority with its key, or null for a root that signs itself. */
export interface Issuer {
  readonly key: PrivateKey
  readonly certificate: Certificate | null
}

/** Makes a certificate. Its serial number is random (20 bytes would be too long with a sign, so 16). */
export async function issueCertificate(content: CertificateContent, issuer: Issuer): Promise<Certificate> {
  const serial = crypto.getRandomValues(new Uint8Array(16))
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40
  const issuerName = issuer.certificate?.subject.der ?? content.subject
  const issuerKey = issuer.certificate?.publicKey ?? content.publicKey
  const extensions = await writeExtensions(content, issuerKey)
  // The algorithm stands inside what is signed, so it is asked for before.
  const { algorithm } = await signBytes(issuer.key, new Uint8Array(1))
  const signedPart = sequence(
    tagged(0, integer(2)),
    integer(serial),
    algorithm,
    issuerName,
    sequence(time(content.notBefore), time(content.notAfter)),
    content.subject,
    content.publicKey.spki,
    tagged(3, extensions),
  )
  const { signature } = await signBytes(issuer.key, signedPart)
  return readCertificate(sequence(signedPart, algorithm, bitString(signature)))
}
