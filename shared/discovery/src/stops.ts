import type { Candidate, Manifest, Stop } from './manifest.ts'
import { nameOf, offered, stageOf } from './offers.ts'

const STAGES = { disable: 'disabled', revoke: 'revoked' } as const

function stopped(remote: string, candidate: Candidate, stop: Stop['stop']): Candidate {
  const { deployment, extras } = candidate
  const given = { traffic: 0, default: deployment.default }
  if (stop === 'halt') return offered(remote, candidate, given, { stage: stageOf(candidate) ?? 'canary' })
  // What was revoked stays so.
  if (stageOf(candidate) === 'revoked') return candidate
  return stop === 'revoke'
    ? offered(remote, candidate, given, { stage: STAGES.revoke })
    : offered(remote, candidate, deployment, { stage: STAGES.disable, rules: extras.rollout?.rules ?? [] })
}

/** The manifest without the versions that were stopped since it was signed: what is in force. Checks no signature. */
export function withStops(manifest: Manifest): Manifest {
  const { stops, ...base } = manifest
  if (!stops) return manifest
  const { list, signature, revision, updatedAt, updatedBy, reason } = stops
  const microFrontends = Object.fromEntries(
    Object.entries(base.discovery.microFrontends).map(([remote, candidates]) => [
      remote,
      candidates.map((candidate) =>
        list
          .filter((one) => one.remote === remote && one.name === nameOf(candidate))
          .reduce((now, { stop }) => stopped(remote, now, stop), candidate),
      ),
    ]),
  )
  const previous = Math.max(base.revision, revision - 1)
  const discovery = { ...base.discovery, microFrontends }
  return { ...base, revision, previous, updatedAt, updatedBy, reason, discovery, signature }
}
