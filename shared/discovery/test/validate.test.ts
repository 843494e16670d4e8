import { describe, expect, test } from 'vitest'
import schema from '../schema/manifest.schema.json' with { type: 'json' }
import { ManifestError, validateContributes, validateManifest } from '../src/index.ts'
import { byDefault, candidate, filling, manifest } from './samples.ts'

const full = () =>
  manifest(
    {
      'remote-mail': [
        candidate('remote-mail', '1.0.0', {
          ...byDefault,
          fallbackUrl: '/b/remoteEntry.js',
          extras: {
            contributes: {
              routes: [
                {
                  prefix: 'inbox',
                  title: { zh: '收件箱', en: 'Inbox' },
                  icon: 'inbox',
                  keep: true,
                  public: false,
                  when: 'mailMoveEnable',
                },
              ],
              nav: [
                {
                  place: 'sidebar',
                  path: '/favorite',
                  title: { zh: '星标', en: 'Starred' },
                  icon: 'star',
                  order: 1,
                  when: 'mailMoveEnable',
                },
              ],
              slots: [{ slot: 'mail.card', major: 1, order: 2, when: 'calendarEnable', for: ['text/calendar'] }],
              intents: { 'mail.open': 1 },
              settings: [
                {
                  page: 'sample',
                  title: { zh: '样例', en: 'Sample' },
                  group: 'general',
                  icon: 'settings',
                  order: 3,
                  when: 'calendarEnable',
                },
              ],
              commands: [{ id: 'people', title: { zh: '人', en: 'People' }, live: true, when: 'displayOrg' }],
            },
            rollout: {
              salt: 'k7',
              stage: 'canary',
              rules: [{ users: ['h:0123456789abcdef'], depts: ['IT'], use: true }],
            },
            build: { id: '0a1b2c3d', commit: '3f9c1a7b', at: '2026-03-02T07:50:00Z' },
          },
        }),
      ],
    },
    { signature: { alg: 'ES256', kid: 'mf-1', sig: 'AAAA' } },
  )

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

function follow(node: unknown): Node {
  if (!isNode(node)) return {}
  const reference = node.$ref
  if (typeof reference !== 'string') return node
  return follow(
    reference
      .split('/')
      .slice(1)
      .reduce<unknown>((at, name) => (isNode(at) ? at[name] : undefined), schema),
  )
}

/** Every object of a value beside the part of the schema that describes it. */
function* objects(
  value: unknown,
  described: unknown,
  path: string,
): Generator<{ value: Node; described: Node; path: string }> {
  const node = follow(described)
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* objects(item, node.items, `${path}[${index}]`)
  } else if (isNode(value)) {
    yield { value, described: node, path }
    for (const [name, item] of Object.entries(value)) {
      const properties = isNode(node.properties) ? node.properties : {}
      yield* objects(item, properties[name] ?? node.additionalProperties, path ? `${path}.${name}` : name)
    }
  }
}

function problemsOf(value: unknown): string[] {
  try {
    validateManifest(value)
    return []
  } catch (error) {
    if (error instanceof ManifestError) return error.problems.map(({ path, message }) => `${path}: ${message}`)
    throw error
  }
}

const places = [...objects(full(), schema, '')].map(({ path }) => path)

