import { copyFile, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import { makeFolder } from '../../platform/config/makeFolder.ts'
import { UNFINISHED_RESTORE } from '../../platform/config/requireFiles.ts'
import { OperatorError } from '../../platform/errors/operatorError.ts'
import { systemCode } from '../../platform/errors/systemCode.ts'
import { blobPath } from '../blobs/fileBlobStore.ts'
import { type BlobPlace, openBlobStore, requireBlobPlace } from '../blobs/openBlobStore.ts'
import { readStoredFile } from '../blobs/storedForm.ts'
import { engineOf } from '../database/engine.ts'
import { moveStore } from '../move/moveStore.ts'
import { holdRestoredIn } from '../queue/holdQueue.ts'
import { checkedBlob } from './checkedBlob.ts'
import { restoreDeployment } from './deploymentFiles.ts'
import { DUMP, type Manifest, readManifest, STORE } from './manifest.ts'
import { loadPostgres } from './postgresTools.ts'
import { requireStore } from './verifyBackup.ts'

/** Where a backup is put. */
export type BackupPlace = BlobPlace & Pick<Config, 'database'>

export interface Restored {
  readonly blobs: number
  readonly bytes: number
}

/** Files that are restored at the same time. */
const PUT_AT_ONCE = 8

/**
 * Puts a backup where the settings say: the store into the data folder, the files into its `blobs` or into the bucket.
 * Every file is checked before the store appears there. A mark lies in the data folder until all is there, and no server
 * starts on it meanwhile; a restore of the same backup that broke off is begun again in the same folder, another one
 * needs an empty folder. What is in the bucket already stays and is not sent again. What was on its way is on hold
 * afterwards, and nothing leaves for other systems until an operator releases it.
 */
export async function restoreBackup(
  folder: string,
  to: BackupPlace,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<Restored> {
  const { dataFolder } = to
  const manifest = await readManifest(folder)
  await requireBlobPlace(to)
  await requirePlace(dataFolder, manifest)
  const isMoved = manifest.engine === 'sqlite' && engineOf(to.database) === 'postgres'
  if (!isMoved) requireEngine(folder, manifest, to)
  const mark = path.join(dataFolder, UNFINISHED_RESTORE)
  await writeFile(mark, manifest.hash, { flush: true })
  await putFiles(folder, manifest, to, onProgress)
  await restoreDeployment(folder, manifest.deployment, dataFolder)
  if (manifest.engine === 'postgres') await restoreDump(folder, manifest.store, to)
  else if (manifest.store !== null) {
    const file = await arriveSqlite(folder, manifest.store, to)
    if (isMoved) await moveStore(file, to.database)
    else await rename(file, path.join(dataFolder, STORE))
    await removeStore(file)
  }
  await rm(mark)
  return { blobs: manifest.count, bytes: manifest.bytes }
}

/** Makes the data folder. Throws an `OperatorError` unless it is empty, or the same backup has begun to arrive in it. */
async function requirePlace(dataFolder: string, { hash }: Manifest): Promise<void> {
  await makeFolder(dataFolder)
  if ((await readdir(dataFolder)).length === 0) return
  const begun = await readFile(path.join(dataFolder, UNFINISHED_RESTORE), 'utf8').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return null
    throw error
  })
  if (begun === null) throw new OperatorError(`${dataFolder} is not empty. Name a new folder`)
  if (begun !== hash) {
    throw new OperatorError(
      `A restore of another backup into ${dataFolder} was ended before it was whole. Empty that folder, or name a new one`,
    )
  }
  for (const store of [path.join(dataFolder, STORE), path.join(dataFolder, `${STORE}.restoring`)]) {
    await removeStore(store)
  }
}

/** A backup of SQLite can be restored into PostgreSQL; all others into the engine that they are of. */
function requireEngine(folder: string, { engine }: Manifest, { database }: BackupPlace): void {
  if (engineOf(database) === engine) return
  const set = engine === 'postgres' ? 'set DATABASE_URL to an empty database' : 'take DATABASE_URL away'
  throw new OperatorError(`${folder} was made of ${engine === 'postgres' ? 'PostgreSQL' : 'SQLite'}: ${set}`)
}

/** The store under a name that no server opens, with what was on its way on hold. Answers its path. */
async function arriveSqlite(folder: string, hash: string, { dataFolder }: BackupPlace): Promise<string> {
  const arriving = path.join(dataFolder, `${STORE}.restoring`)
  await copyStore(folder, hash, arriving)
  await holdRestoredIn(arriving)
  return arriving
}

/** Copies the store of a backup of SQLite. Throws an `OperatorError` that names the backup when it is damaged. */
export async function copyStore(folder: string, hash: string, to: string): Promise<void> {
  const source = path.join(folder, STORE)
  await copyFile(source, to)
  await requireStore(to, hash).catch((error: unknown) => {
    throw error instanceof OperatorError
      ? new OperatorError(`${source} is damaged: its content is not what the manifest says`)
      : error
  })
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

async function putFiles(
  folder: string,
  { files, count }: Manifest,
  to: BlobPlace,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const target = await openBlobStore(to)
  const left = files()
  let done = 0
  const storeNext = async () => {
    for await (const [hash, size] of left) {
      const file = blobPath(folder, hash)
      // This comes first: a damaged file would be stored under a hash of its own.
      const { content } = await checkedBlob(file, hash)
      if (!(await target.holds(hash, size))) await target.put(content ?? (await readStoredFile(hash, file)))
      onProgress(++done, count)
    }
  }
  try {
    await Promise.all(Array.from({ length: PUT_AT_ONCE }, storeNext))
  } finally {
    await target.close()
  }
}
