/**
 * `npm run release-remote -- remote-settings -m "why"`: a team's release of one remote. Checks its types, builds it
 * alone, draws all of it in Chromium on the released host, and publishes it with the operators' tool, which checks the
 * build and lists it at 0 %. What follows the name of the remote is for `remotes publish`; with `--dry-run` nothing is written.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  buildRemote,
  DIST,
  type HostBuildRecord,
  type RemoteBuild,
  type RemoteBuildRecord,
  type RemoteDefinition,
  readRecord,
} from '../../shared/build/src/index.ts'
import { findTestBrowser } from '../chromium.ts'
import { readRelease, replaceHost } from '../release/releasedClient.ts'
import { ROOT } from '../steps.ts'
import { lackOf, type TriedOn, tryInBrowser } from './tryRemote.ts'

const TSC = path.join(ROOT, 'node_modules/typescript/bin/tsc')

async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  const result = await work()
  console.log(`  ${title}: ${((performance.now() - begun) / 1_000).toFixed(1)} s`)
  return result
}

async function definitionOf(name: string): Promise<RemoteDefinition> {
  const file = path.join(ROOT, name, 'webpack.config.ts')
  if (!/^remote-[a-z]+$/.test(name) || !existsSync(file)) {
    throw new Error(`There is no remote “${name}”. Write: npm run release-remote -- remote-mail -m "why"`)
  }
  const module: { default: RemoteDefinition } = await import(pathToFileURL(file).href)
  return module.default
}

/** Throws where the types of a remote are wrong: the build leaves them out without a look. */
async function checkTypes(name: string): Promise<void> {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [TSC, '--project', path.join(ROOT, name), '--noEmit'],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`The types of ${name} are not right:\n${stdout}${stderr}`)
}

/** The released host; where that lacks what the remote requires, the one that was built of this tree. */
function chooseHost(record: RemoteBuildRecord, temporary: string): TriedOn {
  const release = readRelease()
  const lack = lackOf(record, release.provided)
  if (lack.length === 0) {
    replaceHost(release, temporary)
    return { what: 'the released host', version: release.host.version, folder: path.join(temporary, 'host') }
  }
  const built = readRecord<HostBuildRecord>(path.join(DIST, 'host'))
  if (!built) {
    throw new Error(`The released host lacks ${lack.join(', ')}, and no newer one is built here: node tools/build.ts`)
  }
  console.log(`  The released host lacks ${lack.join(', ')}: it will not be given this version`)
  return { what: 'the host of this tree', version: built.version, folder: path.join(DIST, 'host') }
}

async function tryOnHost(built: RemoteBuild): Promise<void> {
  const executablePath = findTestBrowser()
  if (executablePath === null) {
    console.log('  There is no Chromium here: nothing was drawn. Name one by CHROMIUM_PATH')
    return
  }
  const temporary = mkdtempSync(path.join(tmpdir(), 'yanshu-stub-host-'))
  try {
    const host = chooseHost(built.record, temporary)
    await step(`it keeps its contract and draws all its parts on ${host.what}`, () =>
      tryInBrowser(built.record, DIST, host, executablePath),
    )
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

try {
  const [name = '', ...options] = process.argv.slice(2)
  const definition = await definitionOf(name)
  await step(`the types of ${name} are right`, () => checkTypes(name))
  const built = await step(`${name} is built alone`, () => buildRemote(definition))
  await tryOnHost(built)
  const { status } = await step('it is published', async () =>
    spawnSync(process.execPath, [path.join(ROOT, 'deploy/src/main.ts'), 'publish', built.folder, ...options], {
      stdio: 'inherit',
    }),
  )
  process.exitCode = status ?? 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
