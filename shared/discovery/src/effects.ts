import type { Contributes } from './contributes.ts'
import type { Candidate, Manifest, RolloutRule } from './manifest.ts'
import { isUsed, labelOf } from './offers.ts'
import { defaultOf } from './validate.ts'

/** One value that differs: where, what it was and what it is; undefined where there is none. */
export interface ManifestDifference {
  /** `remote-mail 1.1.0-3f9c1a7b deployment.traffic` */
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}

const IN_EVERY_REVISION = new Set(['revision', 'previous', 'updatedAt', 'updatedBy', 'reason', 'signature'])

function* leaves(value: unknown, path: string): Generator<[string, unknown]> {
  if (typeof value !== 'object' || value === null) return yield [path, value]
  // A list is one value: its order has a meaning, its positions have none.
  if (Array.isArray(value)) return yield [path, JSON.stringify(value)]
  for (const [name, member] of Object.entries(value)) yield* leaves(member, path === '' ? name : `${path}.${name}`)
}

function flattened(manifest: Manifest): Map<string, unknown> {
  const { discovery, decisions, ...rest } = manifest
  const { pinned, disabled } = decisions ?? {}
  const envelope = { ...rest, ...(pinned ? { pinned } : {}), ...(disabled?.length ? { disabled } : {}) }
  const values = new Map<string, unknown>()
  for (const [name, value] of Object.entries(envelope)) {
    if (!IN_EVERY_REVISION.has(name)) for (const [path, leaf] of leaves(value, name)) values.set(path, leaf)
  }
  for (const [remote, candidates] of Object.entries(discovery.microFrontends)) {
    for (const candidate of candidates) {
      const at = `${remote} ${labelOf(candidate)}`
      for (const [path, leaf] of leaves(candidate, '')) values.set(`${at} ${path}`, leaf)
    }
  }
  return values
}

/** What differs between two manifests, but for what every revision sets anew. */
export function diffManifests(before: Manifest, after: Manifest): ManifestDifference[] {
  const [old, young] = [flattened(before), flattened(after)]
  return [...new Set([...old.keys(), ...young.keys()])]
    .filter((path) => old.get(path) !== young.get(path))
    .map((path) => ({ path, before: old.get(path), after: young.get(path) }))
}

type Pair = { readonly before: Candidate | undefined; readonly after: Candidate | undefined }

function pairs(before: readonly Candidate[], after: readonly Candidate[]): Map<string, Pair> {
  const found = new Map<string, Pair>()
  for (const candidate of before) found.set(candidate.extras.mf.name, { before: candidate, after: undefined })
  for (const candidate of after) {
    const { name } = candidate.extras.mf
    found.set(name, { before: found.get(name)?.before, after: candidate })
  }
  return found
}

const percentOf = (candidate: Candidate | undefined) =>
  candidate && isUsed(candidate) && !candidate.deployment.default ? candidate.deployment.traffic : 0

const rulesOf = (candidate: Candidate | undefined): readonly RolloutRule[] => candidate?.extras.rollout?.rules ?? []

function whom({ users, depts }: RolloutRule): string {
  const people = users && `${users.length === 1 ? 'the person' : 'the people'} ${users.join(', ')}`
  const departments = depts && `everybody in ${depts.join(', ')} and below`
  return [people, departments].filter(Boolean).join(', if also ')
}

