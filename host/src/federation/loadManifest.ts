import { type Manifest, validateManifest } from '@yanshu/discovery'
import { fetchPart, platform } from '@yanshu/shell-api'
import { indexedDbManifest, type LastGoodManifest } from './lastGoodManifest.ts'

/** Where the manifest stands. It is asked for anew each time; the server answers "not modified" when it is the same. */
export const MANIFEST_URL = '/mf/manifest.json'
const TIMEOUT = 8_000
/** How long the page waits for the server's manifest before it uses the last good one, in milliseconds. */
const PATIENCE = 2_000

/** A newer system may send fields that this page does not know. */
const TOLERANT = { tolerant: true }

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
  /** The server's, when it was too slow and is still on its way; nothing when it cannot be used after all. */
  readonly late?: Promise<LoadedManifest | undefined>
}

/** The manifest in what was read, once it is valid and, where this page asks for that, signed. */
async function trusted(read: unknown): Promise<Manifest> {
  const manifest = validateManifest(read, TOLERANT)
  const { manifestKeys } = platform()
  if (manifestKeys.length > 0) {
    const { verifySignature } = await fetchPart(
      () => import(/* webpackChunkName: "manifest-signature" */ '@yanshu/discovery/signature'),
    )
    return verifySignature(manifest, manifestKeys)
  }
  return manifest
}

async function fetchManifest(url: string): Promise<Manifest> {
  const response = await fetch(url, { cache: 'no-cache', signal: AbortSignal.timeout(TIMEOUT) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  try {
    return await trusted(await response.json())
  } catch (error) {
    // Users go on with the last good one and see no error; the console shows operators what is wrong.
    console.error(`${url} can't be used: ${error instanceof Error ? error.message : String(error)}`)
    throw error
  }
}

/** The last manifest that was good, or undefined when this browser has none that can be used. */
async function keptManifest(lastGood: LastGoodManifest): Promise<Manifest | undefined> {
  try {
    return await trusted(await lastGood.read())
  } catch {
    return undefined
  }
}

/**
 * Gives the manifest of the server, or the last one that was good: when the server's cannot be used, and when it does
 * not come within two seconds.
 * @throws {ManifestUnavailableError} when there is neither
 */
export async function loadManifest(
  url: string = MANIFEST_URL,
  lastGood: LastGoodManifest = indexedDbManifest,
): Promise<LoadedManifest> {
  const asked = fetchManifest(url).then((manifest): LoadedManifest => {
    // When the browser refuses to store it, only the fallback for a later failure is lost.
    void lastGood.write(manifest).catch(() => undefined)
    return { manifest, stale: false }
  })
  const late = asked.catch(() => undefined)
  const inTime = await Promise.race([late, new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE))])
  if (inTime) return inTime
  const kept = await keptManifest(lastGood)
  if (kept) return { manifest: kept, stale: true, late }
  return asked.catch((cause: unknown) => {
    throw new ManifestUnavailableError(cause)
  })
}
