import { createHash } from 'node:crypto'
import { copyFile, mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, gzip } from 'node:zlib'
import { type Candidate, ManifestError, REMOTE_EXPOSE, validateContributes } from '@yanshu/discovery'
import { z } from 'zod'
import { carriedLibraries } from './carriedLibraries.ts'
import type { DeploymentPlaces } from './deployment.ts'
import { moveFolder } from './durable.ts'
import { DeployError } from './errors.ts'

/** The list of a build's files; it is written last. */
export const RECORD = 'build.json'
const KIB = 1_024
/** The largest that a remote may be after gzip, in bytes; a build of this workspace is held to less. */
const LIMITS = { entry: 16 * KIB, scripts: 160 * KIB, styles: 32 * KIB } as const

const recordSchema = z.object({
  name: z.string().regex(/^remote-[a-z]+$/),
  version: z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/),
  id: z.string().regex(/^\w+$/),
  mode: z.literal('production'),
  mfName: z.string().regex(/^[A-Za-z_]\w*$/),
  entry: z.string(),
  contributes: z.unknown(),
  requires: z.record(z.string(), z.string()),
  files: z.record(z.string().regex(/^[\w-][\w.@-]*(\/[\w-][\w.@-]*)*$/), z.object({ integrity: z.string() })),
})

/** A build that may be published. */
export interface CheckedBuild {
  readonly folder: string
  /** `remote-mail` */
  readonly remote: string
  /** `1.1.0-3f9c1a7b`: the name of its folder. */
  readonly label: string
  readonly candidate: Candidate
  /** Every file of the folder, by its path in it. */
  readonly files: readonly string[]
  /** Bytes after gzip. */
  readonly sizes: Readonly<Record<keyof typeof LIMITS, number>>
}

type BuildRecord = z.output<typeof recordSchema>

const gzipped = promisify(gzip)
const unpack = { '.gz': promisify(gunzip), '.br': promisify(brotliDecompress) } as const

async function readRecord(folder: string): Promise<BuildRecord> {
  const file = path.join(folder, RECORD)
  const text = await readFile(file, 'utf8').catch(() => {
    throw new DeployError(`${folder} is no build of a remote: it has no ${RECORD}. Name dist/r/REMOTE/VERSION-BUILD`)
  })
  try {
    return recordSchema.parse(JSON.parse(text))
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    throw new DeployError(`${file} is not what a build writes: ${why}`)
  }
}

