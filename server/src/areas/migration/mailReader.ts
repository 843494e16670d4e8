import { stat } from 'node:fs/promises'
import { kindOf, readSource, type SourceItem } from '../../mailflow/import/importSource.ts'
import { flagsOfMaildirName, NO_FLAGS } from '../../mailflow/import/mailFlags.ts'
import { wireSizeMax } from '../../platform/config/config.ts'
import { ArchiveDamagedError, type ArchiveEntry } from './archiveEntries.ts'
import { type EntryPlace, mboxTrail } from './placeOfEntry.ts'
import type { Noted } from './storeMails.ts'
import type { StoreUploaded, Uploading } from './storeUploaded.ts'
import { ArchiveTooLargeError, type UnpackedBytes, writeTo } from './unpackTo.ts'
import type { UploadedFolder, UploadedFolders } from './uploadedFolders.ts'

const DETAIL_MAX = 300

/**
 * Reads the mails of files, each of which gets a number: its place among the mails of its folder, which is the same in a run
 * that goes on.
 */
export class MailReader {
  readonly #uploading: Uploading
  readonly #folders: UploadedFolders
  readonly #store: StoreUploaded

  constructor(uploading: Uploading, folders: UploadedFolders, store: StoreUploaded) {
    this.#uploading = uploading
    this.#folders = folders
    this.#store = store
  }

  /** Unpacks an entry to a file, and reads it. One that cannot be unpacked is named. Throws `ArchiveTooLargeError`. */
  async entry(file: string, entry: ArchiveEntry, place: EntryPlace, unpacked: UnpackedBytes): Promise<void> {
    const { job } = this.#uploading
    try {
      await writeTo(file, unpacked.counted(await entry.content()), job.signal)
    } catch (error) {
      if (job.signal.aborted || error instanceof ArchiveTooLargeError || !isOfArchive(error)) throw error
      return this.note('unreadable', `${entry.name}: ${String(error)}`)
    }
    await this.read(file, place, false)
  }

  /** Reads a file of mail. @param isNamed whether a person has chosen the file itself */
  async read(file: string, place: EntryPlace, isNamed: boolean): Promise<void> {
    const kind = await kindOf(file, isNamed || place.isMaildir || /\.eml$/i.test(place.file))
    if (kind === null) return this.note('notMail', [...place.trail, place.file].join('/'))
    const folder = await this.#folders.of(kind === 'mbox' && !isNamed ? mboxTrail(place) : place.trail)
    const { size } = await stat(file)
    const source = { path: file, kind, size, maildir: place.isMaildir ? place.trail : null }
    for await (const item of readSource(source, 0, wireSizeMax(this.#uploading.context.config))) {
      await this.#take(folder, place, item)
    }
  }

  /** Names what is no mail, or what an archive broke off at, with the number of a mail in the folder of the file. */
  async note(reason: Noted['reason'], detail: string): Promise<void> {
    const folder = await this.#folders.of([])
    await this.#note(folder, reason, detail, 0)
  }

  async #take(around: UploadedFolder, place: EntryPlace, item: SourceItem): Promise<void> {
    if (item.kind === 'unreadable') throw item.error
    // All mail of Google Takeout stands in one file; its labels name the folder of each.
    const folder = item.kind === 'mail' && item.takeout ? await this.#folders.of(item.takeout.path) : around
    const name = [...place.trail, place.file].join('/')
    if (item.kind === 'bad') return this.#note(folder, item.why, name, 0)
    const marks = place.isMaildir ? (flagsOfMaildirName(place.file) ?? item.flags ?? NO_FLAGS) : item.flags
    if (marks?.deleted) return this.#note(folder, 'deleted', name, item.raw.length)
    const uid = ++folder.read
    if (folder.dealt.has(uid)) return
    const labels = item.takeout?.labels ?? []
    await this.#store.add(folder, { uid, raw: item.raw, at: item.at, flags: marks, labels })
  }

  async #note(folder: UploadedFolder, reason: Noted['reason'], detail: string, size: number): Promise<void> {
    const uid = ++folder.read
    if (folder.dealt.has(uid)) return
    const clean = detail.replace(/\p{Cc}/gu, ' ').slice(0, DETAIL_MAX)
    await this.#store.note(folder, { uid, reason, detail: clean, size })
  }
}

/** Errors of unpacking, not those of the disk that is written to. */
const isOfArchive = (error: unknown): boolean =>
  error instanceof ArchiveDamagedError || !(error instanceof Error) || !('syscall' in error)
