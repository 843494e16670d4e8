import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  buildRemote,
  builtRecords,
  composeManifest,
  type HostBuildRecord,
  type RemoteDefinition,
  readPackage,
  writeRecord,
} from '../../shared/build/src/index.ts'
import { addReleasedRemotes, folderOf, readRelease, replaceHost } from '../release/releasedClient.ts'
import { ROOT } from '../steps.ts'
import { run } from './foreignServers.ts'

/** The remote that the second build brings under {@link NEXT_VERSION}; everything else is as this tree has it. */
const BUILT_ANEW = 'remote-mail'
export const NEXT_VERSION = '0.2.0'

/** Two installations that differ as two versions do. */
export interface TwoBuilds {
  /** With the client of the last release: another host, and other versions of all remotes. */
  readonly before: string
  /** With the client of this tree, of which one remote has the next version. */
  readonly next: string
}

/** A second name for every file: what is changed of an installation is written anew. */
const copyOf = (from: string, to: string) => run('cp', ['-al', from, to])

/** The installation with the released client in the place of this tree's. */
function withReleasedClient(folder: string): void {
  const client = path.join(folder, 'dist')
  rmSync(client, { recursive: true })
  mkdirSync(client)
  const release = readRelease()
  replaceHost(release, client)
  addReleasedRemotes(release, client)
  const host: HostBuildRecord = { ...release.host, provided: release.provided }
  writeRecord(path.join(client, 'host'), host)
  for (const record of release.remotes) writeRecord(path.join(client, folderOf(record)), record)
  composeManifest(release.remotes, release.host.version, client)
}

/** Builds a remote of this tree under another version: the same sources with another `package.json`. */
async function buildAs(name: string, version: string, scratch: string, client: string) {
  const directory = path.join(scratch, name)
  mkdirSync(directory, { recursive: true })
  for (const part of ['src', 'node_modules']) symlinkSync(path.join(ROOT, name, part), path.join(directory, part))
  const own = JSON.parse(readFileSync(path.join(ROOT, name, 'package.json'), 'utf8'))
  writeFileSync(path.join(directory, 'package.json'), JSON.stringify({ ...own, version }))
  const { default: definition }: { default: RemoteDefinition } = await import(
    path.join(ROOT, name, 'webpack.config.ts')
  )
  return buildRemote({ ...definition, directory }, client)
}

async function withNextVersion(folder: string, scratch: string): Promise<void> {
  const client = path.join(folder, 'dist')
  const records = builtRecords(client)
  const built = []
  for (const record of records) {
    const isNew = record.name === BUILT_ANEW
    built.push(isNew ? (await buildAs(record.name, NEXT_VERSION, scratch, client)).record : record)
  }
  composeManifest(built, readPackage(path.join(ROOT, 'host')).version, client)
  const file = path.join(folder, 'package.json')
  const text = readFileSync(file, 'utf8')
  rmSync(file)
  writeFileSync(file, text.replace(/"version": ".*"/, `"version": "${NEXT_VERSION}"`))
}

/** Makes the two of the installation that `npm run package` has made. */
export async function makeTwoBuilds(installation: string, folder: string): Promise<TwoBuilds> {
  mkdirSync(folder)
  const builds = { before: path.join(folder, 'before'), next: path.join(folder, 'next') }
  for (const to of Object.values(builds)) copyOf(installation, to)
  withReleasedClient(builds.before)
  await withNextVersion(builds.next, path.join(folder, 'sources'))
  return builds
}