const hashOf = (algorithm: string, content: Uint8Array) =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`

/** Whether the content is what an `integrity` of the record or the manifest names. */
export const hasIntegrity = (content: Uint8Array, integrity: string): boolean => {
  const [algorithm = ''] = integrity.split('-', 1)
  return /^sha(256|384|512)$/.test(algorithm) && hashOf(algorithm, content) === integrity
}

async function filesOf(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const wrong = found.find((entry) => !entry.isFile() && !entry.isDirectory())
  if (wrong) throw new DeployError(`${path.join(wrong.parentPath, wrong.name)} is neither a file nor a folder`)
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort()
}

/** What is wrong with the files of a build, each against its hash; a packed copy must unpack to the same. */
export async function fileProblems(folder: string, files: BuildRecord['files']): Promise<string[]> {
  const problems: string[] = []
  const present = await filesOf(folder)
  for (const [name, { integrity }] of Object.entries(files)) {
    if (!present.includes(name)) problems.push(`${name} is missing`)
    else if (!hasIntegrity(await readFile(path.join(folder, name)), integrity)) {
      problems.push(`${name} is not what was built: its hash differs`)
    }
  }
  for (const name of present.filter((one) => one !== RECORD && !files[one])) {
    const suffix = name.slice(-3)
    const integrity = files[name.slice(0, -3)]?.integrity
    if (!integrity || (suffix !== '.gz' && suffix !== '.br')) problems.push(`${name} does not belong to the build`)
    else {
      const content = await unpack[suffix](await readFile(path.join(folder, name))).catch(() => null)
      if (!content || !hasIntegrity(content, integrity)) problems.push(`${name} unpacks to something else`)
    }
  }
  return problems
}

async function contentProblems(folder: string, { name, files }: BuildRecord): Promise<string[]> {
  const problems: string[] = []
  for (const file of Object.keys(files)) {
    const content = await readFile(path.join(folder, file)).catch(() => Buffer.alloc(0))
    if (file.endsWith('.map')) problems.push(`${file} is a source map; keep it beside, it is not to be served`)
    if (file.endsWith('.js')) {
      const carried = carriedLibraries(content.toString('utf8'))
      for (const library of carried) problems.push(`${file} carries ${library}, which only the host may carry`)
    }
    if (!file.endsWith('.css')) continue
    const { foreignSelectors } = await import('./foreignSelectors.ts')
    for (const selector of foreignSelectors(content, file, name.replace(/^remote-/, ''))) {
      problems.push(`${file} styles what is not its own: ${selector}`)
    }
  }
  return problems
}

async function measure(folder: string, { entry, files }: BuildRecord): Promise<CheckedBuild['sizes']> {
  const sizes = { entry: 0, scripts: 0, styles: 0 }
  for (const name of Object.keys(files)) {
    const kind = name.endsWith('.js') ? 'scripts' : name.endsWith('.css') ? 'styles' : null
    if (!kind) continue
    const { length } = await gzipped(await readFile(path.join(folder, name)), { level: 9 })
    sizes[kind] += length
    if (name === entry) sizes.entry = length
  }
  return sizes
}

function contributesOf(record: BuildRecord) {
  try {
    return validateContributes(record.contributes)
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error
    throw new DeployError(
      `${record.name} ${record.version}: what it adds to the screens is not valid: ${error.message}`,
    )
  }
}

/**
 * Checks a build as it would be served: every file by its hash, no library of the host inside, styles that stay in the
 * remote, sizes, what it requires and adds.
 * @throws {DeployError} with everything that is wrong
 */
export async function checkBuild(folder: string): Promise<CheckedBuild> {
  const record = await readRecord(folder)
  const contributes = contributesOf(record)
  const entry = record.files[record.entry]
  const problems = await fileProblems(folder, record.files)
  if (!entry) problems.push(`${record.entry}, the entry, is not in the list of files`)
  problems.push(...(await contentProblems(folder, record)))
  const sizes = problems.length > 0 ? { entry: 0, scripts: 0, styles: 0 } : await measure(folder, record)
  for (const kind of ['entry', 'scripts', 'styles'] as const) {
    if (sizes[kind] > LIMITS[kind]) {
      problems.push(`its ${kind} have ${sizes[kind]} bytes after gzip, ${LIMITS[kind]} are allowed`)
    }
  }
  const label = `${record.version}-${record.id}`
  if (problems.length > 0 || !entry) {
    throw new DeployError(`${record.name} ${label} cannot be published:\n  ${problems.join('\n  ')}`)
  }
  const candidate: Candidate = {
    url: `/r/${record.name}/${label}/${record.entry}`,
    metadata: { version: record.version, integrity: entry.integrity },
    deployment: { traffic: 0, default: false },
    extras: {
      mf: { name: record.mfName, type: 'var', expose: REMOTE_EXPOSE },
      requires: record.requires,
      contributes,
      build: { id: record.id },
    },
  }
  return { folder, remote: record.name, label, candidate, files: await filesOf(folder), sizes }
}

/**
 * Copies a build to where the server serves it from, `<data>/r/REMOTE/VERSION-BUILD/`. It appears there whole or not at
 * all, and is never written again.
 * @returns false when the same build is there already
 * @throws {DeployError} when another build has its place
 */
export async function installBuild(places: DeploymentPlaces, build: CheckedBuild): Promise<boolean> {
  const target = path.join(places.dataFolder, 'r', build.remote, build.label)
  // What came with the client leaves with it at the next upgrade, so it is copied as well.
  if (places.clientFolder !== null)
    await isSameBuild(path.join(places.clientFolder, 'r', build.remote, build.label), build)
  if (await isSameBuild(target, build)) return false
  await keepMaps(places, build)
  try {
    await copyWhole(places, build)
    return true
  } catch (error) {
    // Another process published the same one at this moment.
    if (await isSameBuild(target, build)) return false
    throw error
  }
}

type Copied = Pick<CheckedBuild, 'folder' | 'remote' | 'label' | 'files'>

/** Copies the files of a build into the data folder; they appear there all at once. */
async function copyWhole({ dataFolder }: DeploymentPlaces, { folder, remote, label, files }: Copied): Promise<void> {
  const arriving = path.join(dataFolder, 'mf', 'arriving', `${remote}-${label}-${process.pid}`)
  try {
    for (const name of files) {
      const file = path.join(arriving, name)
      await mkdir(path.dirname(file), { recursive: true })
      await copyFile(path.join(folder, name), file)
      const handle = await open(file, 'r')
      await handle.sync()
      await handle.close()
    }
    await moveFolder(arriving, path.join(dataFolder, 'r', remote, label))
  } finally {
    await rm(arriving, { recursive: true, force: true })
  }
}

/**
 * Copies a version of the installed client into the data folder, so that it is still there when another client is
 * installed. Does nothing for one that is there already, or that comes from elsewhere.
 */
export async function keepBuiltVersion(places: DeploymentPlaces, { url }: Candidate): Promise<void> {
  const { clientFolder, dataFolder } = places
  const [, remote, label] = /^\/r\/([\w.-]+)\/([\w.+-]+)\/[^/]+$/.exec(url) ?? []
  if (clientFolder === null || !remote || !label || url.includes('..')) return
  const from = path.join(clientFolder, 'r', remote, label)
  const isThere = (folder: string) =>
    readdir(folder).then(
      () => true,
      () => false,
    )
  if (!(await isThere(from)) || (await isThere(path.join(dataFolder, 'r', remote, label)))) return
  await copyWhole(places, { folder: from, remote, label, files: await filesOf(from) })
}

/** Copies the source maps that the build left beside itself, to where `remotes stack` finds and no server serves them. */
export async function keepMaps(
  { dataFolder }: DeploymentPlaces,
  { folder, remote, label }: CheckedBuild,
): Promise<void> {
  const from = path.resolve(folder, '../../..', 'maps/r', remote, label)
  const names = await readdir(from).catch(() => [])
  const to = path.join(dataFolder, 'maps/r', remote, label)
  if (names.length > 0) await mkdir(to, { recursive: true })
  for (const name of names) await copyFile(path.join(from, name), path.join(to, name))
}

/** The same version at the address of another origin. This server stands in where it has the files as well. */
export function candidateAt(address: string, candidate: Candidate, isHereToo: boolean): Candidate {
  return { ...candidate, url: address + candidate.url, ...(isHereToo ? { fallbackUrl: candidate.url } : {}) }
}

/** Whether the build stands there already. Throws when something else does. */
async function isSameBuild(there: string, build: CheckedBuild): Promise<boolean> {
  const record = await readFile(path.join(there, RECORD)).catch(() => null)
  const stands = record ?? (await readdir(there).catch(() => null))
  if (stands === null) return false
  if (record?.equals(await readFile(path.join(build.folder, RECORD)))) return true
  throw new DeployError(
    `${there} is there and holds something else. A published build is never overwritten: raise the version`,
  )
}
