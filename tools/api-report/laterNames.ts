import type { PublicSurface } from './publicSurface.ts'
import type { Released } from './report.ts'

/**
 * By entry of a package and name: the version in which a name was added after hosts of the same middle number were released.
 * The build asks it what a remote requires by the names that it uses.
 */
export type LaterNames = Readonly<Record<string, Readonly<Record<string, string>>>>

/** `0.3` of `0.3.12`: what hosts and remotes of one kind have in common. */
const kindOf = (version: string): string => version.split('.').slice(0, 2).join('.')

/**
 * What was added when: what is known stays as it is while the name is exported, a name that neither the release nor the list
 * has was added in the version of `package.json`.
 */
export function laterNames(surfaces: readonly PublicSurface[], released: Released, before: LaterNames): LaterNames {
  const later: [string, Record<string, string>][] = []
  for (const { name, version, entries } of surfaces) {
    const release = released[name]
    // What was never released, or is of another kind than the release, is required by its version alone.
    if (!release?.names || kindOf(release.version) !== kindOf(version)) continue
    for (const [specifier, exported] of entries) {
      const there = new Set(release.names[specifier])
      const added = exported.flatMap((one): [string, string][] => {
        const known = before[specifier]?.[one]
        if (known !== undefined) return [[one, known]]
        return there.has(one) ? [] : [[one, version]]
      })
      if (added.length > 0) later.push([specifier, Object.fromEntries(added)])
    }
  }
  return Object.fromEntries(later.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** As it stands in the repository. */
export const laterNamesText = (later: LaterNames): string => `${JSON.stringify(later, null, 2)}\n`
