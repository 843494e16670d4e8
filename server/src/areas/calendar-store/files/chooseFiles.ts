import { EVENT_FILES_SIZE_MAX, type EventFile } from '@yanshu/contracts'
import type { Kysely } from 'kysely'
import type { KeptFile } from '../../../calendar-model/rows/eventFiles.ts'
import { recordBlobs } from '../../../store/blobs/blobRows.ts'
import type { Context, TransactionContext } from '../../../store/context/context.ts'
import type { Schema } from '../../../store/database/schema.ts'
import type { Trx } from '../../../store/database/transact.ts'
import { requireFilesOpen } from '../../../store/mailbox/index.ts'
import {
  FileNotFoundError,
  FileTooLargeError,
  findOwnedFiles,
  removeUploads,
  roomForUpload,
  StorageFullCallError,
} from '../../files/index.ts'
import type { Asking } from '../calendars/access.ts'
import { calendarOwnerOf } from '../rows/organiser.ts'
import { findReadableFile } from './findReadableFile.ts'

interface Choosing {
  readonly trx: Trx
  readonly context: Pick<TransactionContext, 'store' | 'now' | 'config'>
  /** Who writes the event, and may only give what they may read. */
  readonly asking: Asking
  readonly calendarId: number
}

/** Bytes that the files of one event may have together. */
export const filesSizeMax = ({ config }: Pick<Context, 'config'>): number =>
  Math.min(EVENT_FILES_SIZE_MAX, config.maxMessageSize)

/** Whether content fits beside what an account has. Its calendars have each content once: what they have needs no room. */
export async function hasRoomFor(
  db: Kysely<Schema>,
  accountId: number,
  files: readonly Pick<KeptFile, 'hash' | 'size'>[],
): Promise<boolean> {
  const fresh = new Map(files.map(({ hash, size }) => [hash, size]))
  if (fresh.size === 0) return true
  const there = await db
    .selectFrom('event_file')
    .innerJoin('calendar', 'calendar.id', 'event_file.calendar_id')
    .select('event_file.blob_hash')
    .where('calendar.account_id', '=', accountId)
    .where('event_file.blob_hash', 'in', [...fresh.keys()])
    .execute()
  for (const { blob_hash } of there) fresh.delete(blob_hash)
  const bytes = [...fresh.values()].reduce((sum, size) => sum + size, 0)
  return bytes === 0 || (await roomForUpload(db, accountId)) >= bytes
}

/** Throws `StorageFullCallError` where files do not fit beside what the account has whose calendar it is. */
export async function requireRoomFor(trx: Trx, calendarId: number, files: readonly KeptFile[]): Promise<void> {
  const owner = await calendarOwnerOf(trx, calendarId)
  const kept = files.filter(({ hash }) => hash !== '')
  if (!(await hasRoomFor(trx, owner, kept))) throw new StorageFullCallError()
}

/**
 * The files that an event is to have, each by what is kept of it: those that it has (`there`), and new ones from among the
 * uploads and mails of its author and the events they may read. An upload becomes the event's. They count for the owner of
 * the calendar. Throws `FileNotFoundError`, `FolderClosedError`, `FileTooLargeError`, `StorageFullCallError`.
 */
export async function chooseFiles(
  { trx, context, asking, calendarId }: Choosing,
  there: readonly KeptFile[],
  wanted: readonly EventFile[],
): Promise<KeptFile[]> {
  const { accountId } = asking
  const known = new Map(there.map((file) => [file.fileId, file]))
  const ids = wanted.flatMap(({ fileId }) => (fileId === '' || known.has(fileId) ? [] : [fileId]))
  await requireFilesOpen(trx, asking, ids)
  const owned = new Map((await findOwnedFiles(trx, accountId, ids)).map((file) => [file.id, file]))
  const fresh: KeptFile[] = []
  for (const fileId of ids) {
    const file = owned.get(fileId)
    const found: KeptFile | null = file
      ? { fileId, name: file.name, contentType: file.contentType, size: file.size, link: '', hash: file.blobHash }
      : await findReadableFile({ db: trx, engine: context.store.engine }, accountId, fileId)
    if (!found) throw new FileNotFoundError()
    fresh.push(found)
    known.set(fileId, found)
  }
  const chosen = new Map<string, KeptFile>()
  for (const file of wanted) {
    const kept = file.fileId === '' ? linkOf(file) : known.get(file.fileId)
    if (kept) chosen.set(kept.fileId || kept.link, kept)
  }
  const files = [...chosen.values()]
  if (fresh.length === 0) return files
  const limit = filesSizeMax(context)
  if (files.reduce((sum, { size }) => sum + size, 0) > limit) throw new FileTooLargeError(limit)
  const uploads = [...owned.values()].filter(({ source }) => source !== 'mail').map(({ id }) => id)
  // The room of an upload is free again before it is asked whether the same fits as a file of the event.
  await removeUploads(trx, accountId, uploads)
  await requireRoomFor(trx, calendarId, fresh)
  await recordBlobs(trx, context.store.engine, fresh, context.now())
  return files
}

const linkOf = (file: EventFile): KeptFile => ({ ...file, name: file.name.trim(), size: 0, hash: '' })
