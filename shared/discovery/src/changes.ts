import { ChangeError } from './changeError.ts'
import { validateOperatorManifest } from './decisions.ts'
import {
  type Candidate,
  type Decisions,
  MANIFEST_SCHEMA,
  type Manifest,
  type RolloutRule,
  type RolloutStage,
} from './manifest.ts'
import type { ManifestChange, RuleTarget } from './manifestChange.ts'
import { ALL_TRAFFIC, isUsable, isUsed, labelOf, makeDefault, NO_TRAFFIC, nameOf, offered, stageOf } from './offers.ts'
import { notGivenAgain, restored, restoredRemotes, revokedIn } from './restore.ts'
import { rolloutUser, userHash } from './rollout.ts'
import { defaultOf } from './validate.ts'

/** Percentages that a version may be given to. */
export const STEPS = [1, 10, 50, 100] as const

/** Who changed the manifest, and why. */
export interface ChangeNote {
  readonly by: string
  readonly reason: string
  /** ISO 8601. */
  readonly at: string
}

type Remotes = Readonly<Record<string, readonly Candidate[]>>

function candidatesOf({ discovery }: Manifest, remote: string): readonly Candidate[] {
  const candidates = discovery.microFrontends[remote]
  if (candidates) return candidates
  const names = Object.keys(discovery.microFrontends).join(', ')
  throw new ChangeError(`The manifest has no ${remote}. It has: ${names || 'none'}`)
}

/** @throws {ChangeError} when no version, or more than one, is named so */
export function findVersion(manifest: Manifest, remote: string, version: string): Candidate {
  const candidates = candidatesOf(manifest, remote)
  const exact = candidates.find((candidate) => labelOf(candidate) === version)
  const found = exact ? [exact] : candidates.filter(({ metadata }) => metadata.version === version)
  const [one] = found
  const labels = (some: readonly Candidate[]) => some.map(labelOf).join(', ')
  if (!one) throw new ChangeError(`There is no ${remote} ${version}. There are: ${labels(candidates)}`)
  if (found.length > 1) throw new ChangeError(`${remote} ${version} is not one build. Name one of: ${labels(found)}`)
  return one
}

function publish(
  manifest: Manifest,
  remote: string,
  candidate: Candidate,
  past: readonly Manifest[],
): readonly Candidate[] {
  const known = manifest.discovery.microFrontends[remote] ?? []
  if (revokedIn([manifest, ...past]).has(nameOf(candidate))) {
    throw new ChangeError(`${remote} ${labelOf(candidate)} was revoked and is not given again`)
  }
  const { name } = candidate.extras.mf
  if (known.some(({ extras }) => extras.mf.name === name)) {
    throw new ChangeError(`${remote} ${labelOf(candidate)} is published already`)
  }
  // A remote has exactly one default, so the first version of a new one is it.
  if (known.length === 0) return [offered(remote, candidate, ALL_TRAFFIC, { stage: 'stable' })]
  return [offered(remote, candidate, NO_TRAFFIC, { stage: 'canary' }), ...known]
}

function promote(manifest: Manifest, remote: string, version: string, to: number): readonly Candidate[] {
  const chosen = findVersion(manifest, remote, version)
  const candidates = candidatesOf(manifest, remote)
  if (stageOf(chosen) === 'revoked') throw new ChangeError(`${remote} ${version} was revoked and is not given again`)
  if (!(STEPS as readonly number[]).includes(to)) throw new ChangeError(`--to ${to}: write 1, 10, 50 or 100`)
  if (to === 100) return makeDefault(remote, candidates, chosen)
  if (chosen.deployment.default) {
    throw new ChangeError(`${remote} ${version} is what everybody gets. Promote another version, or roll back`)
  }
  const rules = chosen.extras.rollout?.rules ?? []
  return candidates.map((candidate) =>
    candidate === chosen
      ? offered(remote, candidate, { traffic: to, default: false }, { stage: 'canary', rules })
      : candidate,
  )
}

/** The one condition of a rule for this target. */
function conditionOf(target: RuleTarget, salt: string): Omit<RolloutRule, 'use'> {
  if ('department' in target) return { depts: [target.department] }
  const hash = 'hash' in target ? target.hash : userHash(salt, rolloutUser(target.user, '').key)
  if (!/^h:[0-9a-f]{16}$/.test(hash)) throw new ChangeError(`${hash} is not a user hash: h: and 16 hexadecimal digits`)
  return { users: [hash] }
}

