import { access, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { type Manifest, ManifestError, validateManifest } from '@yanshu/discovery'
import { applyChange, type ChangeNote, type ManifestChange, verifySignature } from '@yanshu/discovery/operations'
import { digestOf, UNFINISHED, writeWhole } from './durable.ts'
import { DeployError, LostUpdateError } from './errors.ts'
import { readKeys } from './keys.ts'
import { withLock } from './lock.ts'

/** Where an installation keeps what an operator deploys. */
export interface DeploymentPlaces {
  /** The server's folder of everything that must survive. */
  readonly dataFolder: string
  /** What the build wrote: `host/`, `r/` and `mf/`; null where there is none. */
  readonly clientFolder: string | null
  /** The file with the public keys; null where manifests need not be signed. */
  readonly keysFile: string | null
}

/** A manifest as an operator saw it, so that a change of it by somebody else is noticed. */
export interface SeenManifest {
  readonly manifest: Manifest
  /** Of the file's bytes. */
  readonly digest: string
  /** Whether an operator wrote it, or it is the one of the build. */
  readonly source: 'operator' | 'build'
}

/** A change that was worked out, and not written. */
export interface PlannedChange {
  readonly seen: SeenManifest
  readonly next: Manifest
}

/** The text of a manifest in its file. */
const manifestText = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 2)}\n`

/** What {@link SeenManifest} says of a manifest that this tool wrote. */
export const digestOfManifest = (manifest: Manifest): string => digestOf(manifestText(manifest))

const HISTORY_NAME = /^(\d+)(\.[0-9a-f]{8})?\.json$/

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

/** The manifest of one installation on disk, with its history. Any number of processes may work on it. */
export class Deployment {
  readonly places: DeploymentPlaces
  readonly folder: string
  readonly #file: string
  readonly #history: string

  constructor(places: DeploymentPlaces) {
    this.places = places
    this.folder = path.join(places.dataFolder, 'mf')
    this.#file = path.join(this.folder, 'manifest.json')
    this.#history = path.join(this.folder, 'history')
  }

  /**
   * The manifest that is in force: the operator's, else the one of the build.
   * @throws {DeployError} when there is none, or the operator's has a mistake
   */
  async read(): Promise<SeenManifest> {
    const { file, text, source } = await this.#inForce()
    return { manifest: parse(file, text), digest: digestOf(text), source }
  }

  /** Every revision that was in force, the newest first, the current one included. A damaged file is skipped. */
  async history(): Promise<Manifest[]> {
    const names = await readdir(this.#history).catch((error: unknown) => {
      if (isMissing(error)) return []
      throw error
    })
    const revisions: Manifest[] = []
    for (const name of names.filter((one) => HISTORY_NAME.test(one))) {
      try {
        revisions.push(validateManifest(JSON.parse(await readFile(path.join(this.#history, name), 'utf8'))))
      } catch (error) {
        if (!(error instanceof SyntaxError) && !(error instanceof ManifestError)) throw error
      }
    }
    const current = await this.read().catch(() => null)
    if (current && !revisions.some((one) => JSON.stringify(one) === JSON.stringify(current.manifest))) {
      revisions.push(current.manifest)
    }
    return revisions.sort((a, b) => b.revision - a.revision || Date.parse(b.updatedAt) - Date.parse(a.updatedAt))
  }

  /** What a change would make of the manifest. Writes nothing. */
  async plan(change: ManifestChange, note: ChangeNote): Promise<PlannedChange> {
    const past = await this.history()
    // A manifest with a mistake can be replaced by an earlier one, and by nothing else.
    const seen = await this.read().catch((error: unknown) => {
      const [last] = past
      if (change.action !== 'restore' || !last || !(error instanceof DeployError)) throw error
      return this.#seenBroken(last)
    })
    const others = past.filter((one) => JSON.stringify(one) !== JSON.stringify(seen.manifest))
    return { seen, next: applyChange(seen.manifest, change, note, change.action === 'restore' ? past : others) }
  }

  /**
   * Puts a planned manifest in force and keeps it in the history.
   * @throws {LostUpdateError} when the manifest is no longer the one that was seen
   * @throws {DeployError} when it has to be signed and is not
   */
  async write(seen: SeenManifest, next: Manifest): Promise<void> {
    validateManifest(next)
    await this.requireSignature(next)
    await withLock(this.folder, async () => {
      const now = await this.#inForce()
      if (digestOf(now.text) !== seen.digest) {
        throw new LostUpdateError(seen.manifest, next, parse(now.file, now.text))
      }
      await this.#removeUnfinished()
      await this.#keep(seen.manifest)
      await writeWhole(this.#file, manifestText(next))
      await this.#keep(next)
    })
  }

  /** @throws {DeployError} when manifests have to be signed here and this one is not, or wrongly */
  async requireSignature(manifest: Manifest): Promise<void> {
    const { keysFile } = this.places
    if (keysFile === null) return
    try {
      await verifySignature(manifest, await readKeys(keysFile))
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new DeployError(`Here a manifest must be signed: ${why}. Name your private key with --key`)
    }
  }

  /** A revision that is in force and was not kept, after a kill -9 or an edit by hand, is kept with the next change. */
  async #keep(manifest: Manifest): Promise<void> {
    const text = manifestText(manifest)
    const file = path.join(this.#history, `${manifest.revision}.json`)
    const kept = await this.#readFile(file)
    if (kept === text) return
    // Somebody edited the file by hand and left its revision as it was.
    await writeWhole(kept === null ? file : file.replace('.json', `.${digestOf(text).slice(0, 8)}.json`), text)
  }

  /** The file that counts, as it stands, whatever is in it. */
  async #inForce(): Promise<{ readonly file: string; readonly text: string; readonly source: SeenManifest['source'] }> {
    const own = await this.#readFile(this.#file)
    if (own !== null) return { file: this.#file, text: own, source: 'operator' }
    const { clientFolder } = this.places
    const file = clientFolder === null ? null : path.join(clientFolder, 'mf', 'manifest.json')
    const built = file && (await this.#readFile(file))
    if (file && built) return { file, text: built, source: 'build' }
    throw new DeployError('There is no manifest yet. Build the client, or say where it is with --client')
  }

  async #seenBroken(last: Manifest): Promise<SeenManifest> {
    return { manifest: last, digest: digestOf((await this.#inForce()).text), source: 'operator' }
  }

  async #removeUnfinished(): Promise<void> {
    for (const name of await readdir(this.folder)) {
      if (name.endsWith(UNFINISHED)) await rm(path.join(this.folder, name), { force: true })
    }
  }

  async #readFile(file: string): Promise<string | null> {
    try {
      return await readFile(file, 'utf8')
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }
}

function parse(file: string, text: string): Manifest {
  try {
    return validateManifest(JSON.parse(text))
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof ManifestError)) throw error
    throw new DeployError(
      `${file} has a mistake: ${error.message}\nCorrect it, or put an earlier one in its place: remotes restore REVISION`,
    )
  }
}

/** The folder of a build that a manifest names by `/r/…`, wherever it stands; null where it is not. */
export async function folderOfBuild(places: DeploymentPlaces, url: string): Promise<string | null> {
  if (!/^\/r\/[\w.-]+\/[\w.+-]+\//.test(url) || url.includes('..')) return null
  for (const base of [places.clientFolder, places.dataFolder]) {
    const folder = base && path.join(base, path.posix.dirname(url))
    if (
      folder &&
      (await access(folder).then(
        () => true,
        () => false,
      ))
    )
      return folder
  }
  return null
}
