import type { Candidate, Rollout, RolloutRule, RolloutStage } from './manifest.ts'

/** How a version is named where two builds may have the same number: `1.1.0-3f9c1a7b`. */
export function labelOf({ metadata, extras }: Candidate): string {
  return extras.build ? `${metadata.version}-${extras.build.id}` : metadata.version
}

/** The name of a build on a page, which no other build has. */
export const nameOf = ({ extras }: Candidate): string => extras.mf.name

export const stageOf = ({ extras }: Candidate) => extras.rollout?.stage
/** Whether it may be given to any user at all. */
export const isUsable = (candidate: Candidate) => !['disabled', 'revoked'].includes(stageOf(candidate) ?? '')
/** Whether a version is given to any account: by default, by percentage or by a rule. */
export const isUsed = (candidate: Candidate): boolean =>
  isUsable(candidate) &&
  (candidate.deployment.default ||
    candidate.deployment.traffic > 0 ||
    (candidate.extras.rollout?.rules ?? []).some(({ use }) => use))

/** The same version, otherwise offered. The salt stays, so that a user who is in stays in. */
export function offered(
  remote: string,
  candidate: Candidate,
  deployment: Candidate['deployment'],
  rollout: { readonly stage: RolloutStage; readonly rules?: readonly RolloutRule[] },
): Candidate {
  const salt = candidate.extras.rollout?.salt ?? `${remote}-${labelOf(candidate)}`
  const rules = rollout.rules ?? []
  const next: Rollout = { salt, stage: rollout.stage, ...(rules.length > 0 ? { rules } : {}) }
  return { ...candidate, deployment, extras: { ...candidate.extras, rollout: next } }
}

export const NO_TRAFFIC = { traffic: 0, default: false }
export const ALL_TRAFFIC = { traffic: 100, default: true }

/** The same versions with this one, which is one of them, for all users to whom no percentage or rule gives another. */
export function makeDefault(remote: string, candidates: readonly Candidate[], chosen: Candidate): Candidate[] {
  return candidates.map((candidate) => {
    if (candidate === chosen) return offered(remote, candidate, ALL_TRAFFIC, { stage: 'stable' })
    return candidate.deployment.default
      ? offered(remote, candidate, NO_TRAFFIC, {
          stage: isUsable(candidate) ? 'stable' : (stageOf(candidate) ?? 'stable'),
        })
      : candidate
  })
}
