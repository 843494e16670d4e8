/**
 * `yanshu-remote`: what a team that has no copy of this repository makes and releases a remote with. Part of the package
 * `@yanshu/kit`, which `npm run kit` packs with the host that remotes are tried on.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { HostBuildRecord, RemoteBuild, RemoteDefinition } from '../../shared/build/src/index.ts'
import { NewRemoteError, namesOf, writeTemplate } from '../create-remote/writeTemplate.ts'

const USAGE = `Write: yanshu-remote create NAME --kit FOLDER [--zh TITLE] [--en TITLE]
       yanshu-remote build
       yanshu-remote release`

/** The folder of the package: its templates and its host lie below. */
const KIT = path.resolve(import.meta.dirname, '../..')
const FIRST_PORT = 4_301

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Makes a folder of its own, whose packages are installed from the files of the kit. */
function create(name: string, titles: { zh?: string | undefined; en?: string | undefined }, kit: string): string {
  const { short, remote, titles: words } = namesOf({ name, ...titles })
  const folder = path.resolve(remote)
  if (existsSync(folder)) throw new NewRemoteError(`There is a folder ${remote} already. Choose another name.`)
  const versions = readJson<Readonly<Record<string, string>>>(path.join(KIT, 'versions.json'))
  if (!existsSync(path.join(kit, versions.CONTRACTS ?? ''))) {
    throw new NewRemoteError(`${kit} is not the folder of the kit: ${versions.CONTRACTS} is not in it.`)
  }
  const values = {
    ...versions,
    ...words,
    REMOTE: remote,
    SHORT: short,
    PORT: FIRST_PORT,
    KIT: path.relative(folder, path.resolve(kit)).replaceAll(path.sep, '/'),
  }
  for (const template of ['remote', 'outside']) writeTemplate(path.join(KIT, 'templates', template), folder, values)
  return folder
}

/** Builds the remote of the current folder. */
async function build(): Promise<RemoteBuild> {
  const file = path.resolve('webpack.config.ts')
  if (!existsSync(file))
    throw new NewRemoteError('There is no webpack.config.ts here. Run it in the folder of a remote.')
  const { buildRemote } = await import('../../shared/build/src/index.ts')
  const module: { default: RemoteDefinition } = await import(pathToFileURL(file).href)
  return buildRemote(module.default)
}

/** Checks the types of the remote of the current folder. */
function checkTypes(): void {
  const tsc = createRequire(path.resolve('package.json')).resolve('typescript/package.json')
  const { status } = spawnSync(process.execPath, [path.join(path.dirname(tsc), 'bin/tsc'), '--noEmit'], {
    stdio: 'inherit',
  })
  if (status !== 0) throw new NewRemoteError('The types are not right: nothing was built.')
}

/** Builds the remote and tries it on the host of the kit. */
async function release(): Promise<RemoteBuild> {
  checkTypes()
  const built = await build()
  const { DIST } = await import('../../shared/build/src/index.ts')
  const { findTestBrowser } = await import('../chromium.ts')
  const { lackOf, tryInBrowser } = await import('../release-remote/tryRemote.ts')
  const folder = path.join(KIT, 'host')
  const { version, provided } = readJson<HostBuildRecord & { provided: Readonly<Record<string, string>> }>(
    path.join(folder, 'build.json'),
  )
  const lack = lackOf(built.record, provided)
  if (lack.length > 0) throw new NewRemoteError(`The host of this kit lacks ${lack.join(', ')}.`)
  const browser = findTestBrowser()
  if (browser === null) {
    console.log('There is no Chromium here: nothing was drawn. Name one by CHROMIUM_PATH.')
    return built
  }
  await tryInBrowser(built.record, DIST, { what: 'the host of this kit', version, folder }, browser)
  console.log('It keeps its contract, and all of it was drawn.')
  return built
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { zh: { type: 'string' }, en: { type: 'string' }, kit: { type: 'string' } },
    allowPositionals: true,
  })
  const [command, name, ...more] = positionals
  if (command === 'create' && name !== undefined && values.kit !== undefined && more.length === 0) {
    const folder = create(name, values, values.kit)
    console.log(`${path.basename(folder)} is made. Next: cd ${path.basename(folder)} && npm install && npm test`)
  } else if (command === 'build' && name === undefined) {
    console.log(path.relative('.', (await build()).folder))
  } else if (command === 'release' && name === undefined) {
    const { folder } = await release()
    console.log(`Give this folder to the operators, who publish it with “npm run remotes -- publish FOLDER”:
${path.relative('.', folder)}`)
  } else throw new NewRemoteError(USAGE)
}

try {
  await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
