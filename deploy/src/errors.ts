import type { Manifest } from '@yanshu/discovery'
import { diffManifests, type ManifestDifference } from '@yanshu/discovery/operations'

/** Something that the operator can put right; the message is a sentence for them. */
export class DeployError extends Error {
  override readonly name: string = 'DeployError'
}

/** Another operator changed the manifest since this one read it. Nothing was written. */
export class LostUpdateError extends DeployError {
  override readonly name = 'LostUpdateError'
  /** What this operator wanted, and what the other one did; both from the manifest that this one read. */
  readonly mine: readonly ManifestDifference[]
  readonly theirs: readonly ManifestDifference[]

  constructor(seen: Manifest, wanted: Manifest, now: Manifest) {
    super(
      `${now.updatedBy} has changed the manifest meanwhile: it is at revision ${now.revision} (“${now.reason}”). Nothing was written; look at both changes and make yours again`,
    )
    this.mine = diffManifests(seen, wanted)
    this.theirs = diffManifests(seen, now)
  }
}
