import { copyFile, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Config } from '../../platform/config/config.ts'
import { fileFailure } from '../../platform/config/fileFailure.ts'
import { makeFolder } from '../../platform/config/makeFolder.ts'
import { OperatorError } from '../../platform/errors/operatorError.ts'
import { systemCode } from '../../platform/errors/systemCode.ts'
import { namesOf } from '../blobs/blobOwners.ts'
import type { KeptBlobs } from '../blobs/blobStore.ts'
import { BlobMissingError } from '../blobs/errors.ts'
import { blobPath } from '../blobs/fileBlobStore.ts'
import { type BlobPlace, openBlobStore, requireBlobPlace } from '../blobs/openBlobStore.ts'
import { readStoredFile } from '../blobs/storedForm.ts'
import type { Context } from '../context/context.ts'
import { engineOf } from '../database/engine.ts'
import { moveStore } from '../move/moveStore.ts'
import { holdRestoredIn } from '../queue/holdQueue.ts'
import { copyDeployment, restoreDeployment } from './deploymentFiles.ts'
import { hashOf, hashOfContent } from './hashOf.ts'
import { dumpPostgres, loadPostgres } from './postgresTools.ts'

const MANIFEST = 'manifest.json'
const STORE = 'yanshu.db'
const DUMP = 'store.dump'

const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  /** SHA-256 of the store's copy; null where the database is backed up by other means. */
  store: z.string().nullable(),
  /** SHA-256 of every file of what operators deployed, by its path: the manifest with its history, published remotes. */
  deployment: z.record(z.string().regex(/^(?!.*\.\.)(?:mf|r|keys)\/[^\0]+$/), z.string()).default({}),
  /** Hash and size of every file of mail. */
  blobs: z.array(z.tuple([z.string().regex(/^[0-9a-f]{64}$/), z.number().int()])),
})

export interface BackupResult {
  readonly blobs: number
  readonly bytes: number
}

/** A file of mail that could not be backed up, because it is missing or its content does not fit its name. */
export interface LostFile {
  readonly hash: string
  readonly path: string
  readonly reason: string
  /** Where it is used: names of files and people, subjects of mails. The first few. */
  readonly names: readonly string[]
}

export interface MadeBackup extends BackupResult {
  readonly lost: readonly LostFile[]
}

/**
 * Copies everything into an empty folder while the server runs: files of mail, the store, and what operators deployed. The
 * files come first and once more after the store, so that every file the copied store names is there; the list of
 * everything comes last, so that a folder without one is no backup.
 * A file that is gone or damaged is left out and reported; all the others are backed up. Throws a sentence when the
 * folder is not empty.
 * @param options `withStore: false` leaves the database out, where it is kept by other means
 */
export async function createBackup(
  context: Context,
  folder: string,
  { withStore = true }: { readonly withStore?: boolean } = {},
): Promise<MadeBackup> {
  await requireEmpty(folder)
  const files = await openBlobStore(context.config)
  try {
    return await copyEverything(context, files, folder, withStore)
  } finally {
    await files.close()
  }
}

async function copyEverything(
  context: Context,
  files: KeptBlobs,
  folder: string,
  withStore: boolean,
): Promise<MadeBackup> {
  const copied = new Map<string, number>()
  const failed = new Map<string, string>()

  const copyKnown = async () => {
    const rows = await context.store.db.selectFrom('blob').select('hash').execute()
    for (const { hash } of rows) {
      if (copied.has(hash) || failed.has(hash)) continue
      const target = blobPath(folder, hash)
      await mkdir(path.dirname(target), { recursive: true })
      try {
        await files.copyTo(hash, target)
        copied.set(hash, await checkedSize(target, hash))
      } catch (error) {
        const isOfThisFile = error instanceof OperatorError || error instanceof BlobMissingError
        if (!isOfThisFile && !['EIO', 'EACCES'].includes(systemCode(error))) throw error
        await rm(target, { force: true })
        failed.set(hash, reasonOf(error))
      }
    }
  }
  await copyKnown()
  const target = path.join(folder, context.store.backupTo ? STORE : DUMP)
  if (withStore) {
    await (context.store.backupTo?.(target) ?? dumpPostgres(context.config.database, target))
    await copyKnown()
  }
  const store = withStore ? (await hashOf(target)).hash : null
  const deployment = await copyDeployment(context.config.dataFolder, folder)
  const blobs = [...copied].sort(([a], [b]) => (a < b ? -1 : 1))
  const manifest = {
    format: 1,
    madeAt: new Date().toISOString(),
    engine: context.store.engine,
    store,
    deployment,
    blobs,
  }
  await writeDurably(path.join(folder, MANIFEST), `${JSON.stringify(manifest)}\n`)
  return { blobs: blobs.length, bytes: sum(blobs), lost: await describeLost(context, files, failed) }
}

