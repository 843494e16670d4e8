import { access, readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { defaultOf, type Manifest, ManifestError } from '@yanshu/discovery'
import {
  applyChange,
  type ChangeNote,
  decisionsOf,
  defaultsOf,
  describeEffects,
  type Finding,
  isUsed,
  layOverBuild,
  type ManifestChange,
  nameOf,
  notGivenAgain,
  validateOperatorManifest,
  verifySignature,
  withStops,
} from '@yanshu/discovery/operations'
import { keepBuiltVersion } from './build.ts'
import { digestOf, UNFINISHED, writeWhole } from './durable.ts'
import { DeployError, LostUpdateError } from './errors.ts'
import { earlierPins, layOverInstalled, readInstalled } from './installed.ts'
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

/** A manifest as an operator saw it, so that a change of it by another operator is noticed. */
export interface SeenManifest {
  readonly manifest: Manifest
  /** Of the manifest's text. */
  readonly digest: string
  /** Whether an operator wrote it, or it is the one of the build. */
  readonly source: 'operator' | 'build'
  /** What stands in the operators' file, with its signatures; null where there is none, or it has a mistake. */
  readonly raw: Manifest | null
  /** What operators wrote, where another build is installed since; null where that is what is in force. */
  readonly written: Manifest | null
  /** What the installed build changed of that, in sentences. */
  readonly taken: readonly string[]
}

/** The manifest that counts, whatever is in it. */
interface InForce {
  readonly file: string
  readonly text: string
  readonly source: SeenManifest['source']
  readonly raw: Manifest | null
  readonly written: Manifest | null
}

/** A change that was worked out, and not written. */
export interface PlannedChange {
  readonly seen: SeenManifest
  readonly next: Manifest
  /** What of the change is otherwise than it was asked for. */
  readonly findings: readonly Finding[]
}

/** The text of a manifest in its file. */
const manifestText = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 2)}\n`

/** What {@link SeenManifest} has of a manifest that this tool wrote. */
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
   * The manifest that is in force: what operators decided over the versions of the build, or that of the build alone.
   * @throws {DeployError} when there is none, or the operators' has a mistake
   */
  async read(): Promise<SeenManifest> {
    const { file, text, source, raw, written } = await this.#inForce()
    const manifest = withStops(parse(file, text))
    const taken = written ? describeEffects(written, manifest) : []
    return { manifest, digest: digestOf(text), source, raw, written, taken }
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
        const text = await readFile(path.join(this.#history, name), 'utf8')
        revisions.push(withStops(validateOperatorManifest(JSON.parse(text))))
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

  /**
   * What a change would make of the manifest. Writes nothing.
   * @param asOf when the operator decided, in milliseconds: what others wrote after that was not seen by them, and
   * {@link write} refuses the change
   */
  async plan(change: ManifestChange, note: ChangeNote, asOf: number | null = null): Promise<PlannedChange> {
    let writtenAt: number
    let past: readonly Manifest[]
    let now: SeenManifest
    // Read as one: of a manifest that is replaced in between, the time would be that of the next.
    do {
      writtenAt = await this.#writtenAt()
      past = await this.history()
      now = await this.#readFor(change, past)
    } while ((await this.#writtenAt()) !== writtenAt)
    const seen = asOf === null || writtenAt <= asOf ? now : this.#seenAt(asOf, now, past)
    const others = past.filter((one) => JSON.stringify(one) !== JSON.stringify(seen.manifest))
    const usable = await this.#usablePast(change, change.action === 'restore' ? past : others)
    const next = applyChange(await this.#withDecisions(seen.manifest), change, note, usable)
    return { seen, next, findings: notGivenAgain(change, next, usable) }
  }

  /** When the operators' manifest was written, in milliseconds; 0 while there is none. */
  async #writtenAt(): Promise<number> {
    const found = await stat(this.#file).catch(() => null)
    return found?.mtimeMs ?? 0
  }

  /** A manifest with a mistake can be replaced by an earlier one, and by nothing else. */
  #readFor(change: ManifestChange, past: readonly Manifest[]): Promise<SeenManifest> {
    return this.read().catch((error: unknown) => {
      const [last] = past
      if (change.action !== 'restore' || !last || !(error instanceof DeployError)) throw error
      return this.#seenBroken(last)
    })
  }

  /** What was in force before that which was written after a time. */
  #seenAt(asOf: number, now: SeenManifest, past: readonly Manifest[]): SeenManifest {
    if (now.source === 'build' || now.written) return now
    const before = ({ previous }: Manifest) => past.find(({ revision }) => revision === previous)
    let found = before(now.manifest)
    while (found && Date.parse(found.updatedAt) > asOf) found = before(found)
    if (!found) return now
    return { manifest: found, digest: digestOfManifest(found), source: 'operator', raw: null, written: null, taken: [] }
  }

  /** The manifest with its decisions, also where it was written before those were kept. */
  async #withDecisions(manifest: Manifest): Promise<Manifest> {
    const pins = await earlierPins(this.folder, manifest)
    return { ...manifest, decisions: decisionsOf(manifest, await this.#built(), pins) }
  }

  /** The earlier revisions as they can be gone back to with the build that is installed now. */
  async #usablePast(change: ManifestChange, past: readonly Manifest[]): Promise<Manifest[]> {
    const built = await this.#built()
    if (built === null) return [...past]
    const installed = await readInstalled(this.places, built)
    if (change.action !== 'restore') {
      return past.filter(({ discovery }) => {
        const found = defaultOf(discovery.microFrontends[change.remote] ?? [])
        return found && installed.isHere(found)
      })
    }
    return past.map((one) => {
      const laid = layOverBuild(one, installed)
      const decisions = { ...decisionsOf(laid, built), over: defaultsOf(built) }
      return { ...laid, decisions, revision: one.revision }
    })
  }

  /**
   * Puts a planned manifest in force and keeps it in the history.
   * @throws {LostUpdateError} when the manifest is no longer the one that was seen
   * @throws {DeployError} when it has to be signed and is not
   */
  async write(seen: SeenManifest, next: Manifest): Promise<void> {
    validateOperatorManifest(next)
    await this.requireSignature(next)
    await withLock(this.folder, async () => {
      const now = await this.#inForce()
      if (digestOf(now.text) !== seen.digest) {
        throw new LostUpdateError(seen.manifest, withStops(next), withStops(parse(now.file, now.text)))
      }
      await this.#removeUnfinished()
      await this.#keepVersions(next)
      if (seen.raw) await this.#keep(seen.raw)
      if (!seen.raw || seen.written) await this.#keep(seen.manifest)
      await writeWhole(this.#file, manifestText(next))
      await this.#keep(next)
    })
  }

  /**
   * Requires that what is in force was signed where it has to be. The manifest of the build need not be: it belongs to
   * the release, also where what operators signed lies over it.
   * @throws {DeployError} when it was not, or wrongly
   */
  async requireTrust({ manifest, raw, source }: SeenManifest): Promise<void> {
    if (source === 'operator') await this.requireSignature(raw ?? manifest)
  }

  /**
   * Requires that operators have signed what is served since another build was installed: the server makes it of what they
   * signed and of the build, and serves it without a signature.
   * @throws {DeployError} with the command that signs it
   */
  requireSigned({ manifest, written }: SeenManifest): void {
    if (this.places.keysFile === null || !written) return
    throw new DeployError(
      `Another build was installed after revision ${written.revision} was signed, and revision ${manifest.revision} is served without a signature. See what it changes: remotes status. Sign it: remotes keys sign --key FILE -m "…"`,
    )
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
    const file = path.join(this.#history, `${withStops(manifest).revision}.json`)
    const kept = await this.#readFile(file)
    if (kept === text) return
    // An operator edited the file by hand and left its revision as it was.
    await writeWhole(kept === null ? file : file.replace('.json', `.${digestOf(text).slice(0, 8)}.json`), text)
  }

  /** What people are given by decision and not by the build is copied, because the build leaves at the next upgrade. */
  async #keepVersions({ discovery, decisions }: Manifest): Promise<void> {
    const built = await this.#built()
    const ofBuild = new Set(built ? Object.values(defaultsOf(built)) : [])
    const pinned = new Set(Object.values(decisions?.pinned ?? {}))
    for (const one of Object.values(discovery.microFrontends).flat()) {
      if (pinned.has(nameOf(one)) || (isUsed(one) && !ofBuild.has(nameOf(one)))) {
        await keepBuiltVersion(this.places, one)
      }
    }
  }

  async #inForce(): Promise<InForce> {
    const file = this.#file
    const own = await this.#readFile(file)
    const built = await this.#built()
    if (own === null) {
      const text = await this.#readFile(this.#builtFile())
      if (built && text) return { file: this.#builtFile(), text, source: 'build', raw: null, written: null }
      throw new DeployError('There is no manifest yet. Build the client, or say where it is with --client')
    }
    const raw = parseable(own)
    const written = raw && withStops(raw)
    const laid = written && (await layOverInstalled(this.places, written, built))
    if (!laid || laid === written) return { file, text: own, source: 'operator', raw, written: null }
    return { file, text: manifestText(laid), source: 'operator', raw, written }
  }

  #builtFile(): string {
    return path.join(this.places.clientFolder ?? this.folder, 'mf', 'manifest.json')
  }

  /** The manifest of the installed build; null where there is none that can be read. */
  async #built(): Promise<Manifest | null> {
    const text = this.places.clientFolder === null ? null : await this.#readFile(this.#builtFile())
    return text === null ? null : parseable(text)
  }

  async #seenBroken(last: Manifest): Promise<SeenManifest> {
    const digest = digestOf((await this.#inForce()).text)
    return { manifest: last, digest, source: 'operator', raw: null, written: null, taken: [] }
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

/** The manifest in a text; null when it has a mistake. */
function parseable(text: string): Manifest | null {
  try {
    return validateOperatorManifest(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof ManifestError) return null
    throw error
  }
}

function parse(file: string, text: string): Manifest {
  try {
    return validateOperatorManifest(JSON.parse(text))
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
