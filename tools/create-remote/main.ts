/**
 * `npm run create-remote -- notes [--zh 便笺] [--en Notes]`: makes `remote-notes`, a remote that passes every check, and
 * installs it. The next `npm start` builds it and adds it to the manifest.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createRemote, NewRemoteError } from './createRemote.ts'
import { addToLockFile } from './lockFile.ts'

const USAGE = 'Write: npm run create-remote -- NAME [--zh TITLE] [--en TITLE]'
const root = path.resolve(import.meta.dirname, '../..')

try {
  const { values, positionals } = parseArgs({
    options: { zh: { type: 'string' }, en: { type: 'string' } },
    allowPositionals: true,
  })
  const [name, ...more] = positionals
  if (name === undefined || more.length > 0) throw new NewRemoteError(USAGE)
  const folder = path.relative(root, await createRemote({ name, ...values }))
  console.log(`${folder} is made. Installing it`)
  // Its packages are installed already; only the lock file gets another package that uses them.
  const lock = path.join(root, 'pnpm-lock.yaml')
  const wanted = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'))
  writeFileSync(lock, addToLockFile(readFileSync(lock, 'utf8'), folder, wanted, 'host'))
  const { status } = spawnSync('pnpm', ['install', '--frozen-lockfile', '--prefer-offline', '--reporter=append-only'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0)
    throw new NewRemoteError(
      'It could not be installed. Run the same again, without the folder, where the npm registry is reached.',
    )
  console.log(`
Next:
  ${'npm start'.padEnd(36)} builds it and serves it with the others
  ${`npm run dev -- ${folder}`.padEnd(36)} hot reload, in a second terminal
  ${`npm run remote -- test ${folder}`.padEnd(36)} its tests

What it adds to the screens of others stands in ${folder}/src/contributes.ts.
Commit the folder and pnpm-lock.yaml.`)
} catch (error) {
  if (!(error instanceof NewRemoteError) && !(error instanceof TypeError)) throw error
  console.error(error instanceof TypeError ? `${error.message}\n${USAGE}` : error.message)
  process.exitCode = 1
}
