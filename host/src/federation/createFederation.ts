import type { Federation, FederationOptions } from './federation.ts'
import { loadManifest } from './loadManifest.ts'
import { PageFederation } from './pageFederation.ts'

/**
 * Loads the manifest and starts the federation of this page. It is meant to be imported lazily, after the login page
 * is on the screen.
 *
 * @throws {ManifestUnavailableError} when there is no manifest to be had
 * @throws {HostTooOldError} when the manifest needs a newer host: reload the page
 */
export async function createFederation(options: FederationOptions): Promise<Federation> {
  const loaded = await (options.manifest ?? loadManifest)()
  const federation = new PageFederation(options, loaded.manifest)
  federation.take(loaded)
  return federation
}
