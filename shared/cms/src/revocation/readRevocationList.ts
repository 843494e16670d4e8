import { type Bytes, sameBytes } from '../bytes.ts'
import { readAlgorithm } from '../crypto/algorithmId.ts'
import {
  bitsOf,
  type DerNode,
  fieldsOf,
  insideOf,
  isContext,
  isUniversal,
  nextOid,
  octetsOf,
  oidOf,
  readDer,
  TAG,
  textOf,
  timeOf,
} from '../der/readDer.ts'
import { CmsError } from '../errors.ts'
import type { Certificate } from '../x509/certificate.ts'
import { readName, sameName } from '../x509/names.ts'
import { derElements } from './derElements.ts'
import { isPassedOver, maySignLists } from './revocationAddresses.ts'
import { REVOCATION_OID } from './revocationOids.ts'
import { isSignedByKeyOf, usableUntil } from './signedByIssuer.ts'

export interface RevocationQuestion {
  readonly certificate: Certificate
  readonly issuer: Certificate
  /** Where the list came from: a list that names where it stands has to name this. */
  readonly address: string
  readonly now: Date
}

/** Entries that are compared before other work can run. */
const ENTRIES_AT_ONCE = 2_000
const FULL_NAME = 0

const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Whether a list is about all certificates of its issuer for all reasons, and stands where it was fetched. */
function isWhole(point: DerNode, address: string, certificate: Certificate): boolean {
  for (const part of point.children) {
    if (isContext(part, 0)) {
      const full = part.children.find((name) => isContext(name, FULL_NAME))
      if (!full?.children.some((name) => isContext(name, 6) && textOf(name) === address)) return false
    } else if (isContext(part, 1)) {
      if (certificate.authority !== null) return false
    } else if (isContext(part, 2)) {
      if (certificate.authority === null) return false
    } else return false
  }
  return true
}

function requireWhole(extensions: DerNode | null, { address, certificate }: RevocationQuestion): void {
  if (!extensions) return
  for (const extension of insideOf(extensions, 'extensions').children) {
    const fields = fieldsOf(extension, 'an extension')
    const type = nextOid(fields)
    const isCritical = (fields.optional(TAG.boolean)?.contents[0] ?? 0) !== 0
    const value = octetsOf(fields.next(TAG.octetString))
    const isKnown =
      type === REVOCATION_OID.issuingDistributionPoint
        ? isWhole(readDer(value), address, certificate)
        : !isCritical || isPassedOver(type)
    if (!isKnown) throw new CmsError('unsupported', 'a list of revoked certificates that is not about all')
  }
}

/** When the certificate was revoked by this entry; null for an entry of another. */
function revokedBy(entry: Bytes, serial: Bytes): Date | null {
  const fields = fieldsOf(readDer(entry), 'an entry of a list')
  if (!sameBytes(fields.next(TAG.integer).whole, serial)) return null
  const at = timeOf(fields.any())
  const extensions = fields.optional(TAG.sequence)
  for (const extension of extensions?.children ?? []) {
    const [type, critical] = extension.children
    const isCritical = isUniversal(critical, TAG.boolean) && critical?.contents[0] !== 0
    if (!type || (isCritical && !isPassedOver(oidOf(type)))) {
      throw new CmsError('unsupported', 'an entry of a list with an unknown rule')
    }
  }
  return at
}

/** Compares the bytes of the number before an entry is read: of a long list one entry is. */
async function findEntry(entries: Bytes, serial: Bytes): Promise<Date | null> {
  let count = 0
  for (const { whole, contents } of derElements(entries)) {
    count += 1
    if (count % ENTRIES_AT_ONCE === 0) await nextTurn()
    if (!sameBytes(contents.subarray(0, serial.length), serial)) continue
    const at = revokedBy(whole, serial)
    if (at) return at
  }
  return null
}

/**
 * Looks for a certificate in a list of what its issuer has revoked (RFC 5280 §5, §6.3). The list counts when the issuer signed
 * it, it is of this time and about all certificates that the issuer has made.
 *
 * @returns when it was revoked, null where it was not, and until when the list may be used in epoch milliseconds.
 * @throws {CmsError} for a list that does not count.
 */
export async function readRevocationList(
  bytes: Bytes,
  question: RevocationQuestion,
): Promise<{ readonly revokedAt: Date | null; readonly until: number }> {
  const { certificate, issuer, now } = question
  const [outer] = derElements(bytes)
  const [signed, algorithm, signature] = [...derElements(outer?.contents ?? new Uint8Array(0))]
  if (!signed || !algorithm || !signature) throw new CmsError('malformed', 'a list of revoked certificates')
  const parts = [...derElements(signed.contents)]
  // The version is left out where there are no extensions.
  if (parts[0]?.first === TAG.integer) parts.shift()
  const [, name, thisUpdate, ...others] = parts
  if (!name || !thisUpdate) throw new CmsError('malformed', 'a list of revoked certificates')
  if (!sameName(readName(readDer(name.whole)), issuer.subject) || !maySignLists(issuer)) {
    throw new CmsError('malformed', 'a list of another issuer')
  }
  const isRight = await isSignedByKeyOf(issuer, {
    algorithm: readAlgorithm(readDer(algorithm.whole)),
    bytes: signed.whole,
    signature: bitsOf(readDer(signature.whole)),
  })
  if (!isRight) throw new CmsError('malformed', 'a list that its issuer did not sign')
  const isTime = (first: number) => first === TAG.utcTime || first === TAG.generalizedTime
  const next = others.find(({ first }) => isTime(first))
  const until = usableUntil(timeOf(readDer(thisUpdate.whole)), next ? timeOf(readDer(next.whole)) : null, now)
  const extensions = others.find(({ first }) => first === 0xa0)
  requireWhole(extensions ? readDer(extensions.whole) : null, question)
  const entries = others.find(({ first }) => first === 0x30)
  return { revokedAt: entries ? await findEntry(entries.contents, certificate.serial) : null, until }
}
