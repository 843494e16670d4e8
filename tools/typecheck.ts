import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import path from 'node:path'

/** Checks the types of every package of the workspace, one after the other; ends with 1 when one of them is wrong. */
const root = path.resolve(import.meta.dirname, '..')
const packages = globSync(['host', 'remote-*', 'shared/*', 'server', 'deploy', 'demo', 'e2e', 'tools'], {
  cwd: root,
}).filter((folder) => existsSync(path.join(root, folder, 'tsconfig.json')))

let wrong = 0
for (const folder of packages.sort()) {
  const { status } = spawnSync('pnpm', ['exec', 'tsc', '--project', folder], { cwd: root, stdio: 'inherit' })
  if (status !== 0) {
    wrong++
    console.error(`${folder}: types are wrong`)
  }
}
process.exitCode = wrong > 0 ? 1 : 0