function rule(
  manifest: Manifest,
  { remote, version, target, use }: Extract<ManifestChange, { action: 'rule' }>,
): readonly Candidate[] {
  const chosen = findVersion(manifest, remote, version)
  if (!isUsable(chosen)) throw new ChangeError(`${remote} ${version} is ${stageOf(chosen)}: enable it first`)
  const stage = chosen.deployment.default ? 'stable' : 'canary'
  const salt = chosen.extras.rollout?.salt ?? `${remote}-${labelOf(chosen)}`
  const condition = conditionOf(target, salt)
  const same = ({ users, depts }: RolloutRule) =>
    JSON.stringify([users, depts]) === JSON.stringify([condition.users, condition.depts])
  const others = (chosen.extras.rollout?.rules ?? []).filter((one) => !same(one))
  if (use === null && others.length === (chosen.extras.rollout?.rules ?? []).length) {
    throw new ChangeError(`${remote} ${version} has no such rule`)
  }
  // The newest first: the first that fits decides.
  const rules = use === null ? others : [{ ...condition, use }, ...others]
  return candidatesOf(manifest, remote).map((candidate) =>
    candidate === chosen ? offered(remote, candidate, candidate.deployment, { stage, rules }) : candidate,
  )
}

/** The version that was the default before, newest first; also one that the manifest does not list any more. */
function earlierDefault(manifest: Manifest, remote: string, past: readonly Manifest[]): Candidate | undefined {
  const candidates = candidatesOf(manifest, remote)
  const revoked = revokedIn([manifest, ...past])
  const now = defaultOf(candidates)?.extras.mf.name
  for (const { discovery } of past) {
    const found = defaultOf(discovery.microFrontends[remote] ?? [])
    if (!found || found.extras.mf.name === now || revoked.has(nameOf(found))) continue
    const listed = candidates.find(({ extras }) => extras.mf.name === found.extras.mf.name)
    if (isUsable(listed ?? found)) return listed ?? found
  }
  return candidates.find((one) => !one.deployment.default && isUsable(one) && stageOf(one) !== 'canary')
}

/** Another default in the place of one that is withdrawn. */
function fallBack(
  manifest: Manifest,
  remote: string,
  past: readonly Manifest[],
  withdrawn: RolloutStage,
): readonly Candidate[] {
  const earlier = earlierDefault(manifest, remote, past)
  if (!earlier) throw new ChangeError(`There is no earlier version of ${remote} to go back to`)
  const candidates = candidatesOf(manifest, remote).map((candidate) =>
    candidate.deployment.default ? offered(remote, candidate, NO_TRAFFIC, { stage: withdrawn }) : candidate,
  )
  const known = candidates.find(({ extras }) => extras.mf.name === earlier.extras.mf.name)
  return known
    ? makeDefault(remote, candidates, known)
    : [offered(remote, earlier, ALL_TRAFFIC, { stage: 'stable' }), ...candidates]
}

function rollback(manifest: Manifest, remote: string, past: readonly Manifest[]): readonly Candidate[] {
  const candidates = candidatesOf(manifest, remote)
  const isCanary = (candidate: Candidate) => !candidate.deployment.default && isUsed(candidate)
  if (!candidates.some(isCanary)) return fallBack(manifest, remote, past, 'disabled')
  return candidates.map((candidate) =>
    isCanary(candidate) ? offered(remote, candidate, NO_TRAFFIC, { stage: 'disabled' }) : candidate,
  )
}

/** A canary is no longer given, by percentage or by rule. It stays listed and may be promoted again. */
function halt(manifest: Manifest, remote: string, version: string): readonly Candidate[] {
  const chosen = findVersion(manifest, remote, version)
  if (chosen.deployment.default) {
    throw new ChangeError(`${remote} ${version} is what everybody gets. Roll back, or promote another version`)
  }
  return candidatesOf(manifest, remote).map((candidate) =>
    candidate === chosen
      ? offered(remote, candidate, NO_TRAFFIC, { stage: stageOf(candidate) ?? 'canary' })
      : candidate,
  )
}

function revoke(manifest: Manifest, remote: string, version: string, past: readonly Manifest[]): readonly Candidate[] {
  const chosen = findVersion(manifest, remote, version)
  if (chosen.deployment.default) return fallBack(manifest, remote, past, 'revoked')
  return candidatesOf(manifest, remote).map((candidate) =>
    candidate === chosen ? offered(remote, candidate, NO_TRAFFIC, { stage: 'revoked' }) : candidate,
  )
}

