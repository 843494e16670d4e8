import { mkdtemp, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Config } from '../../platform/config/config.ts'
import { OperatorError } from '../../platform/errors/operatorError.ts'
import type { Log } from '../../platform/log/log.ts'
import type { BlobStore } from '../blobs/blobStore.ts'
import { blobPath } from '../blobs/fileBlobStore.ts'
import { readBlobFile } from '../blobs/readBlobFile.ts'
import { formOf } from '../blobs/storedForm.ts'
import { type OpenedContext, openContext } from '../context/openContext.ts'
import { STORE_OF_COMMAND } from '../database/open.ts'
import { holdRestoredIn } from '../queue/holdQueue.ts'
import { restoreDeployment } from './deploymentFiles.ts'
import { DUMP, type Manifest, readManifest } from './manifest.ts'
import { loadPostgres } from './postgresTools.ts'
import { copyStore } from './restore.ts'
import { requireStore } from './verifyBackup.ts'

export interface BackupOpening {
  /** The settings of the installation, of which the folders and the database are not used. */
  readonly config: Config
  readonly log: Log
  /** A folder with room for a copy of the store, in which one is made and removed. */
  readonly workIn: string
  /** Of a backup of PostgreSQL: the address of an empty database into which its store is loaded. */
  readonly database: string | null
}

const FILE = 'yanshu.db'

/**
 * Opens a backup to be read, without restoring it: its store is copied and brought to the newest schema, files of mail are
 * read where they are. Nothing of the backup changes. Throws an `OperatorError` when it is none, or is damaged.
 */
export async function openBackup(folder: string, opening: BackupOpening): Promise<OpenedContext> {
  const manifest = await readManifest(folder)
  const dataFolder = await mkdtemp(path.join(opening.workIn, '.from-backup-'))
  const remove = () => rm(dataFolder, { recursive: true, force: true })
  try {
    const database = await storeOf(folder, manifest, opening.database, path.join(dataFolder, FILE))
    // The key that opens what the store keeps sealed.
    const keys = Object.entries(manifest.deployment).filter(([name]) => name.startsWith('keys/'))
    await restoreDeployment(folder, Object.fromEntries(keys), dataFolder)
    const config = { ...opening.config, dataFolder, database, s3: null }
    const { context, close } = await openContext({ config, log: opening.log, storeOptions: STORE_OF_COMMAND })
    return {
      context: { ...context, blobs: blobsOf(folder) },
      close: async () => {
        await close().finally(remove)
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Where a copy of the store is: a file, or the database that it was loaded into. */
async function storeOf(
  folder: string,
  { engine, store }: Manifest,
  database: string | null,
  file: string,
): Promise<string> {
  if (store === null)
    throw new OperatorError(`${folder} was made with --no-store: it does not have whose its files are`)
  if (engine === 'sqlite') {
    await copyStore(folder, store, file)
    return file
  }
  if (database === null) {
    throw new OperatorError(
      `${folder} was made of PostgreSQL. Name an empty database for a copy of its store with --scratch`,
    )
  }
  const dump = path.join(folder, DUMP)
  await requireStore(dump, store)
  await loadPostgres(database, dump)
  // A server that is started on it by mistake sends nothing.
  await holdRestoredIn(database)
  return database
}

/** The files of mail of a backup, to be read alone. */
function blobsOf(folder: string): BlobStore {
  const read: BlobStore['read'] = (hash, reading) => readBlobFile(hash, blobPath(folder, hash), reading)
  const refuse = async () => {
    throw new OperatorError(`${folder} is a backup: nothing is written to it`)
  }
  return {
    read,
    readAll: async (hash) => buffer(await read(hash)),
    holds: async (hash, size) => {
      const kept = await readFile(blobPath(folder, hash)).catch(() => null)
      return kept !== null && formOf(kept, kept.length).size === size
    },
    put: refuse,
    remove: refuse,
  }
}
