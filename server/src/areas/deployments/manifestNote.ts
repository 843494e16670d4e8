import type { ManifestState } from './currentManifest.ts'

/** What `/readyz` answers about the manifest. The reasons name fields and keys, never a machine, so they need no login. */
export function manifestNote({
  revision,
  refused,
  missing,
  needsSignature,
}: ManifestState): Readonly<Record<string, string>> {
  const served = revision === null ? 'none is served' : `revision ${revision} is served`
  if (missing.length > 0) return { manifest: `${served}, and files of it are missing: ${missing.join(', ')}` }
  if (refused.length === 0 && needsSignature) {
    return { manifest: `${served} without a signature, because another build was installed: remotes keys sign` }
  }
  return { manifest: refused.length === 0 ? served : `refused, ${served}: ${refused.join('; ')}` }
}