function* candidateEffects(remote: string, { before, after }: Pair): Generator<string> {
  const candidate = after ?? before
  if (!candidate) return
  const name = `${remote} ${labelOf(candidate)}`
  if (!after) return yield `${name} is no longer listed`
  const stage = after.extras.rollout?.stage
  if (stage !== before?.extras.rollout?.stage) {
    if (stage === 'revoked')
      yield `${name} is withdrawn: open pages leave it as soon as their tabs hold no unsaved work`
    if (stage === 'disabled') yield `${name} is given to nobody who opens a page from now on; open pages may keep it`
  }
  if (!before && !isUsed(after)) yield `${name} is listed, and nobody gets it yet`
  if (percentOf(after) !== percentOf(before)) {
    const now = percentOf(after) === 0 ? 'nobody by percentage' : `${percentOf(after)} % of the people`
    yield `${name} goes to ${now} (before: ${percentOf(before)} %)${percentOf(after) > percentOf(before) && percentOf(before) > 0 ? '; who has it keeps it' : ''}`
  }
  const [old, young] = [rulesOf(before), rulesOf(after)].map(
    (rules) => new Set(rules.map((rule) => JSON.stringify(rule))),
  )
  for (const rule of rulesOf(after)) {
    if (!old?.has(JSON.stringify(rule))) yield `${name} ${rule.use ? 'goes to' : 'is kept from'} ${whom(rule)}`
  }
  for (const rule of rulesOf(before)) {
    if (!young?.has(JSON.stringify(rule))) yield `${name}: the rule for ${whom(rule)} is gone`
  }
}

const namesOf = ({ routes, slots, settings, commands, intents, nav }: Contributes): ReadonlyMap<string, string> =>
  new Map([
    ...routes.map(({ prefix }) => [`address /${prefix}`, ''] as const),
    ...(nav ?? []).map(({ place, path }) => [`entry ${path} in ${place}`, ''] as const),
    ...(slots ?? []).map(({ slot }) => [`slot ${slot}`, ''] as const),
    ...(settings ?? []).map(({ page }) => [`settings page ${page}`, ''] as const),
    ...(commands ?? []).map(({ id }) => [`search for ${id}`, ''] as const),
    ...Object.entries(intents ?? {}).map(([intent, major]) => [`intent ${intent}`, ` (major ${major})`] as const),
  ])

/** What people see more or less of when one version replaces another. */
function* contributionEffects(before: Contributes | undefined, after: Contributes): Generator<string> {
  const [old, young] = [before ? namesOf(before) : new Map<string, string>(), namesOf(after)]
  const added = [...young].filter(([name, major]) => old.get(name) !== major).map(([name, major]) => name + major)
  const gone = [...old.keys()].filter((name) => !young.has(name))
  if (added.length > 0) yield `with it comes: ${added.join(', ')}`
  if (gone.length > 0) yield `with it goes: ${gone.join(', ')}`
}

function* remoteEffects(remote: string, before: readonly Candidate[], after: readonly Candidate[]): Generator<string> {
  const [old, young] = [defaultOf(before), defaultOf(after)]
  const others = after.some((one) => isUsed(one) && !one.deployment.default)
  if (young && isUsed(young) && old?.extras.mf.name !== young.extras.mf.name) {
    const everybody = others ? 'everybody whom no rule or percentage gives another' : 'everybody'
    yield `${remote} ${labelOf(young)} goes to ${everybody} (before: ${old ? labelOf(old) : 'none'})`
    yield* contributionEffects(old?.extras.contributes, young.extras.contributes)
  }
  for (const pair of pairs(before, after).values()) yield* candidateEffects(remote, pair)
  const usable = (list: readonly Candidate[]) =>
    list.some((one) => !['disabled', 'revoked'].includes(one.extras.rollout?.stage ?? ''))
  if (after.length > 0 && !usable(after)) {
    yield `${remote} is there for nobody: its places are empty, its addresses say that they are not available`
  }
  if (before.length > 0 && !usable(before) && usable(after)) yield `${remote} is there again`
}

/** What people will see of a change, in sentences. Empty when they see nothing. */
export function describeEffects(before: Manifest, after: Manifest): string[] {
  const remotes = new Set([
    ...Object.keys(before.discovery.microFrontends),
    ...Object.keys(after.discovery.microFrontends),
  ])
  return [...remotes].flatMap((remote) => {
    const old = before.discovery.microFrontends[remote] ?? []
    const young = after.discovery.microFrontends[remote] ?? []
    return JSON.stringify(old) === JSON.stringify(young) ? [] : [...remoteEffects(remote, old, young)]
  })
}
