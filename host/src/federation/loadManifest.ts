import { type Manifest, validateManifest } from '@yanshu/discovery'
import { indexedDbManifest, type LastGoodManifest } from './lastGoodManifest.ts'

/** Where the manifest stands. It is asked for anew each time; the server answers "not modified" when it is the same. */
export const MANIFEST_URL = '/mf/manifest.json'
const TIMEOUT = 8_000

/** Neither the server nor this browser has a manifest that can be used: no remote can be shown. */
export class ManifestUnavailableError extends Error {
  readonly code = 'manifest-unavailable'

  constructor(cause: unknown) {
    super(`The manifest could not be loaded: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = 'ManifestUnavailableError'
  }
}

export interface LoadedManifest {
  readonly manifest: Manifest
  /** True when the server's could not be used and this is the last one that could. */
  readonly stale: boolean
}

async function fetchManifest(url: string): Promise<Manifest> {
  const response = await fetch(url, { cache: 'no-cache', signal: AbortSignal.timeout(TIMEOUT) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  try {
    return validateManifest(await response.json())
  } catch (error) {
    // Users go on with the last good one and see nothing of it; the operator who looks must be told what is wrong.
    console.error(`${url} can't be used: ${error instanceof Error ? error.message : String(error)}`)
    throw error
  }
}

/**
 * Gives the manifest of the server, or the last one that was good.
 * @throws {ManifestUnavailableError} when there is neither
 */
export async function loadManifest(
  url: string = MANIFEST_URL,
  lastGood: LastGoodManifest = indexedDbManifest,
): Promise<LoadedManifest> {
  try {
    const manifest = await fetchManifest(url)
    // A browser that refuses to store it only loses the help of the next bad day.
    void lastGood.write(manifest).catch(() => undefined)
    return { manifest, stale: false }
  } catch (cause) {
    const kept = await lastGood.read().catch(() => undefined)
    if (kept === undefined) throw new ManifestUnavailableError(cause)
    try {
      return { manifest: validateManifest(kept), stale: true }
    } catch {
      throw new ManifestUnavailableError(cause)
    }
  }
}
