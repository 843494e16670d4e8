import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Candidate, defaultOf, MANIFEST_SCHEMA, type Manifest, REMOTE_EXPOSE } from '@yanshu/discovery'
import { defaultsOf, validateOperatorManifest } from '@yanshu/discovery/operations'
import { type RemoteBuildRecord, readRecord } from './artefact.ts'
import { DIST } from './workspace.ts'

/** How many earlier builds of a remote stay in the manifest, for pages where the newest one fails. */
const EARLIER_BUILDS = 2

/** The entry of a build as the manifest names it: a path of the host's own origin. */
const folderUrl = ({ name, version, id }: RemoteBuildRecord) => `/r/${name}/${version}-${id}`

/**
 * Describes a finished build for the manifest.
 * @throws when the record lacks its entry
 */
export function candidateOf(record: RemoteBuildRecord, deployment: Candidate['deployment']): Candidate {
  const entry = record.files[record.entry]
  if (!entry) throw new Error(`${record.name} ${record.version}: build.json does not list ${record.entry}`)
  return {
    url: `${folderUrl(record)}/${record.entry}`,
    metadata: { version: record.version, integrity: entry.integrity },
    deployment,
    extras: {
      mf: { name: record.mfName, type: 'var', expose: REMOTE_EXPOSE },
      requires: record.requires,
      contributes: record.contributes,
      build: { id: record.id },
    },
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function readManifest(written: unknown): Manifest | undefined {
  try {
    return validateOperatorManifest(written)
  } catch {
    return undefined
  }
}

/** The revision of a manifest of any format: it grows also when the format has changed. */
function revisionOf(written: unknown): number | null {
  if (typeof written !== 'object' || written === null || !('revision' in written)) return null
  return Number.isSafeInteger(written.revision) ? Number(written.revision) : null
}

/** Earlier candidates whose builds still exist, without traffic of their own. */
function earlier(candidates: readonly Candidate[], newest: Candidate, out: string): Candidate[] {
  return candidates
    .filter(
      ({ extras, url }) => extras.mf.name !== newest.extras.mf.name && readRecord(path.join(out, path.dirname(url))),
    )
    .slice(0, EARLIER_BUILDS)
    .map((candidate) => ({ ...candidate, deployment: { traffic: 0, default: false } }))
}

/** The builds that the build's own manifest offers by default. */
export function builtRecords(out: string = DIST): RemoteBuildRecord[] {
  const manifest = readManifest(readJson(path.join(out, 'mf', 'manifest.json')))
  return Object.values(manifest?.discovery.microFrontends ?? {}).flatMap((candidates) => {
    const url = defaultOf(candidates)?.url
    const record = url && readRecord<RemoteBuildRecord>(path.join(out, path.dirname(url)))
    return record ? [record] : []
  })
}

/**
 * Writes the manifest that a fresh installation starts with: the newest build of every remote is its default.
 * It is the build's own file, `mf/manifest.json`. What operators decide stands in the data folder of the server,
 * which lays it over this one and which no build touches.
 *
 * @param out the folder that holds `mf/` and `r/`
 * @returns the manifest and whether it changed
 */
export function composeManifest(
  records: readonly RemoteBuildRecord[],
  minHost: string,
  out: string = DIST,
): { manifest: Manifest; changed: boolean } {
  const file = path.join(out, 'mf', 'manifest.json')
  const written = readJson(file)
  const before = readManifest(written)
  const revision = revisionOf(written)
  const microFrontends: Record<string, Candidate[]> = {}
  for (const record of records) {
    const newest = candidateOf(record, { traffic: 100, default: true })
    const known = before?.discovery.microFrontends[record.name] ?? []
    const same = defaultOf(known)?.extras.mf.name === newest.extras.mf.name
    microFrontends[record.name] = same ? [...known] : [newest, ...earlier(known, newest, out)]
  }
  const discovery = { schema: MANIFEST_SCHEMA, microFrontends }
  if (
    before?.decisions &&
    before.minHost === minHost &&
    JSON.stringify(before.discovery) === JSON.stringify(discovery)
  ) {
    return { manifest: before, changed: false }
  }
  const manifest = validateOperatorManifest({
    revision: (revision ?? 0) + 1,
    previous: revision,
    updatedAt: new Date().toISOString(),
    updatedBy: 'build',
    reason: written ? 'remotes were built anew' : 'first build',
    ttlSeconds: 120,
    minHost,
    discovery,
    // An operator who begins with a copy of this file keeps what it lies over.
    decisions: { over: defaultsOf({ discovery }) },
  })
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, `${JSON.stringify(manifest, null, 2)}\n`)
  renameSync(`${file}.new`, file)
  return { manifest, changed: true }
}
