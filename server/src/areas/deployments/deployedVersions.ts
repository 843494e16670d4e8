import type { OwnSettings } from '@yanshu/contracts'
import type { Candidate, Manifest } from '@yanshu/discovery'
import { isUsed, labelOf } from '@yanshu/discovery/operations'
import type { RuntimePart } from '../../platform/runtime/runtime.ts'
import type { Context } from '../../store/context/context.ts'
import { deploymentOf } from './deploymentOf.ts'

/** One version that the manifest lists. */
export interface DeployedVersion {
  readonly remote: string
  /** `1.1.0-3f9c1a7b` */
  readonly label: string
  /** Given to some by a percentage or a rule, and not the default. */
  readonly isCanary: boolean
  readonly isDefault: boolean
}

/** What the manifest in force lists. */
export interface DeployedVersions {
  readonly revision: number
  /** By the name under which a build stands on a page. */
  readonly byBuild: ReadonlyMap<string, DeployedVersion>
  /** By remote: the settings that its listed versions declare, also those that are disabled. */
  readonly ownSettings: ReadonlyMap<string, readonly OwnSettings[]>
}

/** How long an answer is used again. */
const FRESH_MS = 5_000

const VERSIONS: RuntimePart<{ readonly at: number; readonly versions: DeployedVersions | null }> = {
  name: 'deployed versions',
}

/**
 * The versions that the manifest in force lists; null where there is none. While an operator's manifest has a mistake,
 * those of the last reading. Read again after some seconds.
 */
export async function deployedVersions(context: Context): Promise<DeployedVersions | null> {
  const before = context.runtime.find(VERSIONS)
  if (before && Math.abs(context.now() - before.at) < FRESH_MS) return before.versions
  const versions = await deploymentOf(context)
    .read()
    .then(
      ({ manifest }) => versionsIn(manifest),
      () => before?.versions ?? null,
    )
  context.runtime.keep(VERSIONS, { at: context.now(), versions })
  return versions
}

function versionsIn({ revision, discovery }: Manifest): DeployedVersions {
  const byBuild = new Map<string, DeployedVersion>()
  for (const [remote, candidates] of Object.entries(discovery.microFrontends)) {
    for (const candidate of candidates) {
      const isDefault = candidate.deployment.default
      byBuild.set(candidate.extras.mf.name, {
        remote,
        label: labelOf(candidate),
        isCanary: !isDefault && isUsed(candidate),
        isDefault,
      })
    }
  }
  const declared = Object.entries(discovery.microFrontends).map(([remote, candidates]) => {
    // A manifest is validated before it is served, by the same fields.
    const settings = candidates.map(({ extras }) => (extras.contributes.ownSettings ?? {}) as OwnSettings)
    return [remote, settings] as const
  })
  return { revision, byBuild, ownSettings: new Map(declared) }
}

/** How a version is offered, to see whether two revisions offer it alike. */
const offerOf = ({ discovery }: Manifest, remote: string, label: string): string => {
  const candidate: Candidate | undefined = discovery.microFrontends[remote]?.find((one) => labelOf(one) === label)
  return JSON.stringify(candidate ? [candidate.deployment, candidate.extras.rollout] : null)
}

/** The revision from which on a version was offered as it is now, and when that was; null when it is not listed. */
export async function offeredSince(
  context: Pick<Context, 'config'>,
  remote: string,
  label: string,
): Promise<{ readonly revision: number; readonly at: number } | null> {
  const [now, ...earlier] = await deploymentOf(context).history()
  if (!now || offerOf(now, remote, label) === 'null') return null
  let since = now
  for (const manifest of earlier) {
    if (offerOf(manifest, remote, label) !== offerOf(now, remote, label)) break
    since = manifest
  }
  return { revision: since.revision, at: Date.parse(since.updatedAt) }
}
