import type { Candidate, Contributes, Manifest } from '../src/index.ts'

type Changes = Partial<Omit<Candidate, 'extras' | 'deployment'>> & {
  readonly version?: string
  readonly deployment?: Partial<Candidate['deployment']>
  readonly extras?: Partial<Candidate['extras']>
}

/** What a remote adds that fills these prefixes and nothing else. */
export const filling = (...prefixes: string[]): Contributes => ({
  routes: prefixes.map((prefix) => ({ prefix, title: { zh: '页', en: prefix } })),
})

/** A valid version of a remote, with changes. */
export function candidate(remote: string, version: string, changes: Changes = {}): Candidate {
  const folder = `/r/${remote}/${version}-0a1b2c3d`
  return {
    url: changes.url ?? `${folder}/remoteEntry.js`,
    ...(changes.fallbackUrl === undefined ? {} : { fallbackUrl: changes.fallbackUrl }),
    metadata: { version, integrity: 'sha384-YWJj' },
    deployment: { traffic: 0, default: false, ...changes.deployment },
    extras: {
      mf: { name: `${remote}__${version}`.replace(/\W/g, '_'), type: 'var', expose: './remote' },
      requires: { react: '^19.0.0' },
      contributes: filling(remote.replace('remote-', '')),
      ...changes.extras,
    },
  }
}

export const byDefault = { deployment: { traffic: 100, default: true } }

/** A manifest of these versions. */
export function manifest(
  microFrontends: Record<string, readonly Candidate[]>,
  changes: Partial<Manifest> = {},
): Manifest {
  return {
    revision: 2,
    previous: 1,
    updatedAt: '2026-03-02T08:11:09Z',
    updatedBy: 'ops',
    reason: 'test',
    ttlSeconds: 120,
    minHost: '0.1.0',
    discovery: { schema: '/mf/manifest.schema.json', microFrontends },
    ...changes,
  }
}
