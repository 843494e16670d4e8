import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { compatibleRange, FEDERATION_RUNTIME, SHARED_PACKAGES } from '@yanshu/discovery'
import { finishFiles, type RemoteBuildRecord, readRecord, writeRecord } from './artefact.ts'
import { buildId } from './buildId.ts'
import { inspectRemoteModules } from './checkModules.ts'
import { federationName, type RemoteDefinition, readContributes } from './remoteDefinition.ts'
import { laterGroups } from './sharedGroups.ts'
import { keepSourceMaps, MAPS } from './sourceMaps.ts'
import { DIST, installedVersion, readPackage } from './workspace.ts'

/** Where a build is, and whether this call made it. */
export interface RemoteBuild {
  readonly record: RemoteBuildRecord
  readonly folder: string
  readonly built: boolean
}

/**
 * The ranges that a remote built now asks of its host: of every shared package, and of the later groups that it imports, so
 * that a host from before a group is not given a remote that needs it.
 */
function requirements(directory: string, imported: ReadonlySet<string>): Record<string, string> {
  const groups = Object.entries(laterGroups(directory)).filter(([name]) => imported.has(name))
  const versions = [
    ...SHARED_PACKAGES.map((name) => [name, installedVersion(directory, name)] as const),
    ...groups,
    [FEDERATION_RUNTIME, installedVersion(import.meta.dirname, '@module-federation/enhanced')] as const,
  ]
  return Object.fromEntries(versions.map(([name, version]) => [name, compatibleRange(version)]))
}

/** Gives the entry a name made from its content; webpack cannot, because the federation runtime asks for it too early. */
function nameEntry(folder: string, integrity: string): string {
  const entry = `remoteEntry.${Buffer.from(integrity.slice('sha384-'.length), 'base64').toString('hex').slice(0, 8)}.js`
  for (const suffix of ['', '.gz', '.br']) {
    const from = path.join(folder, `remoteEntry.js${suffix}`)
    if (existsSync(from)) renameSync(from, path.join(folder, `${entry}${suffix}`))
  }
  return entry
}

/**
 * Builds a remote into `r/<name>/<version>-<build id>/`. A folder that exists is left as it is: it may be live.
 * @param out the folder that holds `r/`
 * @throws when the build fails, or when a module that the host provides would be bundled
 */
export async function buildRemote(remote: RemoteDefinition, out: string = DIST): Promise<RemoteBuild> {
  const { version } = readPackage(remote.directory)
  const id = buildId(remote.directory, true, 'production')
  const folder = path.join(out, 'r', remote.name, `${version}-${id}`)
  const existing = readRecord<RemoteBuildRecord>(folder)
  if (existing) return { record: existing, folder, built: false }

  const contributes = await readContributes(remote)
  const temporary = path.join(out, '.building', `${remote.name}-${id}-${process.pid}`)
  const mfName = federationName(remote.name, version, id)
  try {
    const { bundle } = await import('./bundle.ts')
    const { createRemoteConfig } = await import('./remoteConfig.ts')
    const stats = await bundle(createRemoteConfig(remote, { mode: 'production', mfName, version, outDir: temporary }))
    const shared = inspectRemoteModules(remote.name, stats)
    const maps = path.join(out, MAPS, 'r', remote.name, `${version}-${id}`)
    keepSourceMaps(temporary, maps)
    const { 'remoteEntry.js': entryFile, ...files } = await finishFiles(temporary)
    if (!entryFile) throw new Error(`${remote.name}: the build has no entry`)
    const entry = nameEntry(temporary, entryFile.integrity)
    renameSync(path.join(maps, 'remoteEntry.js.map'), path.join(maps, `${entry}.map`))
    const record: RemoteBuildRecord = {
      name: remote.name,
      version,
      id,
      mode: 'production',
      mfName,
      entry,
      contributes,
      requires: requirements(remote.directory, shared),
      files: { ...files, [entry]: entryFile },
    }
    writeRecord(temporary, record)
    mkdirSync(path.dirname(folder), { recursive: true })
    renameSync(temporary, folder)
    return { record, folder, built: true }
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}
