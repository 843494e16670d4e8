/** The entry of the lock file for a package of the workspace, by its folder; null for none. */
function importerOf(lock: string, folder: string): string | null {
  const begin = lock.indexOf(`\n  ${folder}:\n`)
  if (begin < 0) return null
  const end = lock.indexOf('\n\n', begin)
  return lock.slice(begin + 1, end)
}

interface Dependencies {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** The versions that a package of the workspace was given, by dependency. */
function resolved(importer: string): ReadonlyMap<string, string> {
  const entries = importer.matchAll(/^ {6}'?([^\s':]+)'?:\n {8}specifier: .*\n {8}version: (.*)$/gm)
  return new Map([...entries].map(([, name = '', version = '']) => [name, version]))
}

/**
 * Adds a package to `pnpm-lock.yaml`, with the versions that another one has of the same dependencies, and changes nothing
 * else: pnpm itself would also take newer versions of what others leave open.
 * @param like the folder of a package that has all of its dependencies that are not of the workspace
 * @throws when that one lacks a dependency
 */
export function addToLockFile(lock: string, folder: string, wanted: Dependencies, like: string): string {
  const known = resolved(importerOf(lock, like) ?? '')
  const written = (name: string) => (name.startsWith('@') ? `'${name}'` : name)
  const group = (title: 'dependencies' | 'devDependencies') => {
    const entries = Object.entries(wanted[title] ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
    if (entries.length === 0) return ''
    const lines = entries.map(([name, specifier]) => {
      const version = specifier.startsWith('workspace:')
        ? `link:../shared/${name.replace('@yanshu/', '')}`
        : known.get(name)
      if (version === undefined) throw new Error(`${like} has no ${name}: its version is not known`)
      return `      ${written(name)}:\n        specifier: ${specifier}\n        version: ${version}\n`
    })
    return `    ${title}:\n${lines.join('')}`
  }
  const block = `  ${folder}:\n${group('dependencies')}${group('devDependencies')}\n`
  const [, importers = ''] = /^importers:\n([\s\S]*?)^packages:/m.exec(lock) ?? []
  const next = [...importers.matchAll(/^ {2}(\S+):$/gm)].find(([, name = '']) => name > folder)
  const at = lock.indexOf(importers) + (next?.index ?? importers.length)
  return `${lock.slice(0, at)}${block}${lock.slice(at)}`
}
