import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import {
  compareVersions,
  compatibleRange,
  FEDERATION_RUNTIME,
  SHARED_MODULES,
  SHARED_PACKAGES,
} from '@yanshu/discovery'
import { finishFiles, type RemoteBuildRecord, readRecord, writeRecord } from './artefact.ts'
import { buildId } from './buildId.ts'
import { inspectRemoteModules } from './checkModules.ts'
import laterNames from './laterNames.json' with { type: 'json' }
import { ownSettingsProblems } from './ownSettingsUse.ts'
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

type UsedNames = ReadonlyMap<string, ReadonlySet<string>>

/** The newest version that a package must have for the names that a remote uses of it; undefined where any will do. */
function newestUsed(owner: string, used: UsedNames): string | undefined {
  const modules: [string, { readonly package: string }][] = Object.entries(SHARED_MODULES)
  const since: Readonly<Record<string, Readonly<Record<string, string>>>> = laterNames
  return modules
    .filter(([, shared]) => shared.package === owner)
    .flatMap(([specifier]) => [...(used.get(specifier) ?? [])].flatMap((name) => since[specifier]?.[name] ?? []))
    .toSorted(compareVersions)
    .at(-1)
}

/**
 * The ranges that a remote built now asks of its host: of every shared package, from the version on that has the names which
 * the remote uses; and of the later groups that it imports, so that a host from before a group is not given a remote that
 * needs it.
 */
function requirements(directory: string, imported: ReadonlySet<string>, used: UsedNames): Record<string, string> {
  const groups = Object.entries(laterGroups(directory)).filter(([name]) => imported.has(name))
  const versions = [
    ...SHARED_PACKAGES.map((name) => [name, installedVersion(directory, name)] as const),
    ...groups,
    [FEDERATION_RUNTIME, installedVersion(import.meta.dirname, '@module-federation/enhanced')] as const,
  ]
  return Object.fromEntries(
    versions.map(([name, version]) => {
      const newest = newestUsed(name, used)
      return [name, newest === undefined ? compatibleRange(version) : `^${newest}`]
    }),
  )
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
  const problems = ownSettingsProblems(remote.name, remote.directory)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const temporary = path.join(out, '.building', `${remote.name}-${id}-${process.pid}`)
  const mfName = federationName(remote.name, version, id)
  try {
    const { bundle } = await import('./bundle.ts')
    const { createRemoteConfig } = await import('./remoteConfig.ts')
    const { UsedNamesPlugin } = await import('./usedNames.ts')
    const names = new UsedNamesPlugin()
    const config = createRemoteConfig(remote, { mode: 'production', mfName, version, outDir: temporary })
    const stats = await bundle({ ...config, plugins: [...(config.plugins ?? []), names] })
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
      requires: requirements(remote.directory, shared, names.used),
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
