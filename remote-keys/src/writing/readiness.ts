import type { Certificate } from '@yanshu/cms'
import type { MailAddress, PostData } from '@yanshu/contracts'
import type { Cms } from '../crypto/fetchCms.ts'
import type { KeyList } from '../open/keyring.ts'
import type { Authorities } from '../reading/describeMail.ts'

/**
 * Whether a letter can be encrypted to an address: `none`, no certificate of it is known; `untrusted`, those that are known
 * lead to no authority that the organisation trusts; `expired`, `revoked`, the latest counts no more; `differs`, they are of
 * other addresses; `unfit`, they were not made for this, or do not count yet.
 */
export type RecipientState = 'ready' | 'none' | Doubt
type Doubt = (typeof DOUBTS)[number]

/** From what its person can mend least to what most: the one that is named where several certificates have one each. */
const DOUBTS = ['untrusted', 'revoked', 'expired', 'unfit', 'differs'] as const

export interface RecipientReadiness {
  readonly address: string
  readonly name: string
  readonly state: RecipientState
  /** Since when it has been over or revoked; null for other states, and where that is not known. */
  readonly since: number | null
  /** Those that the letter can be encrypted to, the newest first; with what signed mail of their person announced. */
  readonly certificates: readonly Certificate[]
}

/** A key of the person that signs or is encrypted to. */
export interface OwnCertificate {
  readonly keyId: number
  readonly certificate: Certificate
}

/**
 * Why the person cannot sign: `no-key`, there is none that the PIN opens; `waits`, none has a certificate yet; `over`,
 * those are expired or revoked; `other-address`, they are of other addresses than the letter's sender.
 */
export type SigningProblem = 'no-key' | 'waits' | 'over' | 'other-address'

export interface Readiness {
  readonly signing: readonly OwnCertificate[]
  readonly signingProblem: SigningProblem | null
  /** The person's own, so that the copy in the sent mail can be read. */
  readonly own: readonly OwnCertificate[]
  readonly recipients: readonly RecipientReadiness[]
}

export interface ReadinessOptions {
  readonly from: string
  readonly recipients: readonly MailAddress[]
  readonly keys: Pick<KeyList, 'list'>
  readonly known: PostData<'keymanagement/key/getKeyByEmail'>
  readonly authorities: Authorities
  readonly now: number
}

/** Certificates that cannot be read are passed over: another may be among them. */
const readAll = (cms: Cms, all: readonly string[]): Certificate[] =>
  all.flatMap((one) => {
    try {
      return [cms.readCertificate(cms.fromBase64(one))]
    } catch {
      return []
    }
  })

const isInTime = ({ notBefore, notAfter }: Certificate, now: number) =>
  notBefore.getTime() <= now && now < notAfter.getTime()

/** Judges what a letter needs: the writer's own certificates, and one of each recipient. */
export async function readinessOf(cms: Cms, options: ReadinessOptions): Promise<Readiness> {
  const { from, keys, known, authorities, now } = options
  const held = heldOf(cms, keys)
  const valid = held.filter(({ certificate, revoked }) => !revoked && isInTime(certificate, now))
  const signs = valid.filter(({ certificate }) => cms.purposeOf(certificate, 'signing') === 'fits')
  const sender = from.trim().toLowerCase()
  const signing = signs.filter(({ certificate }) => certificate.addresses.includes(sender))
  const own = valid.filter(({ certificate }) => cms.purposeOf(certificate, 'encrypting') === 'fits')
  const roots = authorities.list.flatMap(({ certificate }) => readAll(cms, [certificate]))
  const revoked = new Map(authorities.revoked.map(({ fingerprint, revokedAt }) => [fingerprint, revokedAt]))
  const announced = new Map(known.announced.map(({ fingerprint, ciphers }) => [fingerprint, ciphers]))
  const byAddress = new Map(known.list.map(({ email, certificates }) => [email.toLowerCase(), certificates]))
  const over = new Map(known.over.map((one) => [one.email.toLowerCase(), one]))
  const people = new Map(options.recipients.map((one) => [one.address.trim().toLowerCase(), one]))
  const recipients = await Promise.all(
    [...people].map(async ([address, { name }]): Promise<RecipientReadiness> => {
      const judged = await judge(cms, readAll(cms, byAddress.get(address) ?? []), {
        address,
        roots,
        revoked,
        now,
        announced,
      })
      const ended = judged.state === 'none' ? over.get(address) : undefined
      return { address, name, ...judged, ...(ended ? { state: ended.why, since: ended.since } : {}) }
    }),
  )
  const signingProblem = signing.length > 0 ? null : problemOf(keys, held, signs)
  return { signing, signingProblem, own, recipients }
}

interface Held extends OwnCertificate {
  readonly revoked: boolean
}

const heldOf = (cms: Cms, { list }: Pick<KeyList, 'list'>): Held[] =>
  list
    .filter(({ opens }) => opens)
    .flatMap(({ keyId, certificates }) =>
      certificates.flatMap(({ certificate, revokedAt }) =>
        readAll(cms, [certificate]).map((read) => ({ keyId, certificate: read, revoked: revokedAt !== null })),
      ),
    )

