import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Contributes } from '@yanshu/discovery'
import { integrityOf } from './integrity.ts'

/** One file of a build, as it is served. Sizes are bytes. */
export interface BuiltFile {
  readonly integrity: string
  readonly size: number
  readonly gzip: number
  readonly brotli: number
}

/** What `build.json` of a build holds beside the list of files. */
export interface BuildRecord {
  readonly name: string
  readonly version: string
  /** See `buildId`. */
  readonly id: string
  readonly mode: string
  readonly files: Readonly<Record<string, BuiltFile>>
}

/** What `build.json` has of a remote: all that the manifest needs to offer it. */
export interface RemoteBuildRecord extends BuildRecord {
  readonly mfName: string
  /** The entry's path inside the build's folder. */
  readonly entry: string
  readonly contributes: Contributes
  /** Ranges by package that the host must satisfy. */
  readonly requires: Readonly<Record<string, string>>
}

export const BUILD_RECORD = 'build.json'
const COMPRESSIBLE = /\.(js|css|html|svg|json)$/
const WORTH_COMPRESSING = 1024

const gzipped = promisify(gzip)
const brotlied = promisify(brotliCompress)

async function finishFile(file: string): Promise<BuiltFile> {
  const content = readFileSync(file)
  const integrity = integrityOf(content)
  const size = content.length
  if (!COMPRESSIBLE.test(file)) return { integrity, size, gzip: size, brotli: size }
  const [gz, br] = await Promise.all([
    gzipped(content, { level: 9 }),
    brotlied(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: size } }),
  ])
  if (size >= WORTH_COMPRESSING) {
    writeFileSync(`${file}.gz`, gz)
    writeFileSync(`${file}.br`, br)
  }
  return { integrity, size, gzip: gz.length, brotli: br.length }
}

/**
 * Adds a `.gz` and a `.br` beside every file that gains by it, and returns integrity and sizes by path.
 * @param folder an absolute folder that holds a finished build and nothing else
 */
export async function finishFiles(folder: string): Promise<Record<string, BuiltFile>> {
  const files: Record<string, BuiltFile> = {}
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort()
  for (const name of names) files[name] = await finishFile(path.join(folder, name))
  return files
}

export function writeRecord(folder: string, record: BuildRecord): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, BUILD_RECORD), `${JSON.stringify(record, null, 2)}\n`)
}

/** The record of a build, or undefined where no finished build is. */
export function readRecord<T extends BuildRecord = BuildRecord>(folder: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path.join(folder, BUILD_RECORD), 'utf8'))
  } catch {
    return undefined
  }
}
