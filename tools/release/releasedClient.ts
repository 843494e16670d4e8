import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { type HostBuildRecord, providedVersions, type RemoteBuildRecord } from '../../shared/build/src/index.ts'

/** The built client of one release: what the host offers, the records of its builds, and their files. */
export interface ReleasedClient {
  readonly version: string
  /** Versions by package, as the released host offers them. */
  readonly provided: Readonly<Record<string, string>>
  readonly host: HostBuildRecord
  readonly remotes: readonly RemoteBuildRecord[]
  /** By their path below the client's folder; text, or base64 of what is no text. */
  readonly files: Readonly<Record<string, { readonly text: string } | { readonly base64: string }>>
}

const ROOT = path.resolve(import.meta.dirname, '../..')
const HOST = path.join(ROOT, 'host')

/** What is kept of the last release. It is one file, because it is replaced as a whole. */
export const RELEASED_FILE = path.join(import.meta.dirname, 'client.json.br')

const TEXT = /\.(?:js|css|html|json|svg|webmanifest)$/

/** The folder of a remote's build, below the client's folder. */
export const folderOf = ({ name, version, id }: RemoteBuildRecord): string => `r/${name}/${version}-${id}`

/** Reads a built client, each file of its builds once. What the build compresses for the server is left out. */
export function packClient(
  client: string,
  version: string,
  host: HostBuildRecord,
  remotes: readonly RemoteBuildRecord[],
): ReleasedClient {
  const builds = [{ folder: 'host', record: host }, ...remotes.map((record) => ({ folder: folderOf(record), record }))]
  const paths = builds.flatMap(({ folder, record }) => Object.keys(record.files).map((name) => `${folder}/${name}`))
  const files = paths.sort().map((name): [string, ReleasedClient['files'][string]] => {
    const content = readFileSync(path.join(client, name))
    return [name, TEXT.test(name) ? { text: content.toString('utf8') } : { base64: content.toString('base64') }]
  })
  // Files of the build before serve pages that are open; a release has none.
  const released = { ...host, previousFiles: [] }
  return { version, provided: providedVersions(HOST), host: released, remotes, files: Object.fromEntries(files) }
}

/** Writes a release in place of the one before. Returns its size in bytes. */
export function writeRelease(release: ReleasedClient, file: string = RELEASED_FILE): number {
  const text = Buffer.from(JSON.stringify(release))
  const packed = brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  })
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, packed)
  return packed.length
}

/** Reads the last release. */
export function readRelease(file: string = RELEASED_FILE): ReleasedClient {
  const release: ReleasedClient = JSON.parse(brotliDecompressSync(readFileSync(file)).toString('utf8'))
  return release
}

function writeFiles({ files }: ReleasedClient, client: string, belongs: (name: string) => boolean): void {
  for (const [name, content] of Object.entries(files)) {
    if (!belongs(name)) continue
    const file = path.join(client, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, 'text' in content ? content.text : Buffer.from(content.base64, 'base64'))
  }
}

/** Adds the released remotes to those of a client. */
export function addReleasedRemotes(release: ReleasedClient, client: string): void {
  writeFiles(release, client, (name) => name.startsWith('r/'))
}

/** Replaces the host of a client by the released one. */
export function replaceHost(release: ReleasedClient, client: string): void {
  rmSync(path.join(client, 'host'), { recursive: true, force: true })
  writeFiles(release, client, (name) => name.startsWith('host/'))
}
