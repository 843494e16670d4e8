import { decisionsOf, defaultsOf, validateOperatorManifest } from './decisions.ts'
import { ManifestError } from './errors.ts'
import type { Candidate, Manifest } from './manifest.ts'
import { isUsable, isUsed, labelOf, makeDefault, NO_TRAFFIC, nameOf, offered, stageOf } from './offers.ts'
import { compareVersions } from './semver.ts'
import { defaultOf } from './validate.ts'

/** What stands on this machine. */
export interface Installed {
  /** The manifest that came with the installed build. */
  readonly built: Manifest
  /** Whether operators published a version: it lies in the data folder or at another origin, and stays when a build goes. */
  readonly isOwn: (candidate: Candidate) => boolean
  /** Whether the entry of a version is there, wherever it lies. */
  readonly isHere: (candidate: Candidate) => boolean
  /** Whether the installed host has what a version requires. */
  readonly fits: (candidate: Candidate) => boolean
  /** What was pinned in a manifest that does not say so itself: the names of versions by remote. */
  readonly pins?: Readonly<Record<string, string>>
}

/** What was decided of one remote, and what there is of it. */
interface Laid {
  readonly remote: string
  /** The versions that the operators' manifest lists. */
  readonly mine: readonly Candidate[]
  /** The versions that the build lists. */
  readonly built: readonly Candidate[]
  readonly pinned: string | undefined
  readonly isOff: boolean
}

/** The versions that are left of the operators' list once another build is installed. */
function keptOf({ mine, built, pinned }: Laid, { isOwn, isHere }: Installed): readonly Candidate[] {
  return mine.filter((one) => {
    if (built.some((other) => nameOf(other) === nameOf(one))) return true
    // What is withdrawn stays listed without its files, so that it is withdrawn still when a build brings it again.
    if (isOwn(one) || !isUsable(one)) return true
    return isHere(one) && (nameOf(one) === pinned || (isUsed(one) && !one.deployment.default))
  })
}

/** The version of all users to whom no percentage or rule gives another. Undefined where none is left. */
function defaultFor(laid: Laid, list: readonly Candidate[], installed: Installed): Candidate | undefined {
  const { isOwn, isHere, fits } = installed
  const named = (name: string | undefined) => list.find((one) => nameOf(one) === name)
  const brought = defaultOf(laid.built)
  const newest = brought && named(nameOf(brought))
  const mayLead = (one: Candidate) => isUsable(one) || (laid.isOff && stageOf(one) !== 'revoked')
  const pinned = named(laid.pinned)
  if (pinned && mayLead(pinned) && isHere(pinned)) return pinned
  const before = defaultOf(laid.mine)
  const own = before && named(nameOf(before))
  const isNewer = (one: Candidate) =>
    !newest || !mayLead(newest) || compareVersions(one.metadata.version, newest.metadata.version) > 0
  if (own && isOwn(own) && isHere(own) && fits(own) && mayLead(own) && isNewer(own)) return own
  if (newest && mayLead(newest)) return newest
  return list.find((one) => isUsable(one) && isHere(one) && stageOf(one) !== 'canary') ?? newest ?? own
}

/** The versions of one remote after the build has changed; empty where nothing is left of it. */
function layRemote(laid: Laid, installed: Installed): readonly Candidate[] {
  const { remote, mine, built, isOff } = laid
  const kept = keptOf(laid, installed)
  const brought = built
    .filter((one) => !mine.some((other) => nameOf(other) === nameOf(one)))
    .map((one) => offered(remote, one, NO_TRAFFIC, { stage: isOff ? 'disabled' : 'stable' }))
  const list = [...brought, ...kept]
  const chosen = defaultFor(laid, list, installed)
  if (!chosen || (built.length === 0 && !list.some(installed.isHere))) return []
  if (chosen.deployment.default) return list
  if (isUsable(chosen)) return makeDefault(remote, list, chosen)
  // It is given to no account: a remote has exactly one default, so one of the withdrawn versions is it.
  return list.map((one) => ({ ...one, deployment: { traffic: 0, default: one === chosen } }))
}

