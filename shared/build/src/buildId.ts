import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { SHARED_PACKAGES } from '@yanshu/discovery'
import { installedAt, readPackage, WORKSPACE } from './workspace.ts'

const IGNORED_FOLDERS = new Set(['node_modules', 'dist', 'dist-dev', 'test', 'coverage'])
const IGNORED_FILES = /\.test\.tsx?$/

/** Every file that may reach a bundle, in a stable order. */
function* sourcesOf(folder: string): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!IGNORED_FOLDERS.has(entry.name)) yield* sourcesOf(file)
    } else if (entry.isFile() && !IGNORED_FILES.test(entry.name)) yield file
  }
}

/** The workspace packages that a package is built from, itself first; packages of `except` are left out. */
function workspacePackages(directory: string, except: readonly string[]): string[] {
  const found = new Map<string, string>()
  const visit = (at: string) => {
    const { name, dependencies } = readPackage(at)
    if (found.has(name)) return
    found.set(name, at)
    for (const dependency of Object.keys(dependencies)) {
      if (dependency.startsWith('@yanshu/') && !except.includes(dependency)) visit(installedAt(at, dependency))
    }
  }
  visit(directory)
  return [...found.values()]
}

/**
 * A name for what a build is made from: 8 hex digits over its sources, the workspace packages it bundles, the
 * lockfile, this preset and the mode. The same sources give the same name on every machine, before anything is built;
 * so an existing build is never made again, and two different contents never have the same name.
 *
 * @param directory the package's folder
 * @param provided true where the shared modules come from the host, whose sources then only matter by their version
 */
export function buildId(directory: string, provided: boolean, mode: string): string {
  const hash = createHash('sha256').update(mode)
  const add = (file: string) => {
    hash.update(`\0${path.relative(WORKSPACE, file).replaceAll(path.sep, '/')}\0`).update(readFileSync(file))
  }
  const folders = new Set([
    ...workspacePackages(directory, provided ? SHARED_PACKAGES : []),
    path.resolve(import.meta.dirname),
    installedAt(import.meta.dirname, '@yanshu/discovery'),
  ])
  for (const folder of folders) for (const file of sourcesOf(folder)) add(file)
  if (provided) {
    for (const name of SHARED_PACKAGES.filter((one) => one.startsWith('@yanshu/'))) {
      add(path.join(installedAt(directory, name), 'package.json'))
    }
  }
  const lock = ['pnpm-lock.yaml', 'package-lock.json'].map((name) => path.join(WORKSPACE, name)).find(existsSync)
  if (lock) add(lock)
  return hash.digest('hex').slice(0, 8)
}
