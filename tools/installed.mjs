// Plain JavaScript for Node 20.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Whether the packages that the lock file names are installed, by pnpm's own record of its last complete run. pnpm
 * itself is not asked: with another home directory it would use another store and first remove the installed packages,
 * while a server may be running from them.
 */
export function packagesAreInstalled(root) {
  const installed = path.join(root, 'node_modules', '.pnpm', 'lock.yaml')
  if (!existsSync(installed)) return false
  if (!readFileSync(installed).equals(readFileSync(path.join(root, 'pnpm-lock.yaml')))) return false
  return workspaceFolders(root).every((folder) => existsSync(path.join(folder, 'node_modules')) || needsNothing(folder))
}

/** The folders of the packages that pnpm-workspace.yaml names. */
function workspaceFolders(root) {
  const below = (folder, fits) =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter(fits)
          .map((name) => path.join(folder, name))
      : []
  return [
    ...below(root, (name) => ['host', 'server', 'e2e'].includes(name) || name.startsWith('remote-')),
    ...below(path.join(root, 'shared'), () => true),
  ].filter((folder) => existsSync(path.join(folder, 'package.json')))
}

function needsNothing(folder) {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  )
  return Object.keys({ ...dependencies, ...devDependencies }).length === 0
}
