import type { Candidate, Manifest, Stop } from '@yanshu/discovery'
import { type ChangeNote, findVersion, isUsable, type ManifestChange, nameOf } from '@yanshu/discovery/operations'
import type { SeenManifest } from './deployment.ts'
import { DeployError } from './errors.ts'
import { signStops } from './keys.ts'

/** The versions that a change stops; null where it does anything else. */
function stopsOf(manifest: Manifest, change: ManifestChange): readonly Stop[] | null {
  const one = (candidate: Candidate, remote: string, stop: Stop['stop']) => ({ remote, name: nameOf(candidate), stop })
  switch (change.action) {
    case 'halt':
    case 'revoke':
      return [one(findVersion(manifest, change.remote, change.version), change.remote, change.action)]
    case 'disable': {
      const { remote, version } = change
      const all = manifest.discovery.microFrontends[remote] ?? []
      const meant = version === undefined ? all.filter(isUsable) : [findVersion(manifest, remote, version)]
      return meant.map((candidate) => one(candidate, remote, 'disable'))
    }
    default:
      return null
  }
}

/**
 * The manifest in force with what a change stops, signed by a key that may only stop versions.
 * @throws {DeployError} when the change does more than that, or there is no signed manifest that lists the version
 */
export function stopBySignature(
  { manifest, raw }: SeenManifest,
  change: ManifestChange,
  { by, reason, at }: ChangeNote,
  pem: string,
): Manifest {
  const list = stopsOf(manifest, change)
  if (list === null) {
    throw new DeployError(`This key may only halt, disable and revoke versions, not ${change.action} them`)
  }
  if (!raw?.signature) {
    throw new DeployError('There is no signed manifest whose versions this key could stop. Sign one: remotes keys sign')
  }
  const listed = raw.discovery.microFrontends
  const unlisted = list.find(({ remote, name }) => !listed[remote]?.some((one) => nameOf(one) === name))
  if (unlisted) {
    throw new DeployError(
      `${unlisted.name} came with the installed build and is not in what operators signed, so this key cannot stop it. Sign it first: remotes keys sign`,
    )
  }
  const revision = manifest.revision + 1
  const all = [...(raw.stops?.list ?? []), ...list]
  return signStops(raw, { revision, updatedAt: at, updatedBy: by, reason, list: all }, pem)
}