describe('validateManifest', () => {
  test('given a full manifest, then it is accepted as it is', () => {
    const value = full()
    expect(validateManifest(value)).toBe(value)
  })

  test.each(places)('given a field missing or unknown at "%s", then code and schema agree', (wanted) => {
    for (const name of [...Object.keys(objectAt(full(), wanted).value), 'unknown']) {
      const changed: unknown = structuredClone(full())
      const { value, described } = objectAt(changed, wanted)
      const required = Array.isArray(described.required) ? described.required : []
      if (name === 'unknown') {
        if (described.additionalProperties !== false) continue
        value[name] = 1
        expect(problemsOf(changed), name).not.toEqual([])
        continue
      }
      const known = isNode(described.properties) && name in described.properties
      delete value[name]
      if (known) expect(problemsOf(changed).length > 0, name).toBe(required.includes(name))
    }
  })

  function objectAt(root: unknown, path: string) {
    const found = [...objects(root, schema, '')].find((place) => place.path === path)
    if (!found) throw new Error(`nothing at ${path}`)
    return found
  }

  const bad: [string, unknown, string][] = [
    ['no object', 'x', 'must be an object'],
    ['no revision', { ...full(), revision: 0 }, 'revision'],
    ['a broken integrity', change('metadata', { version: '1.0.0', integrity: 'md5-AAAA' }), 'integrity'],
    ['a hexadecimal integrity', change('metadata', { version: '1.0.0', integrity: 'sha384-zz==x' }), 'integrity'],
    ['a version that is none', change('metadata', { version: 'latest', integrity: 'sha384-YWJj' }), 'version'],
    ['more than everybody', change('deployment', { traffic: 101, default: true }), 'traffic'],
    ['no default', change('deployment', { traffic: 0, default: false }), 'must have one default'],
  ]

  function change(field: string, value: unknown) {
    const [first] = full().discovery.microFrontends['remote-mail'] ?? []
    return {
      ...full(),
      discovery: { ...full().discovery, microFrontends: { 'remote-mail': [{ ...first, [field]: value }] } },
    }
  }

  test.each(bad)('given %s, then the problem names it', (_what, value, expected) => {
    expect(problemsOf(value).join('\n')).toContain(expected)
  })

  const first = (value: unknown, ...names: string[]) =>
    names.reduce<unknown>((at, name) => (isNode(at) || Array.isArray(at) ? Reflect.get(at, name) : undefined), value)
  const CANDIDATE = ['discovery', 'microFrontends', 'remote-mail', '0']

  test.each([
    [],
    ['discovery'],
    CANDIDATE,
    [...CANDIDATE, 'metadata'],
    [...CANDIDATE, 'extras'],
    [...CANDIDATE, 'extras', 'contributes'],
    [...CANDIDATE, 'extras', 'contributes', 'routes', '0'],
    [...CANDIDATE, 'extras', 'contributes', 'slots', '0'],
    [...CANDIDATE, 'extras', 'mf'],
    ['signature'],
  ])('given a field that a newer manifest added at %s %s %s %s %s, then a page passes over it', (...names) => {
    const value = structuredClone(full())
    Object.assign(Object(first(value, ...names)), { added: { later: true } })
    expect(problemsOf(value)).toEqual([expect.stringMatching(/added: is not known here$/)])
    expect(validateManifest(value, { tolerant: true })).toBe(value)
  })

  test.each([
    [...CANDIDATE, 'deployment'],
    [...CANDIDATE, 'extras', 'rollout'],
    [...CANDIDATE, 'extras', 'rollout', 'rules', '0'],
  ])('given an unknown field that may say who gets a version at %s %s %s %s %s, then a page refuses it', (...names) => {
    const value = structuredClone(full())
    Object.assign(Object(first(value, ...names)), { countries: ['cn'] })
    expect(() => validateManifest(value, { tolerant: true })).toThrow('is not known here')
  })

  test.each([
    ['a route without a title', { routes: [{ prefix: 'a' }] }, 'contributes.routes[0].title'],
    ['a title in one language', { routes: [{ prefix: 'a', title: { zh: '甲' } }] }, 'contributes.routes[0].title.en'],
    [
      'a path of another site',
      { routes: [], nav: [{ place: 'more', path: 'https://a.test', title: { zh: '甲', en: 'a' } }] },
      'contributes.nav[0].path',
    ],
    ['a slot without its major', { routes: [], slots: [{ slot: 'mail.card' }] }, 'contributes.slots[0].major'],
    ['code', { routes: [], nav: () => [] }, 'contributes.nav'],
  ])('given %s in what a remote adds, then the problem names it', (_what, value, expected) => {
    expect(() => validateContributes(value)).toThrow(expected)
  })

  test('given a second version that is broken, then it is found too', () => {
    const value = manifest({
      'remote-mail': [candidate('remote-mail', '1.0.0', byDefault), candidate('remote-mail', 'two')],
    })
    expect(problemsOf(value).join('\n')).toContain('remote-mail[1].metadata.version')
  })

  test('given two remotes on one route, then it is refused', () => {
    const value = manifest({
      'remote-mail': [candidate('remote-mail', '1.0.0', { ...byDefault, extras: { contributes: filling('inbox') } })],
      'remote-ai': [candidate('remote-ai', '1.0.0', { ...byDefault, extras: { contributes: filling('inbox/ai') } })],
    })
    expect(problemsOf(value)).toEqual([
      'discovery.microFrontends.remote-ai: claims inbox/ai, which belongs to remote-mail',
    ])
  })

  test('given prefixes that only begin alike, then both stand', () => {
    const value = manifest({
      'remote-mail': [candidate('remote-mail', '1.0.0', { ...byDefault, extras: { contributes: filling('inbox') } })],
      'remote-ai': [candidate('remote-ai', '1.0.0', { ...byDefault, extras: { contributes: filling('inboxct') } })],
    })
    expect(problemsOf(value)).toEqual([])
  })

  test('given one name for two builds, then it is refused', () => {
    const value = manifest({
      'remote-mail': [candidate('remote-mail', '1.0.0', byDefault), candidate('remote-mail', '1.0.0')],
    })
    expect(problemsOf(value).join()).toContain('twice')
  })
})
