import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type BuildRecord, finishFiles, readRecord, writeRecord } from './artefact.ts'
import { buildId } from './buildId.ts'
import { type HostDefinition, providedVersions } from './hostDefinition.ts'
import { keepSourceMaps, MAPS, removeOtherMaps } from './sourceMaps.ts'
import { DIST, readPackage } from './workspace.ts'

/** What `build.json` has of the host. */
export interface HostBuildRecord extends BuildRecord {
  /** Files of the build before, kept for pages that were opened before this one. */
  readonly previousFiles: readonly string[]
  /** What it offers to remotes, version by package: the operators' tool compares it with what they require. */
  readonly provided: Readonly<Record<string, string>>
}

export interface HostBuild {
  readonly record: HostBuildRecord
  readonly folder: string
  readonly built: boolean
}

/** Removes what neither this build nor the one before it consists of. */
function removeOthers(folder: string, keep: ReadonlySet<string>): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const name = path
      .relative(folder, file)
      .replaceAll(path.sep, '/')
      .replace(/\.(gz|br)$/, '')
    if (!keep.has(name)) rmSync(file)
  }
}

/**
 * Builds the host into `host/`, unless what is there was built from the same sources.
 * The page itself is written last, so a server that runs meanwhile never serves a page whose scripts are missing;
 * the files of the build before stay for pages that are open.
 * @param out the folder that holds `host/`
 */
export async function buildHost(host: HostDefinition, out: string = DIST): Promise<HostBuild> {
  const id = buildId(host.directory, false, 'production')
  const folder = path.join(out, 'host')
  const existing = readRecord<HostBuildRecord>(folder)
  if (existing?.id === id) return { record: existing, folder, built: false }

  const temporary = path.join(out, '.building', `host-${id}-${process.pid}`)
  try {
    const { bundle } = await import('./bundle.ts')
    const { createHostConfig } = await import('./hostConfig.ts')
    await bundle(createHostConfig(host, { mode: 'production', outDir: temporary, buildId: id }))
    for (const { path: name, body } of host.files ?? []) writeFileSync(path.join(temporary, name), body)
    const maps = path.join(out, MAPS, 'host')
    keepSourceMaps(temporary, maps)
    const files = await finishFiles(temporary)
    const previousFiles = Object.keys(existing?.files ?? {}).filter((name) => name !== 'index.html')
    const record: HostBuildRecord = {
      name: 'host',
      version: readPackage(host.directory).version,
      id,
      mode: 'production',
      files,
      previousFiles,
      provided: providedVersions(host.directory),
    }
    const isPage = (file: string) => /index\.html(\.gz|\.br)?$/.test(file)
    cpSync(temporary, folder, { recursive: true, filter: (file) => !isPage(file) })
    cpSync(temporary, folder, { recursive: true, filter: (file) => !path.extname(file) || isPage(file) })
    writeRecord(folder, record)
    const kept = new Set([...Object.keys(files), ...previousFiles, 'build.json'])
    removeOthers(folder, kept)
    removeOtherMaps(maps, kept)
    return { record, folder, built: true }
  } finally {
    if (existsSync(temporary)) rmSync(temporary, { recursive: true })
  }
}
