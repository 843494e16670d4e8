import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { DeployError, isEntryHere, layOverInstalled, readKeys } from '@yanshu/deploy'
import { type Manifest, ManifestError } from '@yanshu/discovery'
import { describeEffects, isUsed, labelOf, validateOperatorManifest, withStops } from '@yanshu/discovery/operations'
import { type ManifestKey, SignatureError, verifySignature } from '@yanshu/discovery/signature'
import type { Log } from '../../platform/log/log.ts'
import type { KeptManifest, LastGood } from './lastGood.ts'

/** A manifest that may be served. */
export interface UsableManifest {
  readonly revision: number
  /** The file as it was written, or what the installed build made of it. */
  readonly text: string
  /** Made of the content, so that a copy of the same manifest has the same one. */
  readonly etag: string
  /** The keys that its signature was checked against; none where it need not be signed. */
  readonly keys: readonly ManifestKey[]
}

export interface ManifestFiles {
  readonly dataFolder: string
  /** The built client with its own manifest. */
  readonly clientFolder: string
  /** Public keys that the operators' must be signed by; null where it need not be. The built one belongs to the release. */
  readonly keys: string | null
}

/** What is served, and whether it is what the operators wrote last. */
export interface ManifestState {
  readonly revision: number | null
  readonly etag: string | null
  /** Why the newest file is not served; empty when it is. */
  readonly refused: readonly string[]
  /** Versions that people are given and whose entries are not there. */
  readonly missing: readonly string[]
  /** Whether operators have to sign what the installed build made of their manifest. */
  readonly needsSignature: boolean
}

/** What operators wrote, once it may be used. */
interface Written {
  readonly manifest: Manifest
  readonly text: string
  readonly keys: readonly ManifestKey[]
}

