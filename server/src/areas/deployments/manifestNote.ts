import type { ManifestState } from './currentManifest.ts'

/** What `/readyz` says of the manifest. The reasons name fields and keys, never a machine, so anybody may read them. */
export function manifestNote({ revision, refused }: ManifestState): Readonly<Record<string, string>> {
  const served = revision === null ? 'none is served' : `revision ${revision} is served`
  return { manifest: refused.length === 0 ? served : `refused, ${served}: ${refused.join('; ')}` }
}