const reasonOf = (error: unknown): string => {
  if (error instanceof BlobMissingError) return 'it is gone'
  return error instanceof OperatorError ? 'its content is not what its name says' : String(error)
}

const NAMES_SHOWN = 3

async function describeLost(
  { store }: Context,
  files: Pick<KeptBlobs, 'placeOf'>,
  failed: ReadonlyMap<string, string>,
): Promise<LostFile[]> {
  const lost: LostFile[] = []
  for (const [hash, reason] of failed) {
    const row = await store.db.selectFrom('blob').select('hash').where('hash', '=', hash).executeTakeFirst()
    // Removed by a sweep while the backup was made: nothing needed it.
    if (!row) continue
    const names = await namesOf(store.db, hash, NAMES_SHOWN)
    lost.push({ hash, path: files.placeOf(hash), reason, names })
  }
  return lost
}

/** Where a backup is put. */
export type BackupPlace = BlobPlace & Pick<Config, 'database'>

/** Files that are restored at the same time. */
const PUT_AT_ONCE = 8

/**
 * Puts a backup where the settings say: the store into the data folder, the files into its `blobs` or into the bucket.
 * Every file is checked before the store appears there, so that a restore that breaks off leaves no system that lacks
 * some; it is begun again with an empty folder. What is in the bucket already stays and is not sent again. What was on
 * its way is on hold afterwards, and nothing leaves for other systems until an operator says so.
 */
export async function restoreBackup(folder: string, to: BackupPlace): Promise<BackupResult> {
  const { dataFolder } = to
  const manifest = await readManifest(folder)
  await requireBlobPlace(to)
  await requireEmpty(dataFolder)
  const isMoved = manifest.engine === 'sqlite' && engineOf(to.database) === 'postgres'
  if (!isMoved) requireEngine(folder, manifest, to)
  await putFiles(folder, manifest, to)
  await restoreDeployment(folder, manifest.deployment, dataFolder)
  if (manifest.engine === 'postgres') await restoreDump(folder, manifest.store, to)
  else if (manifest.store !== null) {
    const file = await arriveSqlite(folder, manifest.store, to)
    if (isMoved) await moveStore(file, to.database)
    else await rename(file, path.join(dataFolder, STORE))
    await removeStore(file)
  }
  return { blobs: manifest.blobs.length, bytes: sum(manifest.blobs) }
}

type Manifest = z.output<typeof manifestSchema>

/** A backup of SQLite can be restored into PostgreSQL; all others into the engine that they are of. */
function requireEngine(folder: string, { engine }: Manifest, { database }: BackupPlace): void {
  if (engineOf(database) === engine) return
  const set = engine === 'postgres' ? 'set DATABASE_URL to an empty database' : 'take DATABASE_URL away'
  throw new OperatorError(`${folder} was made of ${engine === 'postgres' ? 'PostgreSQL' : 'SQLite'}: ${set}`)
}

async function requireStore(file: string, hash: string): Promise<void> {
  if ((await hashOf(file)).hash === hash) return
  throw new OperatorError(`${file} is damaged: its content is not what the manifest says`)
}

/** The store under a name at which no server looks for it, with what was on its way on hold. Answers its path. */
async function arriveSqlite(folder: string, hash: string, { dataFolder }: BackupPlace): Promise<string> {
  const arriving = path.join(dataFolder, `${STORE}.restoring`)
  await copyFile(path.join(folder, STORE), arriving)
  await requireStore(arriving, hash).catch((error: unknown) => {
    throw error instanceof OperatorError
      ? new OperatorError(`${path.join(folder, STORE)} is damaged: its content is not what the manifest says`)
      : error
  })
  await holdRestoredIn(arriving)
  return arriving
}

