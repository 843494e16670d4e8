import { ManifestError } from './errors.ts'
import type { Decisions, Manifest } from './manifest.ts'
import { isUsable, nameOf, stageOf } from './offers.ts'
import {
  defaultOf,
  isObject,
  listOf,
  mapOf,
  number,
  object,
  oneOf,
  optional,
  problemsOf,
  signature,
  text,
  time,
  validateManifest,
} from './validate.ts'

const REMOTE_NAME = /^remote-[a-z]+$/

const decisions = object({
  over: mapOf(REMOTE_NAME, text),
  pinned: optional(mapOf(REMOTE_NAME, text)),
  disabled: optional(listOf(text)),
})

const stops = object({
  revision: number(1, Number.MAX_SAFE_INTEGER, true),
  updatedAt: time,
  updatedBy: text,
  reason: text,
  list: listOf(object({ remote: text, name: text, stop: oneOf('halt', 'disable', 'revoke') })),
  signature,
})

/**
 * {@link validateManifest} for the programs that write and keep manifests: it also reads the fields that no page needs.
 * @throws {ManifestError} with every problem found
 */
export function validateOperatorManifest(value: unknown): Manifest {
  if (!isObject(value)) return validateManifest(value)
  const { decisions: decided, stops: stopped, ...rest } = value
  const problems = [
    ...problemsOf(optional(decisions), decided, 'decisions'),
    ...problemsOf(optional(stops), stopped, 'stops'),
  ]
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
 * What a manifest decides of remotes as a whole. One that was written before decisions were kept shows it by its versions.
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
