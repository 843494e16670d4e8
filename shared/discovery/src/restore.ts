import { ChangeError } from './changeError.ts'
import type { Finding } from './findings.ts'
import type { Candidate, Manifest } from './manifest.ts'
import type { ManifestChange } from './manifestChange.ts'
import { isUsable, isUsed, labelOf, makeDefault, NO_TRAFFIC, nameOf, offered, stageOf } from './offers.ts'
import { defaultOf } from './validate.ts'

type Remotes = Readonly<Record<string, readonly Candidate[]>>

interface Revoked {
  readonly remote: string
  readonly candidate: Candidate
}

/** The manifest that `restore` writes: all that the revision contained, but for who wrote it and when. */
export function restored(past: readonly Manifest[], revision: number): Manifest {
  const found = past.find((manifest) => manifest.revision === revision)
  if (found) return found
  const known = past.map((manifest) => manifest.revision).join(', ')
  throw new ChangeError(`There is no revision ${revision} in the history. There are: ${known || 'none'}`)
}

/**
 * The revoked versions, by name, with their remotes. The newest manifest that lists a version decides, so that one stays
 * revoked that is not listed any more.
 * @param manifests newest first
 */
export function revokedIn(manifests: readonly Manifest[]): ReadonlyMap<string, Revoked> {
  const seen = new Set<string>()
  const revoked = new Map<string, Revoked>()
  for (const { discovery } of manifests) {
    for (const [remote, candidates] of Object.entries(discovery.microFrontends)) {
      for (const candidate of candidates) {
        const name = nameOf(candidate)
        if (!seen.has(name) && stageOf(candidate) === 'revoked') revoked.set(name, { remote, candidate })
        seen.add(name)
      }
    }
  }
  return revoked
}

const isNamed = ({ remote, candidate }: Revoked, names: readonly string[]) =>
  names.some((name) => [`${remote}@${labelOf(candidate)}`, `${remote}@${candidate.metadata.version}`].includes(name))

/** The versions of an earlier revision of a remote, without giving back those that were revoked since. */
function withoutRevoked(
  remote: string,
  list: readonly Candidate[],
  now: readonly Candidate[],
  revoked: ReadonlyMap<string, Revoked>,
): readonly Candidate[] {
  const withdrawn = list.map((one) =>
    revoked.has(nameOf(one)) && stageOf(one) !== 'revoked'
      ? offered(remote, one, { traffic: 0, default: one.deployment.default }, { stage: 'revoked' })
      : one,
  )
  const unlisted = [...revoked.values()]
    .filter((one) => one.remote === remote && !list.some((other) => nameOf(other) === nameOf(one.candidate)))
    .map(({ candidate }) => offered(remote, candidate, NO_TRAFFIC, { stage: 'revoked' }))
  const all = [...withdrawn, ...unlisted]
  const chosen = defaultOf(withdrawn)
  if (!chosen || stageOf(chosen) !== 'revoked') return all
  // The default version of that time was revoked: users keep the one of now.
  const present = defaultOf(now)
  const listed = present && all.find((one) => nameOf(one) === nameOf(present))
  const next = present && isUsable(present) ? present : all.find((one) => isUsable(one) && stageOf(one) !== 'canary')
  if (!next) return all
  return listed || next !== present
    ? makeDefault(remote, all, listed && next === present ? listed : next)
    : makeDefault(remote, [next, ...all], next)
}

/** An earlier revision, but for what was revoked since and is not named to be given again. */
export function restoredRemotes(
  manifest: Manifest,
  base: Manifest,
  { again = [] }: Extract<ManifestChange, { action: 'restore' }>,
  past: readonly Manifest[],
): Remotes {
  const known = revokedIn([manifest, ...past])
  const unknown = again.find((name) => ![...known.values()].some((one) => isNamed(one, [name])))
  if (unknown) throw new ChangeError(`${unknown} is no version that was revoked. Write REMOTE@VERSION`)
  const revoked = new Map([...known].filter(([, one]) => !isNamed(one, again)))
  const now = manifest.discovery.microFrontends
  return Object.fromEntries(
    Object.entries(base.discovery.microFrontends).map(([remote, list]) => [
      remote,
      withoutRevoked(remote, list, now[remote] ?? [], revoked),
    ]),
  )
}

/** What a restored revision gave to people and is not given back, because it was revoked since. */
export function notGivenAgain(change: ManifestChange, next: Manifest, past: readonly Manifest[]): Finding[] {
  if (change.action !== 'restore') return []
  const base = restored(past, change.revision).discovery.microFrontends
  return Object.entries(next.discovery.microFrontends).flatMap(([remote, candidates]) =>
    candidates
      .filter((one) => stageOf(one) === 'revoked')
      .filter((one) => base[remote]?.some((other) => nameOf(other) === nameOf(one) && isUsed(other)))
      .map((one): Finding => {
        const label = labelOf(one)
        const text = `${remote} ${label} was revoked after revision ${change.revision} and stays so. To give it again: --again ${remote}@${label}`
        return { level: 'warning', text }
      }),
  )
}
