import type { Candidate, Manifest } from './manifest.ts'
import { isUsed, labelOf } from './offers.ts'
import { prefixesOverlap } from './resolve.ts'
import { compareVersions, satisfies } from './semver.ts'

/** What is wrong with versions that people get, or looks so. */
export interface Finding {
  /** A warning is for an operator to check; with an error users would miss something. */
  readonly level: 'error' | 'warning'
  readonly text: string
}

/** What the host that stands here is and offers. */
export interface HostFacts {
  readonly version: string
  /** Version by package; undefined where the build does not say. */
  readonly provided: Readonly<Record<string, string>> | undefined
}

interface Used {
  readonly remote: string
  readonly candidate: Candidate
}

const nameOf = ({ remote, candidate }: Used) => `${remote} ${labelOf(candidate)}`

/** Every version that at least one user gets. */
function usedOf({ discovery }: Manifest): Used[] {
  return Object.entries(discovery.microFrontends).flatMap(([remote, candidates]) =>
    candidates.filter(isUsed).map((candidate) => ({ remote, candidate })),
  )
}

function* hostFindings({ minHost }: Manifest, used: readonly Used[], host: HostFacts): Generator<Finding> {
  if (compareVersions(host.version, minHost) < 0) {
    yield { level: 'error', text: `The manifest is for host ${minHost} or newer; here is ${host.version}` }
  }
  if (!host.provided) {
    yield { level: 'warning', text: 'The host’s build does not say what it offers; build it anew to have that checked' }
    return
  }
  for (const one of used) {
    for (const [name, range] of Object.entries(one.candidate.extras.requires)) {
      const version = host.provided[name]
      if (version !== undefined && satisfies(version, range)) continue
      yield { level: 'error', text: `${nameOf(one)} needs ${name} ${range}; the host has ${version ?? 'none'}` }
    }
  }
}

/** What two versions of different remotes both claim. */
function* clashes(a: Used, b: Used): Generator<Finding> {
  const [mine, theirs] = [a.candidate.extras.contributes, b.candidate.extras.contributes]
  const both = (what: string) => `${nameOf(a)} and ${nameOf(b)} both ${what}`
  for (const { prefix } of mine.routes) {
    const taken = theirs.routes.find((route) => prefixesOverlap(prefix, route.prefix))
    if (taken) yield { level: 'error', text: both(`claim the address /${prefix}`) }
  }
  for (const { page } of mine.settings ?? []) {
    if (theirs.settings?.some((one) => one.page === page)) {
      yield { level: 'error', text: both(`bring the settings page ${page}`) }
    }
  }
  for (const intent of Object.keys(mine.intents ?? {})) {
    if (intent in (theirs.intents ?? {})) yield { level: 'warning', text: both(`answer ${intent}; the first is asked`) }
  }
  for (const { slot, order = 0 } of mine.slots ?? []) {
    if (theirs.slots?.some((one) => one.slot === slot && (one.order ?? 0) === order)) {
      yield { level: 'warning', text: both(`fill the slot ${slot} at place ${order}; which comes first is by chance`) }
    }
  }
}

/** What people of one version would have and people of another version of the same remote would not. */
function* uneven(a: Used, b: Used): Generator<Finding> {
  const [mine, theirs] = [a.candidate.extras.contributes.intents ?? {}, b.candidate.extras.contributes.intents ?? {}]
  for (const intent of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    if (mine[intent] === theirs[intent]) continue
    const said = (one: Used, major: number | undefined) =>
      `${nameOf(one)} ${major === undefined ? 'does not answer it' : `answers major ${major}`}`
    yield { level: 'warning', text: `${intent}: ${said(a, mine[intent])}, ${said(b, theirs[intent])}` }
  }
}

/**
 * What of the versions that people get does not fit the host or each other: requirements, addresses, settings pages,
 * slots and intents.
 */
export function compatibilityFindings(manifest: Manifest, host: HostFacts): Finding[] {
  const used = usedOf(manifest)
  const findings = [...hostFindings(manifest, used, host)]
  for (const [at, a] of used.entries()) {
    for (const b of used.slice(at + 1)) findings.push(...(a.remote === b.remote ? uneven(a, b) : clashes(a, b)))
  }
  return findings
}
