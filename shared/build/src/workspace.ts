import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const AROUND = path.resolve(import.meta.dirname, '../../..')

/** The folder that holds `pnpm-workspace.yaml`; where this package was installed from a file, the folder of the command. */
export const WORKSPACE = existsSync(path.join(AROUND, 'pnpm-workspace.yaml')) ? AROUND : process.cwd()

/** Where builds go: `host/`, `r/<remote>/<version>-<id>/` and `mf/manifest.json`. */
export const DIST = path.join(WORKSPACE, 'dist')

/** What the preset reads of a `package.json`. */
export interface PackageJson {
  readonly name: string
  readonly version: string
  readonly dependencies: Readonly<Record<string, string>>
}

/** Reads the `package.json` of a package folder. */
export function readPackage(directory: string): PackageJson {
  const parsed: Partial<PackageJson> = JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8'))
  if (!parsed.name || !parsed.version) throw new Error(`${directory}/package.json needs a name and a version`)
  return { name: parsed.name, version: parsed.version, dependencies: parsed.dependencies ?? {} }
}

/**
 * The folder of an installed dependency, as a package sees it.
 * @throws when it is not installed
 */
export function installedAt(directory: string, dependency: string): string {
  for (let at = directory; ; at = path.dirname(at)) {
    const candidate = path.join(at, 'node_modules', dependency)
    if (existsSync(path.join(candidate, 'package.json'))) return realpathSync(candidate)
    if (at === path.dirname(at)) throw new Error(`${dependency} is not installed for ${directory}: run pnpm install`)
  }
}

/** The version of an installed dependency, as a package sees it. */
export function installedVersion(directory: string, dependency: string): string {
  return readPackage(installedAt(directory, dependency)).version
}

const require = createRequire(import.meta.url)

/** The file of a loader that this package depends on, so that remotes need not depend on it. */
export const loader = (name: string): string => require.resolve(name)