function problemOf({ list }: Pick<KeyList, 'list'>, held: readonly Held[], signs: readonly Held[]): SigningProblem {
  if (!list.some(({ opens }) => opens)) return 'no-key'
  if (held.length === 0) return 'waits'
  return signs.length === 0 ? 'over' : 'other-address'
}

interface Judging {
  readonly address: string
  readonly roots: readonly Certificate[]
  /** By fingerprint, when. */
  readonly revoked: ReadonlyMap<string, number>
  readonly now: number
  readonly announced: ReadonlyMap<string, readonly string[]>
}

interface Doubting {
  readonly now: number
  readonly revokedAt: number | undefined
}

/** Why a certificate cannot be encrypted to; null where it can. */
function doubtOf(
  certificate: Certificate,
  { address, purpose, trust }: Awaited<ReturnType<Cms['judgeForMail']>>,
  { now, revokedAt }: Doubting,
): { readonly why: Doubt; readonly since?: number } | null {
  const end = certificate.notAfter.getTime()
  if (address !== 'same') return { why: 'differs' }
  if (revokedAt !== undefined) return { why: 'revoked', since: revokedAt }
  if (end <= now) return { why: 'expired', since: end }
  if (purpose !== 'fits' || !isInTime(certificate, now)) return { why: 'unfit' }
  return trust === 'trusted' ? null : { why: 'untrusted' }
}

async function judge(
  cms: Cms,
  all: readonly Certificate[],
  { address, roots, revoked, now, announced }: Judging,
): Promise<Pick<RecipientReadiness, 'state' | 'since' | 'certificates'>> {
  const certificates: Certificate[] = []
  const doubts = new Map<Doubt, number | null>()
  for (const certificate of all) {
    const question = { address, use: 'encrypting' as const }
    const judged = await cms.judgeForMail(certificate, question, { roots, certificates: [], at: new Date(now) })
    const fingerprint = await cms.fingerprintOf(certificate)
    const revokedAt = revoked.get(fingerprint)
    const doubt = doubtOf(certificate, judged, { now, revokedAt })
    if (doubt) {
      const { why, since } = doubt
      doubts.set(why, Math.max(since ?? 0, doubts.get(why) ?? 0) || null)
      continue
    }
    const capabilities = [...certificate.capabilities, ...(announced.get(fingerprint) ?? [])]
    certificates.push({ ...certificate, capabilities })
  }
  if (certificates.length > 0) return { state: 'ready', since: null, certificates }
  const doubt = DOUBTS.find((one) => doubts.has(one))
  return { state: doubt ?? 'none', since: doubt ? (doubts.get(doubt) ?? null) : null, certificates }
}

/**
 * Removes those without a certificate, who are to open a letter with a code. Those in Bcc stay: a copy of their own has no
 * code, and the one for the others would show that there are more.
 */
export function withoutCodes(
  readiness: Readiness,
  blind: ReadonlySet<string>,
): Readiness & { codes: ReadonlySet<string> } {
  const opens = ({ address, state }: RecipientReadiness) => state !== 'ready' && !blind.has(address)
  const codes = new Set(readiness.recipients.filter(opens).map(({ address }) => address))
  return { ...readiness, recipients: readiness.recipients.filter((one) => !opens(one)), codes }
}

/** The certificate by which one recipient is encrypted to. */
export interface ChosenCertificate {
  /** In small letters. */
  readonly address: string
  readonly certificate: Certificate
}

/** What a letter is encrypted to and signed with; the national algorithms alone where all of its recipients have them. */
export interface Choice {
  readonly isNational: boolean
  readonly recipients: readonly ChosenCertificate[]
  readonly own: OwnCertificate | null
  readonly signing: OwnCertificate | null
}

const isNationalKey = ({ publicKey }: Certificate) => publicKey.kind === 'sm2'

/** Chooses one certificate of each: every program reads what is not national, so that comes first where it can. */
export function choose({ recipients, own, signing }: Readiness): Choice {
  const all = recipients.map(({ certificates }) => certificates)
  const isNational =
    all.length > 0 && all.every((certificates) => certificates.every(isNationalKey)) && own.some(national)
  const pick = (certificates: readonly Certificate[]) =>
    certificates.find((one) => isNationalKey(one) === isNational) ?? certificates[0]
  const pickOwn = (mine: readonly OwnCertificate[]) =>
    mine.find(({ certificate }) => isNationalKey(certificate) === isNational) ?? mine[0] ?? null
  return {
    isNational,
    recipients: recipients.flatMap(({ address, certificates }) => {
      const certificate = pick(certificates)
      return certificate ? [{ address, certificate }] : []
    }),
    own: pickOwn(own),
    signing: pickOwn(signing),
  }
}

const national = ({ certificate }: OwnCertificate) => isNationalKey(certificate)
