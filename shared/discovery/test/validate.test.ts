import { describe, expect, test } from 'vitest'
import schema from '../schema/manifest.schema.json' with { type: 'json' }
import { ManifestError, validateManifest } from '../src/index.ts'
import { byDefault, candidate, manifest } from './samples.ts'

const full = () =>
  manifest(
    {
      'remote-mail': [
        candidate('remote-mail', '1.0.0', {
          ...byDefault,
          fallbackUrl: '/b/remoteEntry.js',
          extras: {
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

  test('given a second version that is broken, then it is found too', () => {
    const value = manifest({
      'remote-mail': [candidate('remote-mail', '1.0.0', byDefault), candidate('remote-mail', 'two')],
    })
    expect(problemsOf(value).join('\n')).toContain('remote-mail[1].metadata.version')
  })

  test('given two remotes on one route, then it is refused', () => {
    const value = manifest({
      'remote-mail': [
        candidate('remote-mail', '1.0.0', { ...byDefault, extras: { routes: [{ prefix: 'inbox', title: 'a' }] } }),
      ],
      'remote-ai': [
        candidate('remote-ai', '1.0.0', { ...byDefault, extras: { routes: [{ prefix: 'inbox/ai', title: 'b' }] } }),
      ],
    })
    expect(problemsOf(value)).toEqual([
      'discovery.microFrontends.remote-ai: claims inbox/ai, which belongs to remote-mail',
    ])
  })

  test('given prefixes that only begin alike, then both stand', () => {
    const value = manifest({
      'remote-mail': [
        candidate('remote-mail', '1.0.0', { ...byDefault, extras: { routes: [{ prefix: 'inbox', title: 'a' }] } }),
      ],
      'remote-ai': [
        candidate('remote-ai', '1.0.0', { ...byDefault, extras: { routes: [{ prefix: 'inboxct', title: 'b' }] } }),
      ],
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
