import type { Certificate } from '@yanshu/cms'
import type { CertificateDoubt, CertificateStatus } from '@yanshu/contracts'
import type { RuntimePart } from '../../platform/runtime/runtime.ts'
import type { Context } from '../../store/context/context.ts'
import { askAuthority, type Link, type LinkStatus } from './askAuthority.ts'
import { fetchCms, readSent } from './readKeyParts.ts'
import { keepStatus, keptStatus } from './statusRows.ts'

/** Authorities that this server asks at the same time, by fingerprint of the certificate: each is asked once. */
const ASKED: RuntimePart<Map<string, Promise<LinkStatus>>> = { name: 'authorities that are asked' }
/** Connections that answers are waited for; who comes after them is answered without. */
const ASKED_MAX = 16

const unknown = (reason: CertificateDoubt): CertificateStatus => ({ status: 'unknown', since: null, reason })

/**
 * Whether certificates count today, in their order. Authorities are asked by the server, and only about certificates that lead
 * to an authority which the organisation trusts: no caller can make it connect to an address of their own.
 * Throws `KeyRefusedError` for what is no certificate.
 */
export async function statusOf(
  context: Context,
  { certificates, issuers }: { readonly certificates: readonly string[]; readonly issuers: readonly string[] },
): Promise<{ list: CertificateStatus[] }> {
  const [leaves, between] = [await Promise.all(certificates.map(readSent)), await Promise.all(issuers.map(readSent))]
  const roots = await trustedRoots(context)
  const list = await Promise.all(leaves.map((leaf) => statusOfOne(context, leaf, { between, roots })))
  return { list }
}

/** The authorities that the organisation trusts for mail. */
export async function trustedRoots({ store }: Pick<Context, 'store'>): Promise<Certificate[]> {
  const { readCertificate } = await fetchCms()
  const rows = await store.db.selectFrom('mail_authority').select('certificate').execute()
  return rows.map(({ certificate }) => readCertificate(new Uint8Array(Buffer.from(certificate, 'base64'))))
}

interface Known {
  readonly between: readonly Certificate[]
  readonly roots: readonly Certificate[]
}

async function statusOfOne(context: Context, leaf: Certificate, { between, roots }: Known): Promise<CertificateStatus> {
  const { fingerprintOf, judgeChain } = await fetchCms()
  const own = await heldHere(context, await fingerprintOf(leaf))
  if (own.revokedAt !== null) return { status: 'revoked', since: own.revokedAt, reason: null }
  const now = context.now()
  const at = new Date(now)
  const { trust, chain } = await judgeChain(leaf, { certificates: between, roots, at })
  if (trust !== 'trusted' && trust !== 'expired' && trust !== 'not-yet-valid') return unknown('untrusted')
  const links = chain.slice(0, -1).flatMap((certificate, place): Link[] => {
    const issuer = chain[place + 1]
    return issuer ? [{ certificate, issuer }] : []
  })
  const expired = Math.min(...chain.map(({ notAfter }) => notAfter.getTime()))
  // Authorities forget what is over: one that is asked would call a revoked certificate valid.
  const answers =
    expired < now ? await allKept(context, links) : await Promise.all(links.map((link) => ask(context, link)))
  return wordFor(answers, { expired: expired < now ? expired : null, isHeld: own.isHeld })
}

interface Dated {
  /** Since when it has been over, in epoch milliseconds; null while it is not. */
  readonly expired: number | null
  /** Whether it is the certificate of a person here, of which this server knows when it is revoked. */
  readonly isHeld: boolean
}

/** One word for a whole chain: a certificate is worth no more than those above it. */
function wordFor(answers: readonly LinkStatus[], { expired, isHeld }: Dated): CertificateStatus {
  const revoked = answers.find(({ status }) => status === 'revoked')
  if (revoked?.status === 'revoked') return { status: 'revoked', since: revoked.revokedAt, reason: null }
  if (expired !== null) return { status: 'expired', since: expired, reason: null }
  for (const [place, answer] of answers.entries()) {
    const isKnownHere = place === 0 && isHeld && answer.status === 'unknown' && answer.reason === 'unnamed'
    if (answer.status === 'unknown' && !isKnownHere) return unknown(answer.reason)
  }
  return { status: 'valid', since: null, reason: null }
}

/** Whether it is the certificate of a person here, and when it was revoked here. */
async function heldHere({ store }: Pick<Context, 'store'>, fingerprint: string) {
  const rows = await store.db
    .selectFrom('key_certificate')
    .select('revoked_at')
    .where('fingerprint', '=', fingerprint)
    .execute()
  const revoked = rows.flatMap(({ revoked_at }) => revoked_at ?? [])
  return { isHeld: rows.length > 0, revokedAt: revoked.length > 0 ? Math.min(...revoked) : null }
}

async function allKept(context: Context, links: readonly Link[]): Promise<LinkStatus[]> {
  const { fingerprintOf } = await fetchCms()
  const kept = await Promise.all(
    links.map(async ({ certificate }) => keptStatus(context, await fingerprintOf(certificate))),
  )
  return kept.filter((one) => one !== null)
}

async function ask(context: Context, link: Link): Promise<LinkStatus> {
  const { fingerprintOf } = await fetchCms()
  const fingerprint = await fingerprintOf(link.certificate)
  const kept = await keptStatus(context, fingerprint)
  if (kept) return kept
  const asked = context.runtime.use(ASKED, () => new Map())
  const running = asked.get(fingerprint)
  if (running) return running
  if (asked.size >= ASKED_MAX) return { status: 'unknown', reason: 'busy' }
  const asking = askAuthority(context, link).then(async (answer) => {
    await keepStatus(context, fingerprint, answer)
    return answer
  })
  asked.set(fingerprint, asking)
  return asking.finally(() => asked.delete(fingerprint))
}
