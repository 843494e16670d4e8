import { type Bytes, fromText } from '../bytes.ts'
import { writeContentInfo } from '../cms/writeContentInfo.ts'
import { writeAlgorithmWithNull } from '../crypto/algorithmId.ts'
import { digest } from '../crypto/digests.ts'
import { signBytes } from '../crypto/signing.ts'
import { OID } from '../der/oids.ts'
import { bitsOf, fieldsOf, readDer, TAG } from '../der/readDer.ts'
import {
  bitString,
  element,
  integer,
  octetString,
  oid,
  sequence,
  setOf,
  tagged,
  taggedBytes,
  time,
} from '../der/writeDer.ts'
import { generateKey, type PrivateKey } from '../keys/privateKey.ts'
import { REVOCATION_OID } from '../revocation/revocationOids.ts'
import { type Certificate, readCertificate } from '../x509/certificate.ts'
import { issueCertificate } from '../x509/issue.ts'
import { writeName } from '../x509/names.ts'
import { writeRevocationList } from '../x509/revocationList.ts'

const DAY_MS = 86_400_000

interface Dates {
  readonly from: Date
  readonly to: Date
}

interface LeafOptions extends Partial<Dates> {
  readonly addresses: readonly string[]
  readonly ocsp?: readonly string[]
  readonly lists?: readonly string[]
  /** Makes a certificate that may sign answers of the responder. */
  readonly answers?: boolean
}

interface AnswerOptions extends Partial<Dates> {
  readonly status: 'good' | 'revoked' | 'unknown'
  readonly revokedAt?: Date
  /** Who signs it; the authority unless it is named. */
  readonly signer?: { readonly key: PrivateKey; readonly certificate: Certificate }
  readonly isEndless?: boolean
}

interface ListOptions extends Partial<Dates> {
  readonly revoked: readonly { readonly certificate: Certificate; readonly at: Date }[]
}

/** An authority for tests that names where it can be asked, and answers as one. */
export class TestAuthority {
  readonly key: PrivateKey
  readonly certificate: Certificate
  readonly #now: () => number

  private constructor(key: PrivateKey, certificate: Certificate, now: () => number) {
    this.key = key
    this.certificate = certificate
    this.#now = now
  }

  /** Made for ten days around a moment. */
  static async make(name: string, now: () => number = Date.now): Promise<TestAuthority> {
    const { privateKey, publicKey } = await generateKey('p-256')
    const dates = { notBefore: new Date(now() - 5 * DAY_MS), notAfter: new Date(now() + 5 * DAY_MS) }
    const content = { subject: writeName({ commonName: name }), publicKey, addresses: [], ...dates }
    const issuer = { key: privateKey, certificate: null }
    return new TestAuthority(privateKey, await issueCertificate({ ...content, use: 'authority' }, issuer), now)
  }

  #dates({ from, to }: Partial<Dates>): Dates {
    return { from: from ?? new Date(this.#now() - DAY_MS), to: to ?? new Date(this.#now() + DAY_MS) }
  }

  /** A certificate of a new key, with the addresses at which this authority answers. */
  async issue({ addresses, ocsp = [], lists = [], answers = false, ...dates }: LeafOptions) {
    const { privateKey: key, publicKey } = await generateKey('p-256')
    const { from, to } = this.#dates(dates)
    const uri = (address: string) => taggedBytes(6, fromText(address))
    const extension = (type: string, value: Bytes) => sequence(oid(type), octetString(value))
    const purpose = answers ? REVOCATION_OID.ocspSigning : OID.emailProtection
    const access = ocsp.map((address) => sequence(oid(REVOCATION_OID.ocsp), uri(address)))
    const points = lists.map((address) => sequence(tagged(0, tagged(0, uri(address)))))
    const names = addresses.map((address) => taggedBytes(1, fromText(address)))
    const extensions = sequence(
      extension(OID.extKeyUsage, sequence(oid(purpose))),
      ...(names.length > 0 ? [extension(OID.subjectAltName, sequence(...names))] : []),
      ...(access.length > 0 ? [extension(REVOCATION_OID.authorityInformation, sequence(...access))] : []),
      ...(points.length > 0 ? [extension(REVOCATION_OID.crlDistributionPoints, sequence(...points))] : []),
    )
    const serial = crypto.getRandomValues(new Uint8Array(12))
    serial[0] = 0x40
    const { algorithm } = await signBytes(this.key, new Uint8Array(1))
    const signedPart = sequence(
      ...[tagged(0, integer(2)), integer(serial), algorithm, this.certificate.subject.der],
      ...[sequence(time(from), time(to)), writeName({ commonName: addresses[0] ?? 'responder' }), publicKey.spki],
      tagged(3, extensions),
    )
    return { key, certificate: readCertificate(await this.#sign(signedPart, this.key)) }
  }

  /** What its responder answers about a certificate. */
  async answer(about: Certificate, { status, revokedAt, signer, isEndless, ...dates }: AnswerOptions): Promise<Bytes> {
    const { from, to } = this.#dates(dates)
    const at = (date: Date) => element(24, fromText(`${date.toISOString().replace(/\.\d+|[-:T]/g, '')}`))
    const keyBits = bitsOf(lastBits(this.certificate.publicKey.spki))
    const name = sequence(
      ...[writeAlgorithmWithNull(OID.sha1), octetString(await digest('SHA-1', this.certificate.subject.der))],
      ...[octetString(await digest('SHA-1', keyBits)), about.serial],
    )
    const states = {
      good: taggedBytes(0, new Uint8Array(0)),
      revoked: tagged(1, at(revokedAt ?? from)),
      unknown: taggedBytes(2, new Uint8Array(0)),
    }
    const single = sequence(name, states[status], at(from), ...(isEndless ? [] : [tagged(0, at(to))]))
    const by = signer?.certificate ?? this.certificate
    const data = sequence(tagged(1, by.subject.der), at(from), sequence(single))
    const basic = await this.#sign(data, signer?.key ?? this.key, signer ? [signer.certificate.der] : [])
    const typed = sequence(oid(REVOCATION_OID.ocspBasic), octetString(basic))
    return sequence(element(10, Uint8Array.of(0)), tagged(0, typed))
  }

  /** Certificates as enrolment services send them (RFC 5652: signed data without signatures). */
  static bundle(certificates: readonly Certificate[]): Bytes {
    const sent = tagged(0, ...certificates.map(({ der }) => der))
    return writeContentInfo(OID.signedData, sequence(integer(1), setOf(), sequence(oid(OID.data)), sent, setOf()))
  }

  /** Its list of what it has revoked. */
  list({ revoked, ...dates }: ListOptions): Promise<Bytes> {
    const { from: thisUpdate, to: nextUpdate } = this.#dates(dates)
    return writeRevocationList({ revoked, number: 1, thisUpdate, nextUpdate }, this)
  }

  async #sign(part: Bytes, key: PrivateKey, certificates: readonly Bytes[] = []): Promise<Bytes> {
    const { algorithm, signature } = await signBytes(key, part)
    const sent = certificates.length > 0 ? [tagged(0, sequence(...certificates))] : []
    return sequence(part, algorithm, bitString(signature), ...sent)
  }
}

function lastBits(spki: Bytes) {
  const fields = fieldsOf(readDer(spki), 'a public key')
  fields.any()
  return fields.next(TAG.bitString)
}
