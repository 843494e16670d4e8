import { sameBytes } from '../bytes.ts'
import { schemeOf, verifyBytes } from '../crypto/signing.ts'
import { OID } from '../der/oids.ts'
import { CmsError } from '../errors.ts'
import type { Certificate } from './certificate.ts'
import { sameName } from './names.ts'

/**
 * Whether a certificate comes from an authority that is trusted here:
 * - `trusted`: a chain of right signatures leads to a root, and all of it was valid at that time
 * - `expired`, `not-yet-valid`: a chain leads to a root, and a certificate of it was not valid at that time
 * - `unknown-issuer`: no chain leads to a root; the certificate may be genuine
 * - `broken`: what claims to be its issuer did not sign it, is no authority, or may not certify this name
 * - `unsupported`: the chain uses an algorithm or a rule that this package does not have
 */
export type Trust = 'trusted' | 'expired' | 'not-yet-valid' | 'unknown-issuer' | 'broken' | 'unsupported'

export interface TrustOptions {
  /** Certificates that may stand between this one and a root: those sent with the mail, and those kept. */
  readonly certificates: readonly Certificate[]
  readonly roots: readonly Certificate[]
  readonly at: Date
}

export interface Judgement {
  readonly trust: Trust
  /** From the certificate to the root, as far as the chain was followed. */
  readonly chain: readonly Certificate[]
}

const LONGEST_CHAIN = 8
/** Signatures that are checked for one certificate: a mail can enclose many authorities of one name. */
const MOST_CHECKS = 32

/** From the best to the worst: the reason that is named when no chain is good. */
const ORDER: readonly Trust[] = ['trusted', 'expired', 'not-yet-valid', 'unsupported', 'broken', 'unknown-issuer']

const better = (a: Judgement, b: Judgement) => (ORDER.indexOf(a.trust) < ORDER.indexOf(b.trust) ? a : b)

/** Whether a certificate was signed by the key of another. */
async function isSignedBy(certificate: Certificate, issuer: Certificate): Promise<boolean> {
  const scheme = schemeOf(certificate.signatureAlgorithm, null)
  // Two certificates of one SHA-1 signature can be made; no authority has used it since 2017.
  if (scheme.digest === 'SHA-1') throw new CmsError('unsupported', 'a certificate signed with SHA-1')
  return verifyBytes(scheme, issuer.publicKey, certificate.signedPart, certificate.signature)
}

const mayCertifyMail = ({ purposes }: Certificate) =>
  !purposes || purposes.has(OID.emailProtection) || purposes.has(OID.anyPurpose)

/** Whether an address is within a constraint: a mailbox, a host, or a domain with a dot before it. */
function isWithin(address: string, constraint: string): boolean {
  if (constraint.includes('@')) return address === constraint
  const host = address.slice(address.lastIndexOf('@') + 1)
  return constraint.startsWith('.') ? host.endsWith(constraint) : host === constraint
}

function mayCertifyNames({ nameConstraints }: Certificate, addresses: readonly string[]): boolean {
  if (!nameConstraints) return true
  const { permitted, excluded } = nameConstraints
  return addresses.every(
    (address) =>
      !excluded.some((constraint) => isWithin(address, constraint)) &&
      (permitted.length === 0 || permitted.some((constraint) => isWithin(address, constraint))),
  )
}

/** Whether an issuer may stand at this place of a chain; `below` counts the authorities under it. */
function mayIssue(issuer: Certificate, below: number, addresses: readonly string[]): boolean {
  const { authority, keyUsage } = issuer
  if (!authority || (keyUsage && !keyUsage.has('certSign'))) return false
  if (authority.pathLength !== null && below > authority.pathLength) return false
  return mayCertifyMail(issuer) && mayCertifyNames(issuer, addresses)
}

const mayBeIssuer = (certificate: Certificate, candidate: Certificate) =>
  sameName(certificate.issuer, candidate.subject) &&
  (!certificate.authorityKeyId ||
    !candidate.subjectKeyId ||
    sameBytes(certificate.authorityKeyId, candidate.subjectKeyId))

function datesOf(chain: readonly Certificate[], at: Date): Trust {
  if (chain.some(({ notBefore }) => at < notBefore)) return 'not-yet-valid'
  return chain.some(({ notAfter }) => at > notAfter) ? 'expired' : 'trusted'
}

/** Follows a certificate to a root that is trusted here, and judges the dates at one time. */
export async function judgeChain(leaf: Certificate, options: TrustOptions): Promise<Judgement> {
  const { certificates, roots, at } = options
  const isRoot = (certificate: Certificate) => roots.some(({ der }) => sameBytes(der, certificate.der))
  let checks = 0

  const follow = async (chain: readonly Certificate[]): Promise<Judgement> => {
    const last = chain[chain.length - 1] ?? leaf
    if (last.unknownCritical.length > 0) return { trust: 'unsupported', chain }
    if (isRoot(last)) return { trust: datesOf(chain, at), chain }
    let best: Judgement = { trust: 'unknown-issuer', chain }
    if (chain.length >= LONGEST_CHAIN) return best
    const known = [...roots, ...certificates].filter(
      (candidate) => mayBeIssuer(last, candidate) && !chain.some(({ der }) => sameBytes(der, candidate.der)),
    )
    for (const candidate of known) {
      checks += 1
      if (checks > MOST_CHECKS || best.trust === 'trusted') break
      best = better(best, await step(chain, last, candidate))
    }
    return best
  }

  const step = async (chain: readonly Certificate[], last: Certificate, candidate: Certificate): Promise<Judgement> => {
    try {
      // A certificate that only bears the name of an authority is no word against this one; a wrong right of a signer is.
      if (!(await isSignedBy(last, candidate))) return { trust: 'unknown-issuer', chain }
    } catch (error) {
      if (error instanceof CmsError) return { trust: 'unsupported', chain }
      throw error
    }
    if (!mayIssue(candidate, chain.length - 1, leaf.addresses)) return { trust: 'broken', chain }
    return follow([...chain, candidate])
  }

  return follow([leaf])
}
