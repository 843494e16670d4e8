import type { Contributes } from './contributes.ts'
import { ManifestError, type ManifestProblem } from './errors.ts'
import type { Candidate, Manifest } from './manifest.ts'
import { prefixesOverlap } from './resolve.ts'
import { isVersion } from './semver.ts'

interface Report {
  (problem: ManifestProblem): void
  /** A field that this version does not know, where a newer one may have added it. */
  readonly unknown: (problem: ManifestProblem) => void
}

/** Reads a value at a place of the manifest and reports what is wrong with it. */
type Check = (value: unknown, path: string, report: Report) => void

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const that =
  (holds: (value: unknown) => boolean, message: string): Check =>
  (value, path, report) => {
    if (!holds(value)) report({ path, message })
  }

export const text = that((value) => typeof value === 'string' && value !== '', 'must be a text')
const boolean = that((value) => typeof value === 'boolean', 'must be true or false')
const pattern = (expression: RegExp, message: string) =>
  that((value) => typeof value === 'string' && expression.test(value), message)
export const oneOf = (...values: readonly unknown[]) =>
  that((value) => values.includes(value), `must be ${values.join(' or ')}`)
export const number = (low: number, high: number, whole: boolean) =>
  that(
    (value) => typeof value === 'number' && value >= low && value <= high && (!whole || Number.isInteger(value)),
    `must be a${whole ? ' whole' : ''} number from ${low} to ${high}`,
  )

export const optional =
  (check: Check): Check =>
  (value, path, report) => {
    if (value !== undefined) check(value, path, report)
  }

export const listOf =
  (check: Check): Check =>
  (value, path, report) => {
    if (!Array.isArray(value)) return report({ path, message: 'must be a list' })
    for (const [index, item] of value.entries()) check(item, `${path}[${index}]`, report)
  }

export const mapOf =
  (key: RegExp, check: Check): Check =>
  (value, path, report) => {
    if (!isObject(value)) return report({ path, message: 'must be an object' })
    for (const [name, item] of Object.entries(value)) {
      if (!key.test(name)) report({ path: `${path}.${name}`, message: 'is not a valid name' })
      check(item, `${path}.${name}`, report)
    }
  }

const fieldsOf =
  (fields: Readonly<Record<string, Check>>, open: boolean): Check =>
  (value, path, report) => {
    if (!isObject(value)) return report({ path, message: 'must be an object' })
    const at = (name: string) => (path ? `${path}.${name}` : name)
    for (const [name, check] of Object.entries(fields)) check(value[name], at(name), report)
    for (const name of Object.keys(value)) {
      if (Object.hasOwn(fields, name)) continue
      const problem = { path: at(name), message: 'is not known here' }
      if (open) report.unknown(problem)
      else report(problem)
    }
  }

/** A newer manifest may have more fields here. */
export const object = (fields: Readonly<Record<string, Check>>): Check => fieldsOf(fields, true)
/**
 * Conditions on who gets a version. An unknown condition is an error: if it were ignored, more people would get the
 * version than were meant.
 */
const closedObject = (fields: Readonly<Record<string, Check>>): Check => fieldsOf(fields, false)

