import { ManifestError } from './errors.ts'
import type { Decisions, Manifest } from './manifest.ts'
import { isUsable, nameOf, stageOf } from './offers.ts'
import { defaultOf, isObject, listOf, mapOf, object, optional, problemsOf, text, validateManifest } from './validate.ts'

const REMOTE_NAME = /^remote-[a-z]+$/

const decisions = object({
  over: mapOf(REMOTE_NAME, text),
  pinned: optional(mapOf(REMOTE_NAME, text)),
  disabled: optional(listOf(text)),
})

/**
 * {@link validateManifest} for whoever writes and keeps manifests: it knows the fields that no page needs.
 * @throws {ManifestError} with every problem found
 */
export function validateOperatorManifest(value: unknown): Manifest {
  if (!isObject(value) || value.decisions === undefined) return validateManifest(value)
  const { decisions: decided, ...rest } = value
  const problems = problemsOf(decisions, decided, 'decisions')
  if (isDecided(value, problems)) {
    validateManifest(rest)
    return value
  }
  throw new ManifestError(problems)
}

function isDecided(value: unknown, problems: readonly unknown[]): value is Manifest {
  return problems.length === 0
}

/** The default version of each remote, by its name. */
export function defaultsOf({ discovery }: Pick<Manifest, 'discovery'>): Readonly<Record<string, string>> {
  const names: Record<string, string> = {}
  for (const [remote, candidates] of Object.entries(discovery.microFrontends)) {
    const found = defaultOf(candidates)
    if (found) names[remote] = nameOf(found)
  }
  return names
}

/** Whether all that is left of a remote was disabled: such a remote is off. */
export function isOff({ discovery }: Manifest, remote: string): boolean {
  const candidates = discovery.microFrontends[remote] ?? []
  return candidates.some((one) => stageOf(one) === 'disabled') && !candidates.some(isUsable)
}

/**
 * What a manifest decides of remotes as a whole. One that was written before decisions were kept says it by its versions.
 * @param built the manifest of the build that it lies over
 * @param pins what was pinned in a manifest that does not say so itself
 */
export function decisionsOf(
  manifest: Manifest,
  built: Manifest | null,
  pins: Readonly<Record<string, string>> = {},
): Required<Decisions> {
  const over = manifest.decisions?.over ?? (built ? defaultsOf(built) : {})
  if (manifest.decisions) {
    return { over, pinned: manifest.decisions.pinned ?? {}, disabled: manifest.decisions.disabled ?? [] }
  }
  const disabled = Object.keys(manifest.discovery.microFrontends).filter((remote) => isOff(manifest, remote))
  return { over, pinned: pins, disabled }
}
