import { open } from 'node:fs/promises'
import {
  ArchiveDamagedError,
  archiveEntries,
  archiveKind,
  BEGINNING,
  packedAlone,
  unpackedFile,
} from './archiveEntries.ts'
import { MailReader } from './mailReader.ts'
import { requireRunning, setFolder } from './migrationRows.ts'
import { commonDepth, placeOfEntry } from './placeOfEntry.ts'
import { StoreUploaded, type Uploading } from './storeUploaded.ts'
import { ArchiveTooLargeError, UnpackedBytes, unpackedMax, withTemporaryFile, writeTo } from './unpackTo.ts'
import { UploadedFolders } from './uploadedFolders.ts'

interface UploadedFile {
  readonly id: number
  readonly name: string
  readonly blob_hash: string
  readonly size: number
}

/**
 * Brings the mail of uploaded files, each in the form that `yanshu import` reads, or an archive of these. What cannot be read is
 * named in the receipt and stops no other file. Throws what `storeMails` throws.
 */
export async function bringUploads(uploading: Uploading): Promise<void> {
  const { context, job, migration } = uploading
  const { db } = context.store
  const files = await db
    .selectFrom('migration_file')
    .select(['id', 'name', 'blob_hash', 'size'])
    .where('migration_id', '=', migration.id)
    .where('done', '=', 0)
    .orderBy('id')
    .execute()
  for (const [at, file] of files.entries()) {
    job.say(at, files.length)
    await requireRunning(db, migration.id)
    await withTemporaryFile(context.config.dataFolder, async (whole) => {
      await writeTo(whole, await context.blobs.read(file.blob_hash, { size: file.size }), job.signal)
      await bringFile(uploading, file, whole)
    })
    await db.updateTable('migration_file').set({ done: 1 }).where('id', '=', file.id).execute()
  }
}

async function bringFile(uploading: Uploading, file: UploadedFile, whole: string): Promise<void> {
  const { context, migration } = uploading
  const folders = new UploadedFolders(context, migration, file)
  const store = new StoreUploaded(uploading, folders.uidValidity)
  const kind = archiveKind(await beginningOf(whole))
  const reader = new MailReader(uploading, folders, store)
  const alone = kind === 'tar.gz' ? await packedAlone(whole, file.name) : null
  if (kind === null) await reader.read(whole, { trail: [], file: file.name, isMaildir: false }, true)
  else if (alone !== null) await bringPacked(uploading, reader, { ...file, whole, alone })
  else await bringArchive(uploading, reader, { ...file, whole, kind })
  await store.flush()
  for (const { row, read } of folders.all()) await setFolder(context, row.id, { state: 'done', total: read })
}

/** One file that is packed alone, as mbox files are kept. Nothing is brought of one that cannot be unpacked to its end. */
async function bringPacked(
  { context, job }: Uploading,
  reader: MailReader,
  { whole, alone, size, name }: UploadedFile & { readonly whole: string; readonly alone: string },
): Promise<void> {
  await withTemporaryFile(context.config.dataFolder, async (file) => {
    const isUnpacked = await writeTo(file, unpackedFile(whole, unpackedMax(size)), job.signal)
      .then(() => true)
      .catch((error: unknown) => noteBroken(job, reader, name, error))
    if (isUnpacked) await reader.read(file, { trail: [], file: alone, isMaildir: false }, true)
  })
}

/** Names in the receipt why an archive broke off; answers false. Throws what has another cause. */
async function noteBroken(job: Uploading['job'], reader: MailReader, name: string, error: unknown): Promise<false> {
  const isTooLarge = error instanceof ArchiveTooLargeError
  if (job.signal.aborted || (!isTooLarge && !(error instanceof ArchiveDamagedError))) throw error
  await reader.note(isTooLarge ? 'tooLarge' : 'unreadable', `${name}: ${error.message}`)
  return false
}

interface Archive extends UploadedFile {
  readonly whole: string
  readonly kind: NonNullable<ReturnType<typeof archiveKind>>
}

/** Goes over an archive twice: first over its names, then over its content. What came before it broke off is stored. */
async function bringArchive(
  { context, job }: Uploading,
  reader: MailReader,
  { whole, kind, size, name: archive }: Archive,
): Promise<void> {
  const most = unpackedMax(size)
  const unpacked = new UnpackedBytes(most)
  try {
    const depth = commonDepth(await trailsOf(whole, kind, most))
    for await (const entry of archiveEntries(whole, kind, most)) {
      job.signal.throwIfAborted()
      const place = placeOfEntry(entry.name)
      if (place === null) continue
      const inside = { ...place, trail: place.trail.slice(depth) }
      await withTemporaryFile(context.config.dataFolder, (file) => reader.entry(file, entry, inside, unpacked))
    }
  } catch (error) {
    await noteBroken(job, reader, archive, error)
  }
}

/** Each folder of an archive once. */
async function trailsOf(whole: string, kind: Archive['kind'], most: number): Promise<Iterable<readonly string[]>> {
  const trails = new Map<string, readonly string[]>()
  try {
    for await (const { name } of archiveEntries(whole, kind, most)) {
      const place = placeOfEntry(name)
      if (place) trails.set(place.trail.join('/'), place.trail)
    }
  } catch (error) {
    // What breaks off is named when its content is read: until there its mails can be brought.
    if (!(error instanceof ArchiveDamagedError)) throw error
  }
  return trails.values()
}

async function beginningOf(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(BEGINNING), 0, BEGINNING, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