/** Removes a store that has arrived, or what was made beside it under its first name. */
const removeStore = async (file: string): Promise<void> => {
  for (const end of ['', '-wal', '-shm', '-reserve']) await rm(`${file}${end}`, { force: true })
}

/** A database that was restored by other means has an old queue as well. */
async function restoreDump(folder: string, hash: string | null, { database }: BackupPlace): Promise<void> {
  const file = path.join(folder, DUMP)
  if (hash !== null) {
    await requireStore(file, hash)
    await loadPostgres(database, file)
  }
  await holdRestoredIn(database)
}

/** What is wrong with a backup; nothing when it can be restored. */
export interface BackupCheck {
  readonly blobs: number
  readonly madeAt: string
  /** Files by their place in the backup, with what is wrong. */
  readonly damaged: readonly string[]
  /** Files that this user may not read, or that the disk did not give, with the reason. Whether they are whole is not known. */
  readonly unreadable: readonly string[]
}

/** Reads a whole backup and compares every file with its hash. Changes nothing. Throws a sentence when it is none. */
export async function verifyBackup(folder: string): Promise<BackupCheck> {
  const manifest = await readManifest(folder)
  const damaged: string[] = []
  const unreadable: string[] = []
  const note = (file: string) => (error: unknown) => {
    if (error instanceof OperatorError) damaged.push(`${file}: its content is not what it was`)
    else if (systemCode(error) === 'ENOENT') damaged.push(`${file}: it is gone`)
    else unreadable.push(`${file}: it cannot be read: ${fileFailure(error)}`)
  }
  const look = (file: string, hash: string) => requireStore(path.join(folder, file), hash).catch(note(file))
  if (manifest.store !== null) await look(manifest.engine === 'postgres' ? DUMP : STORE, manifest.store)
  for (const [file, hash] of Object.entries(manifest.deployment)) await look(file, hash)
  for (const [hash] of manifest.blobs) {
    const file = blobPath(folder, hash)
    await checkedSize(file, hash).catch(note(path.relative(folder, file)))
  }
  return { blobs: manifest.blobs.length, madeAt: manifest.madeAt, damaged, unreadable }
}

async function putFiles(folder: string, { blobs }: Manifest, to: BlobPlace): Promise<void> {
  const target = await openBlobStore(to)
  const left = blobs.values()
  const put = async () => {
    for (const [hash, size] of left) {
      const file = blobPath(folder, hash)
      // This comes first: a damaged file would be stored under a hash of its own.
      await checkedSize(file, hash)
      if (!(await target.holds(hash, size))) await target.put(await readStoredFile(hash, file))
    }
  }
  try {
    await Promise.all(Array.from({ length: PUT_AT_ONCE }, put))
  } finally {
    await target.close()
  }
}

/** Throws an `OperatorError` when it is not one that `createBackup` wrote. */
async function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, MANIFEST)
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error))) {
      throw new OperatorError(`${folder} is no backup: it has no ${MANIFEST}`)
    }
    throw new OperatorError(`${file} cannot be read: ${fileFailure(error)}. Run this as a user who may read it`)
  })
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch {
    throw new OperatorError(`${file} is damaged: it is not what a backup of this version writes`)
  }
}

const sum = (blobs: readonly (readonly [string, number])[]) => blobs.reduce((total, [, size]) => total + size, 0)

async function requireEmpty(folder: string): Promise<void> {
  await makeFolder(folder)
  if ((await readdir(folder)).length > 0) throw new OperatorError(`${folder} is not empty. Name a new folder`)
}

/** The bytes of a blob's content. A blob never changes, so on the same disk a second name for it is as good as a copy. */
async function checkedSize(file: string, hash: string): Promise<number> {
  const found = await readStoredFile(hash, file)
    .then(hashOfContent)
    .catch((error: unknown) => {
      // Errors of the disk: ENOENT, EIO. All others are errors of the content.
      if (/^E(?!RR_)/.test(systemCode(error))) throw error
      return null
    })
  if (found?.hash !== hash) throw new OperatorError(`${file} is damaged: its content is not what its name says`)
  return found.size
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx')
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
