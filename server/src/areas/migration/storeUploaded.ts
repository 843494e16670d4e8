import { READ_IN_PLACE_MAX } from '../../mailflow/delivery/preparer.ts'
import { receivedAt } from '../../mailflow/import/importMail.ts'
import type { MailFlags } from '../../mailflow/import/mailFlags.ts'
import { isDiskFull } from '../../platform/errors/diskFull.ts'
import type { Bringing } from './bringFolder.ts'
import { contentHashOf } from './contentHash.ts'
import { findAlike } from './findAlike.ts'
import { giveWay } from './pace.ts'
import { type Fetched, type Noted, storeMails } from './storeMails.ts'
import type { UploadedFolder } from './uploadedFolders.ts'

export type Uploading = Pick<Bringing, 'context' | 'preparer' | 'job' | 'migration'>

/** Mails of one transaction, and bytes of them in memory. */
const MAILS_AT_ONCE = 5
const BYTES_AT_ONCE = 8 * 1_048_576
const DETAIL_MAX = 300

interface UploadedMail {
  readonly uid: number
  readonly raw: Uint8Array
  readonly at: number | null
  readonly flags: MailFlags | null
  /** Names of labels that the person had made (Google Takeout). */
  readonly labels: readonly string[]
}

/** Stores mails of uploaded files as mails of another server are stored, some at once. */
export class StoreUploaded {
  readonly #uploading: Uploading
  readonly #uidValidity: string
  #folder: UploadedFolder | null = null
  #mails: UploadedMail[] = []
  #noted: Noted[] = []
  #bytes = 0

  constructor(uploading: Uploading, uidValidity: string) {
    this.#uploading = uploading
    this.#uidValidity = uidValidity
  }

  async add(folder: UploadedFolder, mail: UploadedMail): Promise<void> {
    await this.#begin(folder)
    this.#mails.push(mail)
    this.#bytes += mail.raw.length
    await this.#flushFull()
  }

  async note(folder: UploadedFolder, noted: Noted): Promise<void> {
    await this.#begin(folder)
    this.#noted.push(noted)
    await this.#flushFull()
  }

  /** Throws what `storeMails` throws. */
  async flush(): Promise<void> {
    const [folder, mails, noted] = [this.#folder, this.#mails, this.#noted]
    ;[this.#mails, this.#noted, this.#bytes] = [[], [], 0]
    if (folder === null || mails.length + noted.length === 0) return
    const { context, job, migration } = this.#uploading
    job.signal.throwIfAborted()
    const read = await giveWay(context, job.signal, () => Promise.all(mails.map((mail) => this.#read(mail))))
    const prepared = read.flatMap((one) => ('message' in one ? [one] : []))
    const failed = read.flatMap((one) => ('reason' in one ? [one] : []))
    const alike = await findAlike(context, migration.account_id, folder.folderId, prepared)
    await storeMails(
      context,
      job,
      migration,
      { folder: folder.row, folderId: folder.folderId, uidValidity: this.#uidValidity },
      {
        fetched: prepared.map((mail) => ({ ...mail, alike: alike.get(mail.uid) ?? [] })),
        noted: [...noted, ...failed],
        known: [],
      },
    )
  }

  async #begin(folder: UploadedFolder): Promise<void> {
    if (this.#folder !== folder) await this.flush()
    this.#folder = folder
  }

  async #flushFull(): Promise<void> {
    const count = this.#mails.length + this.#noted.length
    if (count >= MAILS_AT_ONCE || this.#bytes >= BYTES_AT_ONCE) await this.flush()
  }

  async #read({ uid, raw, at, flags, labels }: UploadedMail): Promise<Omit<Fetched, 'alike'> | Noted> {
    const { context, preparer, migration } = this.#uploading
    const source = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
    try {
      const blob = await context.blobs.put(source)
      const message = await preparer.prepare(blob, source.length <= READ_IN_PLACE_MAX ? source : null)
      const contentHash = await contentHashOf(migration.account_id, source)
      const arrived = receivedAt({ raw: source, at }, message, context.now())
      return { uid, message, source, contentHash, gmailId: '', at: arrived, flags: imapFlags(flags), labels }
    } catch (error) {
      // Nothing is left out because of missing space.
      if (isDiskFull(error)) throw error
      const detail = (error instanceof Error ? error.message : String(error)).slice(0, DETAIL_MAX)
      return { uid, reason: 'unreadable', detail, size: source.length }
    }
  }
}

/** Mail without any mark counts as read: hundreds of old mails are not news. */
function imapFlags(flags: MailFlags | null): ReadonlySet<string> {
  if (flags === null) return new Set(['\\Seen'])
  return new Set([
    ...(flags.seen ? ['\\Seen'] : []),
    ...(flags.flagged ? ['\\Flagged'] : []),
    ...(flags.replied ? ['\\Answered'] : []),
    ...(flags.forwarded ? ['$Forwarded'] : []),
  ])
}
