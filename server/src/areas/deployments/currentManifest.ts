import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DeployError, readKeys } from '@yanshu/deploy'
import { type Manifest, ManifestError, validateManifest } from '@yanshu/discovery'
import { type ManifestKey, SignatureError, verifySignature } from '@yanshu/discovery/signature'
import type { Log } from '../../platform/log/log.ts'

/** A manifest that may be served. */
export interface UsableManifest {
  readonly revision: number
  /** The file as it was written. */
  readonly text: string
  /** Made of the content, so that a copy of the same manifest has the same one. */
  readonly etag: string
  /** The keys that its signature was checked against; none where it need not be signed. */
  readonly keys: readonly ManifestKey[]
}

export interface ManifestFiles {
  /** The operator's, which comes before the built one. It may be edited at any moment. */
  readonly operators: string
  /** What the build wrote. */
  readonly built: string
  /** Where the last good one of the operator is kept, for a restart while theirs has a mistake. */
  readonly kept: string
  /** Public keys that the operator's must be signed by; null where it need not be. The built one belongs to the release. */
  readonly keys: string | null
}

/** What is served, and whether it is what the operator wrote last. */
export interface ManifestState {
  readonly revision: number | null
  /** Why the newest file is not served; empty when it is. */
  readonly refused: readonly string[]
}

/** The state of a file when it was last read, and the manifest in it. */
interface Seen {
  readonly mark: string
  readonly manifest: UsableManifest | null
  readonly refused: readonly string[]
}

async function usable(text: string, keys: string | null): Promise<UsableManifest> {
  const manifest: Manifest = validateManifest(JSON.parse(text))
  const known = keys === null ? [] : await readKeys(keys)
  if (keys !== null) await verifySignature(manifest, known)
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  return { revision: manifest.revision, text, etag, keys: known }
}

/** What is wrong with a manifest, for the operator who reads the log. */
function reasonsOf(error: unknown): readonly string[] {
  if (error instanceof ManifestError) return error.problems.map(({ path: at, message }) => `${at || 'it'} ${message}`)
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof SignatureError || error instanceof DeployError) return [message]
  return [error instanceof SyntaxError ? `it is not JSON: ${message}` : `it cannot be read: ${message}`]
}

/** Changes with every edit; null when there is no such file. */
async function markOf(file: string): Promise<string | null> {
  try {
    const { size, mtimeMs, ino } = await stat(file)
    return `${size} ${mtimeMs} ${ino}`
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null
    return 'unreadable'
  }
}

/**
 * The manifest of this installation as it stands now: the operator's, else the built one. A file with a mistake is
 * refused, the log says why, once per change, and the last good one goes on being served, also after a restart.
 */
export class CurrentManifest {
  readonly #files: ManifestFiles
  readonly #log: Log
  readonly #seen = new Map<string, Seen>()
  /** True until it is known that there is none: an earlier run may have left a copy. */
  #operatorsThere = true
  #lastGood: UsableManifest | null = null
  #reading: Promise<UsableManifest | null> | null = null

  constructor(files: ManifestFiles, log: Log) {
    this.#files = files
    this.#log = log
  }

  /** The manifest to serve, null when there is none. Files are read again only when they changed. */
  read(): Promise<UsableManifest | null> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null
    })
    return this.#reading
  }

  /** How it stands with the manifest, as of the last look. */
  state(): ManifestState {
    const newest = this.#seen.get(this.#operatorsThere ? this.#files.operators : this.#files.built)
    return { revision: this.#lastGood?.revision ?? null, refused: newest?.refused ?? [] }
  }

  async #read(): Promise<UsableManifest | null> {
    const { operators, built, kept } = this.#files
    const mark = await markOf(operators)
    if (mark === null) {
      // Removed on purpose: the kept copy must not be served after the next mistake.
      if (this.#operatorsThere) await rm(kept, { force: true }).catch(() => undefined)
      this.#operatorsThere = false
      const builtMark = await markOf(built)
      this.#lastGood = builtMark === null ? null : ((await this.#look(built, builtMark)) ?? this.#lastGood)
      return this.#lastGood
    }
    this.#operatorsThere = true
    const before = this.#seen.get(operators)
    if (!before) this.#lastGood ??= await this.#fallback()
    const manifest = await this.#look(operators, mark)
    if (manifest && manifest !== before?.manifest) await this.#keep(manifest)
    this.#lastGood = manifest ?? this.#lastGood
    return this.#lastGood
  }

  /** What a file holds now, null when it is refused. A refusal is logged when the file is first seen so. */
  async #look(file: string, mark: string): Promise<UsableManifest | null> {
    const known = this.#seen.get(file)
    if (known?.mark === mark) return known.manifest
    let manifest: UsableManifest | null = null
    let refused: readonly string[] = []
    try {
      manifest = await usable(await readFile(file, 'utf8'), this.#keysFor(file))
    } catch (error) {
      refused = reasonsOf(error)
      const instead = this.#lastGood ? `the last good one, revision ${this.#lastGood.revision}, is` : 'none can be'
      const message = `The manifest has a mistake and is not used; ${instead} served until it is corrected`
      this.#log.warn({ file, reasons: refused }, message)
    }
    this.#seen.set(file, { mark, manifest, refused })
    return manifest
  }

  #keysFor(file: string): string | null {
    return file === this.#files.built ? null : this.#files.keys
  }

  /** What is served after a start while the operator's manifest cannot be: what was kept of it, else the built one. */
  async #fallback(): Promise<UsableManifest | null> {
    for (const file of [this.#files.kept, this.#files.built]) {
      try {
        return await usable(await readFile(file, 'utf8'), this.#keysFor(file))
      } catch {
        // The next file may be valid.
      }
    }
    return null
  }

  /** The copy is needed only by a restart while the file has a mistake, so a full disk is no reason to refuse a manifest. */
  async #keep({ text }: UsableManifest): Promise<void> {
    const { kept } = this.#files
    try {
      await mkdir(path.dirname(kept), { recursive: true })
      await writeFile(`${kept}.new`, text, { flush: true })
      await rename(`${kept}.new`, kept)
    } catch (error) {
      this.#log.warn({ err: error, file: kept }, 'A copy of the manifest could not be kept for a restart')
    }
  }
}