function laidRemotes(operators: Manifest, installed: Installed) {
  const { built, pins } = installed
  const decided = decisionsOf(operators, built, pins)
  const [mine, theirs, defaults] = [operators.discovery, built.discovery, defaultsOf(built)]
  const remotes: Record<string, readonly Candidate[]> = {}
  const changed: string[] = []
  for (const remote of new Set([...Object.keys(mine.microFrontends), ...Object.keys(theirs.microFrontends)])) {
    const candidates = mine.microFrontends[remote] ?? []
    const newest = defaults[remote]
    const known = operators.decisions
      ? operators.decisions.over[remote] === newest
      : candidates.some((one) => nameOf(one) === newest)
    const list = known
      ? candidates
      : layRemote(
          {
            remote,
            mine: candidates,
            built: theirs.microFrontends[remote] ?? [],
            pinned: decided.pinned[remote],
            isOff: decided.disabled.includes(remote),
          },
          installed,
        )
    if (list.length > 0) remotes[remote] = list
    if (JSON.stringify(list) !== JSON.stringify(candidates)) changed.push(remote)
  }
  return { decided, remotes, changed }
}

/** `remote-mail 1.2.0-3f9c1a7b` for each remote whose default is another one. */
function broughtBy(built: Manifest, remotes: Readonly<Record<string, readonly Candidate[]>>): string {
  const names = Object.entries(defaultsOf(built)).flatMap(([remote, name]) => {
    const taken = defaultOf(remotes[remote] ?? [])
    return taken && nameOf(taken) === name ? [`${remote} ${labelOf(taken)}`] : []
  })
  return names.join(', ')
}

/**
 * Lays what operators decided over the versions of the build that is installed now. New versions of the build are taken
 * where nothing is pinned and no newer one was published; what is disabled or revoked stays so; percentages and rules of
 * versions that are still there stay as well. Answers the same manifest where the build brings nothing that it does not
 * know, else its next revision, which is not signed.
 * @throws {ManifestError} when not even the versions of the build alone make a manifest
 */
export function layOverBuild(operators: Manifest, installed: Installed): Manifest {
  const { built } = installed
  const { decided, remotes, changed } = laidRemotes(operators, installed)
  const needsNewerHost = compareVersions(operators.minHost, built.minHost) > 0
  if (changed.length === 0 && !needsNewerHost) return operators
  const names = new Set(Object.values(remotes).flat().map(nameOf))
  const pinned = Object.fromEntries(Object.entries(decided.pinned).filter(([, name]) => names.has(name)))
  const taken = broughtBy(built, Object.fromEntries(changed.map((remote) => [remote, remotes[remote] ?? []])))
  const { signature: _, ...base } = operators
  const isLater = Date.parse(built.updatedAt) > Date.parse(operators.updatedAt)
  const next: Manifest = {
    ...base,
    revision: operators.revision + 1,
    previous: operators.revision,
    updatedAt: isLater ? built.updatedAt : operators.updatedAt,
    updatedBy: 'build',
    reason: taken ? `the installed build brought ${taken}` : 'another build is installed',
    minHost: built.minHost,
    discovery: { schema: built.discovery.schema, microFrontends: remotes },
    decisions: { ...decided, pinned, over: defaultsOf(built) },
  }
  try {
    return validateOperatorManifest(next)
  } catch (error) {
    // What was published claims an address that a remote of this build has now: the build's goes before it.
    if (!(error instanceof ManifestError) || installed.isOwn === nothing) throw error
    return layOverBuild(withoutForeign(operators, built), { ...installed, isOwn: nothing })
  }
}

const nothing = () => false

/** Only the remotes that the build has as well. */
function withoutForeign(operators: Manifest, built: Manifest): Manifest {
  const microFrontends = Object.fromEntries(
    Object.entries(operators.discovery.microFrontends).filter(([remote]) => built.discovery.microFrontends[remote]),
  )
  const { signature: _, ...base } = operators
  return { ...base, discovery: { ...operators.discovery, microFrontends } }
}