const version = that((value) => typeof value === 'string' && isVersion(value), 'must be a version such as 1.2.3')
export const time = that(
  (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  'must be an ISO 8601 time',
)
const salt = text
const prefix = pattern(/^[\w-]+(\/[\w-]+)*$/, 'must be a path without outer slashes')
const integrity = pattern(/^sha(256|384|512)-[A-Za-z0-9+/]+={0,2}$/, 'must be sha256-, sha384- or sha512- and base64')

const rule = closedObject({
  users: optional(listOf(pattern(/^h:[0-9a-f]{16}$/, 'must be a user hash'))),
  depts: optional(listOf(text)),
  use: boolean,
})

const words = object({ zh: text, en: text })
const order = number(-1_000_000, 1_000_000, false)
const major = number(1, 1_000, true)
const when = optional(pattern(/^\w+$/, 'must be the name of a switch or role'))
const partOfAddress = pattern(/^[\w-]+$/, 'must be a part of an address')
const path = pattern(/^\/[^\s#]*$/, 'must begin with a slash')
const keys = pattern(/^\S+( \S+)*$/, 'must be strokes and spaces')

/** What a place on the screen has in common with others. */
const drawn = { title: words, icon: optional(text), when }
const ordered = { order: optional(order), when }

const finite = that(Number.isFinite, 'must be a number')
const ownSetting = object({
  type: oneOf('boolean', 'number', 'text', 'choice', 'list'),
  // Whether it is what the type asks for is judged where the remote is built (`declarationProblems` of contracts).
  default: that((value) => value !== undefined, 'must be there'),
  min: optional(finite),
  max: optional(finite),
  choices: optional(listOf(text)),
})

const contributes = object({
  routes: listOf(
    object({
      ...drawn,
      prefix,
      keep: optional(boolean),
      public: optional(boolean),
      manyTabs: optional(boolean),
      oneTab: optional(boolean),
      bare: optional(boolean),
      reopen: optional(boolean),
      area: optional(partOfAddress),
      home: optional(order),
    }),
  ),
  nav: optional(listOf(object({ ...drawn, ...ordered, place: text, path, count: optional(text) }))),
  areas: optional(listOf(object({ ...drawn, ...ordered, area: partOfAddress, home: path }))),
  shortcuts: optional(listOf(object({ ...ordered, keys, path, title: words }))),
  folders: optional(mapOf(/^\w+$/, path)),
  slots: optional(
    listOf(object({ ...ordered, slot: text, major, title: optional(words), for: optional(listOf(text)) })),
  ),
  intents: optional(mapOf(/^\w+\.\w+$/, major)),
  settings: optional(listOf(object({ ...drawn, ...ordered, page: partOfAddress, group: text }))),
  commands: optional(listOf(object({ id: partOfAddress, title: words, live: optional(boolean), when }))),
  ownSettings: optional(mapOf(/^[a-z][A-Za-z0-9]{0,39}$/, ownSetting)),
})

const candidate = object({
  url: text,
  fallbackUrl: optional(text),
  metadata: object({ version, integrity }),
  deployment: closedObject({ traffic: number(0, 100, false), default: boolean }),
  extras: object({
    mf: object({
      name: pattern(/^[A-Za-z_]\w*$/, 'must be an identifier'),
      type: oneOf('var'),
      expose: pattern(/^\.\//, 'must start with ./'),
    }),
    requires: mapOf(/^[@\w./-]+$/, text),
    contributes,
    rollout: optional(
      closedObject({
        salt,
        stage: optional(oneOf('canary', 'stable', 'disabled', 'revoked')),
        rules: optional(listOf(rule)),
      }),
    ),
    build: optional(object({ id: text, commit: optional(text), at: optional(time) })),
  }),
})

export const signature = object({ alg: text, kid: text, sig: text })

const envelope = object({
  revision: number(1, Number.MAX_SAFE_INTEGER, true),
  previous: (value, path, report) => {
    if (value !== null) number(1, Number.MAX_SAFE_INTEGER, true)(value, path, report)
  },
  updatedAt: time,
  updatedBy: text,
  reason: text,
  ttlSeconds: number(1, 86_400, true),
  minHost: version,
  discovery: object({ schema: text, microFrontends: mapOf(/^remote-[a-z]+$/, listOf(candidate)) }),
  signature: optional(signature),
})

/** Rules that concern several candidates at once: one default each, no shared names, no shared routes. */
function relations({ discovery }: Manifest, report: (problem: ManifestProblem) => void): void {
  const names = new Set<string>()
  const claims = new Map<string, string>()
  for (const [remote, candidates] of Object.entries(discovery.microFrontends)) {
    const path = `discovery.microFrontends.${remote}`
    const defaults = candidates.filter(({ deployment }) => deployment.default)
    if (defaults.length !== 1) report({ path, message: `must have one default, has ${defaults.length}` })
    for (const { extras } of candidates) {
      if (names.has(extras.mf.name)) report({ path, message: `uses the name ${extras.mf.name} twice` })
      names.add(extras.mf.name)
    }
    for (const { prefix } of defaults[0]?.extras.contributes.routes ?? []) {
      const taken = [...claims].find(([claimed]) => prefixesOverlap(prefix, claimed))
      if (taken) report({ path, message: `claims ${prefix}, which belongs to ${taken[1]}` })
      claims.set(prefix, remote)
    }
  }
}

/** How a manifest is read: for an operator an unknown field is an error, a page must work with a newer manifest. */
export interface ValidateOptions {
  /** Ignores unknown fields, except where they decide who gets a version. */
  readonly tolerant?: boolean
}

/** Everything that is wrong with a value, by its place below `at`. */
export function problemsOf(
  check: Check,
  value: unknown,
  at: string,
  { tolerant = false }: ValidateOptions = {},
): ManifestProblem[] {
  const problems: ManifestProblem[] = []
  const add = (problem: ManifestProblem) => void problems.push(problem)
  check(
    value,
    at,
    Object.assign((problem: ManifestProblem) => add(problem), { unknown: tolerant ? () => {} : add }),
  )
  return problems
}

function isManifest(value: unknown, problems: readonly ManifestProblem[]): value is Manifest {
  return problems.length === 0
}

/**
 * Checks that a value read from outside is a manifest. Unknown fields are mistakes, unless it is read tolerantly.
 * @throws {ManifestError} with every problem found
 */
export function validateManifest(value: unknown, options: ValidateOptions = {}): Manifest {
  const problems = problemsOf(envelope, value, '', options)
  if (isManifest(value, problems)) {
    relations(value, (problem) => problems.push(problem))
    if (problems.length === 0) return value
  }
  throw new ManifestError(problems)
}

/**
 * Checks what a remote declares to add to others' screens.
 * @throws {ManifestError} with every problem found
 */
export function validateContributes(value: unknown): Contributes {
  const problems = problemsOf(contributes, value, 'contributes', {})
  const known = (found: unknown): found is Contributes => problems.length === 0
  if (known(value)) return value
  throw new ManifestError(problems)
}

/** The version of a remote that users get for whom no rule and no percentage decides. */
export const defaultOf = (candidates: readonly Candidate[]): Candidate | undefined =>
  candidates.find(({ deployment }) => deployment.default)
