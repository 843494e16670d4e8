/**
 * `npm run remote -- test remote-notes`: what a team does with its remote every day, with the Node and the packages that the
 * other commands of package.json use: `build` (it alone, and the manifest), `test`, `typecheck`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../steps.ts'

const inPackage = (file: string) => path.join(ROOT, 'node_modules', file)
const WORK: Readonly<Record<string, (remote: string) => readonly string[]>> = {
  build: (remote) => [path.join(ROOT, 'tools/build.ts'), remote],
  test: (remote) => [inPackage('vitest/vitest.mjs'), 'run', `${remote}/`],
  typecheck: (remote) => [inPackage('typescript/bin/tsc'), '--project', remote, '--noEmit'],
}

const [what = '', remote = '', ...more] = process.argv.slice(2)
const work = WORK[what]
if (!work || !/^remote-[a-z]+$/.test(remote) || more.length > 0) {
  console.error(`Write: npm run remote -- ${Object.keys(WORK).join('|')} remote-notes`)
  process.exitCode = 1
} else if (!existsSync(path.join(ROOT, remote, 'package.json'))) {
  console.error(`There is no folder ${remote}. Make one: npm run create-remote -- ${remote.replace(/^remote-/, '')}`)
  process.exitCode = 1
} else {
  process.exitCode = spawnSync(process.execPath, work(remote), { cwd: ROOT, stdio: 'inherit' }).status ?? 1
}
