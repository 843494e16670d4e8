import type { Contributes } from './contributes.ts'
import { HostTooOldError, NoCandidateError, type Refusal, type RefusalCode } from './errors.ts'
import { isLocalAddress } from './localAddress.ts'
import type { Candidate, Manifest } from './manifest.ts'
import { BUCKETS, bucketOf, type RolloutUser, ruleVerdict } from './rollout.ts'
import { compareVersions, satisfies } from './semver.ts'
import { REMOTE_EXPOSE } from './sharedModules.ts'

/** All that choosing depends on; the same context and manifest always give the same answer. */
export interface ResolveContext {
  readonly hostVersion: string
  /** What the host offers, version by package. */
  readonly provided: Readonly<Record<string, string>>
  /** The page's address: paths are taken relative to it. */
  readonly base: string
  /** Origins that code may come from. */
  readonly origins: readonly string[]
  /** Undefined before anyone is logged in; then no rule and no percentage applies. */
  readonly user?: RolloutUser | undefined
  /** Names (`extras.mf.name`) of builds that failed on this page. */
  readonly bad?: ReadonlySet<string>
  /** Names of builds that worked here before, by remote; preferred when the default cannot be used. */
  readonly previousGood?: Readonly<Record<string, string>>
  /** Entries of local builds, by remote. */
  readonly overrides?: Readonly<Record<string, string>>
  readonly allowOverride?: boolean
}

/** Which step decided. */
export type ResolveReason = 'override' | 'rule' | 'percentage' | 'default' | 'previous'

/** The version of a remote that this page is to use. */
export interface ChosenRemote {
  readonly remote: string
  readonly version: string
  readonly reason: ResolveReason
  /** Absolute addresses of the entry, in the order to try. */
  readonly urls: readonly string[]
  /** Null for a local override only; nothing else is loaded without integrity. */
  readonly integrity: string | null
  readonly mfName: string
  readonly expose: string
  readonly contributes: Contributes
}

/** What the host may load: a version or the reason for none, by remote. */
export type Resolution = ReadonlyMap<string, ChosenRemote | NoCandidateError>

/** The name under which a development build stands on the page. */
export const developmentName = (remote: string): string => `${remote.replace(/\W/g, '_')}__dev`