/** What is in force by a manifest. A page that is given no keys does not read what was stopped apart. */
function writtenOf(read: Manifest, text: string, keys: readonly ManifestKey[]): Written {
  const manifest = withStops(read)
  return { manifest, text: read.stops && keys.length === 0 ? JSON.stringify(manifest) : text, keys }
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

function servable(text: string, revision: number, keys: readonly ManifestKey[]): UsableManifest {
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  return { revision, text, etag, keys }
}

/**
 * The manifest of this installation as it stands now: what operators decided over the versions of the build, else the
 * build's own. A file with a mistake, or without a signature that is believed, is refused, the log has the reason, once per
 * change, and the last good one goes on being served, also after a restart.
 */
export class CurrentManifest {
  readonly #files: ManifestFiles
  readonly #lastGood: LastGood
  readonly #log: Log
  readonly #operators: string
  readonly #built: string
  /** The state of all files when they were last read. */
  #marks: string | null = null
  /** True until it is known that there is none: an earlier run may have left a copy. */
  #operatorsThere = true
  /** What operators wrote last that was good. */
  #good: Written | null = null
  #served: Manifest | null = null
  #usable: UsableManifest | null = null
  #refused: readonly string[] = []
  #missing: readonly string[] = []
  #taken = ''
  /** Whether what is served is made of the operators' manifest and of the build. */
  #isLaid = false
  #reading: Promise<UsableManifest | null> | null = null

  constructor(files: ManifestFiles, lastGood: LastGood, log: Log) {
    this.#files = files
    this.#lastGood = lastGood
    this.#log = log
    this.#operators = path.join(files.dataFolder, 'mf', 'manifest.json')
    this.#built = path.join(files.clientFolder, 'mf', 'manifest.json')
  }

  /** The manifest to serve, null when there is none. Files are read again only when one of them changed. */
  read(): Promise<UsableManifest | null> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null
    })
    return this.#reading
  }

  /** How it stands with the manifest, as of the last reading. */
  state(): ManifestState {
    const { revision = null, etag = null } = this.#usable ?? {}
    const needsSignature = this.#isLaid && this.#files.keys !== null
    return { revision, etag, refused: this.#refused, missing: this.#missing, needsSignature }
  }

  async #read(): Promise<UsableManifest | null> {
    const { keys } = this.#files
    const marks = await Promise.all([this.#operators, this.#built, keys].map((file) => file && markOf(file)))
    if (JSON.stringify(marks) !== this.#marks) {
      await this.#readAgain(marks[0] !== null)
      this.#marks = JSON.stringify(marks)
    }
    this.#missing = this.#served ? this.#missingOf(this.#served) : []
    return this.#usable
  }

  async #readAgain(isThere: boolean): Promise<void> {
    this.#refused = []
    this.#isLaid = false
    const built = await this.#readBuilt()
    if (isThere) {
      this.#operatorsThere = true
      await this.#readOperators(built?.manifest.revision)
    } else {
      // Removed on purpose: the kept copy must not be served after the next mistake.
      if (this.#operatorsThere) await this.#lastGood.forget()
      this.#operatorsThere = false
      this.#good = null
    }
    if (this.#good) await this.#lay(this.#good, built?.manifest ?? null)
    else if (built) this.#serve(built.manifest, built.text, [])
    else if (!isThere && (await markOf(this.#built)) === null) {
      this.#served = null
      this.#usable = null
    }
  }

  async #readBuilt(): Promise<{ readonly manifest: Manifest; readonly text: string } | null> {
    if ((await markOf(this.#built)) === null) return null
    try {
      const text = await readFile(this.#built, 'utf8')
      return { manifest: validateOperatorManifest(JSON.parse(text)), text }
    } catch (error) {
      this.#refuse(this.#built, error, this.#usable?.revision)
      return null
    }
  }

  /** Reads what operators wrote. A refusal is logged when the file, or that of the keys, is first seen so. */
  async #readOperators(builtRevision: number | undefined): Promise<void> {
    try {
      const text = await readFile(this.#operators, 'utf8')
      const manifest = validateOperatorManifest(JSON.parse(text))
      const keys = this.#files.keys === null ? [] : await readKeys(this.#files.keys)
      if (this.#files.keys !== null) await verifySignature(manifest, keys)
      this.#good = writtenOf(manifest, text, keys)
      await this.#keep({ text, keys })
    } catch (error) {
      this.#good ??= await this.#kept()
      this.#refuse(this.#operators, error, this.#good?.manifest.revision ?? builtRevision)
    }
  }

  #refuse(file: string, error: unknown, revision: number | undefined): void {
    this.#refused = reasonsOf(error)
    const instead = revision === undefined ? 'none can be' : `the last good one, revision ${revision}, is`
    const message = `The manifest has a mistake and is not used; ${instead} served until it is corrected`
    this.#log.warn({ file, reasons: this.#refused }, message)
  }

  /** What operators wrote, over the versions of the build that is installed. */
  async #lay({ manifest, text, keys }: Written, built: Manifest | null): Promise<void> {
    let laid = manifest
    try {
      laid = await layOverInstalled(this.#files, manifest, built)
    } catch (error) {
      this.#log.warn({ err: error }, 'The manifest does not go with the installed build, and is served as it is')
    }
    if (laid === manifest) return this.#serve(manifest, text, keys)
    this.#isLaid = true
    const taken = describeEffects(manifest, laid)
    if (JSON.stringify(taken) !== this.#taken) {
      this.#taken = JSON.stringify(taken)
      this.#log.info({ revision: laid.revision, taken }, 'Another build is installed than the manifest was written for')
      if (this.#files.keys !== null) {
        this.#log.warn({ revision: laid.revision }, 'The manifest is served without a signature: remotes keys sign')
      }
    }
    // No operator has signed this: it is made of what they signed and of the build, which belongs to the release.
    this.#serve(laid, JSON.stringify(laid), [])
  }

  #serve(manifest: Manifest, text: string, keys: readonly ManifestKey[]): void {
    this.#served = manifest
    this.#usable = servable(text, manifest.revision, keys)
  }

  #missingOf({ discovery }: Manifest): readonly string[] {
    return Object.entries(discovery.microFrontends).flatMap(([remote, candidates]) =>
      candidates
        .filter((one) => isUsed(one) && !isEntryHere(this.#files, one))
        .map((one) => `${remote} ${labelOf(one)}`),
    )
  }

  async #kept(): Promise<Written | null> {
    const kept = await this.#lastGood.read()
    if (!kept) return null
    try {
      const manifest = validateOperatorManifest(JSON.parse(kept.text))
      if (!kept.isOurs && this.#files.keys !== null) {
        await verifySignature(manifest, await readKeys(this.#files.keys))
      }
      return writtenOf(manifest, kept.text, kept.keys)
    } catch {
      return null
    }
  }

  /** The copy is needed only by a restart while the file has a mistake, so a full disk is no reason to refuse a manifest. */
  async #keep(kept: Pick<KeptManifest, 'text' | 'keys'>): Promise<void> {
    try {
      await this.#lastGood.keep(kept)
    } catch (error) {
      this.#log.warn({ err: error }, 'A copy of the manifest could not be kept for a restart')
    }
  }
}