function pin(manifest: Manifest, remote: string, version: string): readonly Candidate[] {
  const chosen = findVersion(manifest, remote, version)
  if (stageOf(chosen) === 'revoked') throw new ChangeError(`${remote} ${version} was revoked and is not given again`)
  return makeDefault(remote, candidatesOf(manifest, remote), chosen).map((candidate) => {
    if (candidate.deployment.default || !isUsable(candidate)) return candidate
    return offered(remote, candidate, NO_TRAFFIC, { stage: stageOf(candidate) ?? 'stable' })
  })
}

function setStage(
  manifest: Manifest,
  { action, remote, version }: Extract<ManifestChange, { action: 'disable' | 'enable' }>,
): readonly Candidate[] {
  const one = version === undefined ? undefined : findVersion(manifest, remote, version)
  return candidatesOf(manifest, remote).map((candidate) => {
    if ((one && candidate !== one) || stageOf(candidate) === 'revoked') return candidate
    const { deployment, extras } = candidate
    const back = deployment.default ? 'stable' : 'canary'
    const stage = action === 'disable' ? 'disabled' : stageOf(candidate) === 'disabled' ? back : stageOf(candidate)
    return offered(remote, candidate, deployment, { stage: stage ?? back, rules: extras.rollout?.rules ?? [] })
  })
}

function changedCandidates(
  manifest: Manifest,
  change: Exclude<ManifestChange, { action: 'restore' }>,
  past: readonly Manifest[],
): readonly Candidate[] {
  switch (change.action) {
    case 'publish':
      return publish(manifest, change.remote, change.candidate, past)
    case 'promote':
      return promote(manifest, change.remote, change.version, change.to)
    case 'rule':
      return rule(manifest, change)
    case 'rollback':
      return rollback(manifest, change.remote, past)
    case 'halt':
      return halt(manifest, change.remote, change.version)
    case 'revoke':
      return revoke(manifest, change.remote, change.version, past)
    case 'pin':
      return pin(manifest, change.remote, change.version)
    case 'disable':
    case 'enable':
      return setStage(manifest, change)
  }
}

/** What is decided of remotes as a whole after one of them was changed. */
function decisionsAfter(
  { over, pinned = {}, disabled = [] }: Decisions,
  change: Exclude<ManifestChange, { action: 'restore' }>,
  candidates: readonly Candidate[],
): Decisions {
  const { action, remote } = change
  const chosen = defaultOf(candidates)
  const { [remote]: before, ...others } = pinned
  const isPinned = chosen && (action === 'pin' || before === nameOf(chosen)) && stageOf(chosen) !== 'revoked'
  const isAllDisabled = action === 'disable' && change.version === undefined
  const staysOff = disabled.includes(remote) && !(chosen && isUsable(chosen))
  const off = disabled.filter((one) => one !== remote)
  return {
    over,
    pinned: isPinned ? { ...others, [remote]: nameOf(chosen) } : others,
    disabled: isAllDisabled || staysOff ? [...off, remote] : off,
  }
}

/**
 * The manifest after a change: the next revision, validated, and not signed.
 * @param past the revisions before this one, newest first
 * @throws {ChangeError} when the change makes no sense, or changes nothing
 * @throws {ManifestError} when what comes of it is not a manifest, such as two remotes on one route
 */
export function applyChange(
  manifest: Manifest,
  change: ManifestChange,
  { by, reason, at }: ChangeNote,
  past: readonly Manifest[] = [],
): Manifest {
  const { signature: _, ...base } = change.action === 'restore' ? restored(past, change.revision) : manifest
  let remotes: Remotes = base.discovery.microFrontends
  let { decisions } = base
  if (change.action === 'restore') remotes = restoredRemotes(manifest, base, change, past)
  else {
    const candidates = changedCandidates(manifest, change, past)
    remotes = { ...remotes, [change.remote]: candidates }
    if (decisions) decisions = decisionsAfter(decisions, change, candidates)
  }
  const next = {
    ...base,
    revision: Math.max(manifest.revision, ...past.map(({ revision }) => revision)) + 1,
    previous: manifest.revision,
    updatedAt: at,
    updatedBy: by,
    reason,
    discovery: { schema: base.discovery.schema || MANIFEST_SCHEMA, microFrontends: remotes },
    ...(decisions ? { decisions } : {}),
  }
  const same =
    JSON.stringify(next.discovery) === JSON.stringify(manifest.discovery) &&
    JSON.stringify(next.decisions) === JSON.stringify(manifest.decisions) &&
    next.minHost === manifest.minHost &&
    next.ttlSeconds === manifest.ttlSeconds
  if (same) {
    const withheld = notGivenAgain(change, next, past).map(({ text }) => text)
    throw new ChangeError(['This changes nothing: it is so already', ...withheld].join('. '))
  }
  return validateOperatorManifest(next)
}