/** Whether two prefixes claim a common path. */
export function prefixesOverlap(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`)
}

function urlsOf({ url, fallbackUrl }: Candidate, context: ResolveContext): string[] | undefined {
  const urls: string[] = []
  for (const address of fallbackUrl === undefined ? [url] : [url, fallbackUrl]) {
    if (!URL.canParse(address, context.base)) return undefined
    const absolute = new URL(address, context.base)
    if (!context.origins.includes(absolute.origin)) return undefined
    urls.push(absolute.href)
  }
  return urls
}

function unmetRequirement({ extras }: Candidate, provided: ResolveContext['provided']): string | undefined {
  for (const [name, range] of Object.entries(extras.requires)) {
    const version = provided[name]
    if (version === undefined || !satisfies(version, range)) {
      return `needs ${name} ${range}, the host has ${version ?? 'none'}`
    }
  }
  return undefined
}

type Claims = ReadonlyMap<string, string>

/** Why a version may not be used at all, or undefined when it may. */
function refusalOf(candidate: Candidate, context: ResolveContext, claims: Claims): Refusal | undefined {
  const { version } = candidate.metadata
  const refuse = (code: RefusalCode, detail: string): Refusal => ({ version, code, detail })
  const stage = candidate.extras.rollout?.stage
  if (stage === 'revoked' || stage === 'disabled') return refuse(stage, 'by the operator')
  if (!urlsOf(candidate, context)) return refuse('blocked-url', candidate.url)
  const unmet = unmetRequirement(candidate, context.provided)
  if (unmet) return refuse('requirement', unmet)
  if (context.bad?.has(candidate.extras.mf.name)) return refuse('bad', 'it failed on this page')
  for (const { prefix } of candidate.extras.contributes.routes) {
    for (const [claimed, owner] of claims) {
      if (prefixesOverlap(prefix, claimed)) return refuse('route-overlap', `${prefix} belongs to ${owner}`)
    }
  }
  return undefined
}

/**
 * The version whose percentage a user falls into. Versions of one salt lie side by side, so that two canaries of 10 %
 * reach 20 % of the users and not the same 10 % twice.
 */
function byPercentage(
  remote: string,
  candidates: readonly Candidate[],
  usable: ReadonlySet<Candidate>,
  user: RolloutUser,
) {
  const taken = new Map<string, number>()
  for (const candidate of candidates) {
    const { default: isDefault, traffic } = candidate.deployment
    // Builds of before are kept without traffic: hashing for each of them would cost every opening of a remote.
    if (isDefault || !traffic) continue
    const salt = candidate.extras.rollout?.salt ?? remote
    const from = taken.get(salt) ?? 0
    const to = from + (traffic * BUCKETS) / 100
    taken.set(salt, to)
    const bucket = bucketOf(salt, remote, user.key)
    const kept = ruleVerdict(candidate.extras.rollout, user) === false
    if (bucket >= from && bucket < to && usable.has(candidate) && !kept) return candidate
  }
  return undefined
}

function choose(
  remote: string,
  candidates: readonly Candidate[],
  usable: ReadonlySet<Candidate>,
  context: ResolveContext,
): { candidate: Candidate; reason: ResolveReason } | undefined {
  const list = candidates.filter((candidate) => usable.has(candidate))
  const { user } = context
  if (user) {
    const ruled = list.find((candidate) => ruleVerdict(candidate.extras.rollout, user) === true)
    if (ruled) return { candidate: ruled, reason: 'rule' }
    const byRollout = byPercentage(remote, candidates, usable, user)
    if (byRollout) return { candidate: byRollout, reason: 'percentage' }
  }
  const normal = list.find((candidate) => candidate.deployment.default)
  if (normal) return { candidate: normal, reason: 'default' }
  const good = list.find((candidate) => candidate.extras.mf.name === context.previousGood?.[remote])
  const previous = good ?? list.find((candidate) => candidate.extras.rollout?.stage !== 'canary')
  return previous && { candidate: previous, reason: 'previous' }
}

/** A local build in place of every deployed one, or a refusal when the address is not of this machine. */
function overridden(
  remote: string,
  candidates: readonly Candidate[],
  context: ResolveContext,
): ChosenRemote | Refusal | undefined {
  const address = context.allowOverride ? context.overrides?.[remote] : undefined
  if (address === undefined) return undefined
  if (!isLocalAddress(address)) {
    return { version: 'override', code: 'override-refused', detail: `${address} is not on this machine` }
  }
  const contributes = candidates.find((candidate) => candidate.deployment.default)?.extras.contributes ?? { routes: [] }
  return {
    remote,
    version: 'local',
    reason: 'override',
    urls: [address],
    integrity: null,
    mfName: developmentName(remote),
    expose: REMOTE_EXPOSE,
    contributes,
  }
}

function resolveRemote(remote: string, candidates: readonly Candidate[], context: ResolveContext, claims: Claims) {
  const override = overridden(remote, candidates, context)
  if (override && 'urls' in override) return override
  const refusals: Refusal[] = override ? [override] : []
  const usable = new Set<Candidate>()
  for (const candidate of candidates) {
    const refusal = refusalOf(candidate, context, claims)
    if (refusal) refusals.push(refusal)
    else usable.add(candidate)
  }
  const choice = choose(remote, candidates, usable, context)
  const urls = choice && urlsOf(choice.candidate, context)
  if (!choice || !urls) return new NoCandidateError(remote, refusals)
  const { metadata, extras } = choice.candidate
  return {
    remote,
    version: metadata.version,
    reason: choice.reason,
    urls,
    integrity: metadata.integrity,
    mfName: extras.mf.name,
    expose: extras.mf.expose,
    contributes: extras.contributes,
  }
}

/**
 * Chooses one version of every remote: a local override, else of those whose requirements the host meets the first by
 * rule, by percentage, by default, and last one that worked before. What is revoked, disabled, known to fail here,
 * from a foreign origin or on another remote's routes is never chosen.
 *
 * @throws {HostTooOldError} when the manifest is not meant for this host
 */
export function resolve(manifest: Manifest, context: ResolveContext): Resolution {
  if (compareVersions(context.hostVersion, manifest.minHost) < 0) {
    throw new HostTooOldError(context.hostVersion, manifest.minHost)
  }
  const resolution = new Map<string, ChosenRemote | NoCandidateError>()
  const claims = new Map<string, string>()
  for (const [remote, candidates] of Object.entries(manifest.discovery.microFrontends)) {
    const outcome = resolveRemote(remote, candidates, context, claims)
    resolution.set(remote, outcome)
    if (outcome instanceof NoCandidateError) continue
    for (const { prefix } of outcome.contributes.routes) claims.set(prefix, remote)
  }
  return resolution
}
