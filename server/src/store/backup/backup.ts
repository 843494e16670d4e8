import { link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from '../../platform/config/makeFolder.ts'
import { OperatorError } from '../../platform/errors/operatorError.ts'
import { systemCode } from '../../platform/errors/systemCode.ts'
import { namesOf } from '../blobs/blobOwners.ts'
import type { KeptBlobs } from '../blobs/blobStore.ts'
import { BlobMissingError } from '../blobs/errors.ts'
import { blobPath } from '../blobs/fileBlobStore.ts'
import { openBlobStore } from '../blobs/openBlobStore.ts'
import type { Context } from '../context/context.ts'
import { checkedBlob } from './checkedBlob.ts'
import { copyDeployment } from './deploymentFiles.ts'
import { hashOf } from './hashOf.ts'
import {
  DUMP,
  LIST,
  type ListedBlob,
  ListWriter,
  MANIFEST,
  type Manifest,
  noBlobs,
  readList,
  readManifest,
  STORE,
  writeManifest,
} from './manifest.ts'
import { dumpPostgres } from './postgresTools.ts'

/** A file of mail that could not be backed up, because it is missing or its content does not fit its name. */
export interface LostFile {
  readonly hash: string
  readonly path: string
  readonly reason: string
  /** Where it is used: names of files and people, subjects of mails. The first few. */
  readonly names: readonly string[]
}

export interface MadeBackup {
  readonly blobs: number
  readonly bytes: number
  /** How many of the files were linked from an earlier backup, without being read. */
  readonly linked: number
  readonly lost: readonly LostFile[]
}

export interface BackupOptions {
  /** False leaves the database out, where it is kept by other means. */
  readonly withStore?: boolean
  /** The folder of an earlier backup, whose files are linked; without it each file is read and checked. */
  readonly since?: string | null
  readonly onProgress?: (done: number, total: number) => void
}

interface Copying {
  readonly context: Context
  readonly files: KeptBlobs
  readonly folder: string
  readonly failed: Map<string, string>
  readonly onProgress: (done: number) => void
  linked: number
}

/**
 * Copies everything into an empty folder while the server runs: files of mail, the store, and what operators deployed. The
 * files come first and once more after the store, so that every file the copied store names is there; the manifest comes
 * last, so that a folder without one is no backup. An earlier backup is never written to: both have the same files under
 * two names, and each can be deleted alone.
 * A file that is gone or damaged is left out and reported; all the others are backed up. What an earlier backup has is
 * neither looked for in the store nor read. Memory does not grow with the number of files. Throws a sentence when the
 * folder is not empty, or `since` is no backup.
 */
export async function createBackup(
  context: Context,
  folder: string,
  { withStore = true, since = null, onProgress = () => {} }: BackupOptions = {},
): Promise<MadeBackup> {
  const earlier = since === null ? null : { folder: since, manifest: await readManifest(since) }
  await requireNew(folder)
  const files = await openBlobStore(context.config)
  try {
    const { count } = await context.store.db
      .selectFrom('blob')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    const report = (done: number) => onProgress(Math.min(done, count), count)
    const copying = { context, files, folder, failed: new Map(), onProgress: report, linked: 0 }
    return await copyEverything(copying, withStore, earlier)
  } finally {
    await files.close()
  }
}

interface Earlier {
  readonly folder: string
  readonly manifest: Manifest
}

async function copyEverything(copying: Copying, withStore: boolean, earlier: Earlier | null): Promise<MadeBackup> {
  const { context, files, folder, failed } = copying
  const list = path.join(folder, LIST)
  let blobs = await copyKnown(copying, noBlobs(), earlier, list)
  const target = path.join(folder, context.store.backupTo ? STORE : DUMP)
  if (withStore) {
    await (context.store.backupTo?.(target) ?? dumpPostgres(context.config.database, target))
    const first = `${list}.first`
    await rename(list, first)
    blobs = await copyKnown(copying, readList(first), null, list)
    await rm(first)
  }
  const store = withStore ? (await hashOf(target)).hash : null
  const deployment = await copyDeployment(context.config.dataFolder, folder)
  await writeManifest(folder, {
    madeAt: new Date().toISOString(),
    engine: context.store.engine,
    store,
    deployment,
    blobs,
  })
  const lost = await describeLost(context, files, failed)
  return { blobs: blobs.count, bytes: blobs.bytes, linked: copying.linked, lost }
}

/**
 * Copies the files that the store has now, and writes the list of them together with those that are copied already.
 * @param copied what the folder has, in the order of the hashes
 */
async function copyKnown(copying: Copying, copied: AsyncGenerator<ListedBlob>, earlier: Earlier | null, list: string) {
  const written = await ListWriter.open(list)
  const known = earlier ? lookup(earlier.manifest.files()) : null
  try {
    let there = await copied.next()
    for await (const hash of hashesOf(copying.context)) {
      for (; !there.done && there.value[0] < hash; there = await copied.next()) await written.add(there.value)
      if ((!there.done && there.value[0] === hash) || copying.failed.has(hash)) continue
      const before = (await known?.(hash)) ?? null
      const size = before !== null && (await linkFrom(copying, earlier, hash)) ? before : await copyOne(copying, hash)
      if (size !== null) await written.add([hash, size])
      copying.onProgress(written.count)
    }
    for (; !there.done; there = await copied.next()) await written.add(there.value)
    return await written.end()
  } finally {
    await written.close()
  }
}

/** Finds sizes in a list by hashes that are asked for in their order. */
function lookup(listed: AsyncGenerator<ListedBlob>): (hash: string) => Promise<number | null> {
  let at: IteratorResult<ListedBlob> | null = null
  return async (hash) => {
    at ??= await listed.next()
    while (!at.done && at.value[0] < hash) at = await listed.next()
    return !at.done && at.value[0] === hash ? at.value[1] : null
  }
}

const ROWS_AT_ONCE = 1_000

/** The hashes of all files of mail, in their order. */
async function* hashesOf({ store }: Context): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const rows = await store.db
      .selectFrom('blob')
      .select('hash')
      .where('hash', '>', after)
      .orderBy('hash')
      .limit(ROWS_AT_ONCE)
      .execute()
    for (const { hash } of rows) yield hash
    after = rows.at(-1)?.hash ?? after
    if (rows.length < ROWS_AT_ONCE) return
  }
}

/** Gives a file of an earlier backup a second name; false where that is not there, or lies on another disk. */
async function linkFrom(copying: Copying, earlier: Earlier | null, hash: string): Promise<boolean> {
  if (!earlier) return false
  const target = blobPath(copying.folder, hash)
  await mkdir(path.dirname(target), { recursive: true })
  try {
    await link(blobPath(earlier.folder, hash), target)
    copying.linked++
    return true
  } catch (error) {
    if (!['ENOENT', 'EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP'].includes(systemCode(error))) throw error
    return false
  }
}

/** The bytes of the content of a file that is now in the backup; null where it is lost. */
async function copyOne({ files, folder, failed }: Copying, hash: string): Promise<number | null> {
  const target = blobPath(folder, hash)
  await mkdir(path.dirname(target), { recursive: true })
  try {
    await files.copyTo(hash, target)
    return (await checkedBlob(target, hash)).size
  } catch (error) {
    const isOfThisFile = error instanceof OperatorError || error instanceof BlobMissingError
    if (!isOfThisFile && !['EIO', 'EACCES'].includes(systemCode(error))) throw error
    await rm(target, { force: true })
    failed.set(hash, reasonOf(error))
    return null
  }
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

/** Makes the folder. Throws an `OperatorError` when something is in it. */
async function requireNew(folder: string): Promise<void> {
  await makeFolder(folder)
  const there = await readdir(folder)
  if (there.length === 0) return
  const isUnfinished = there.includes('blobs') && !there.includes(MANIFEST)
  throw new OperatorError(
    isUnfinished
      ? `${folder} has a backup that was ended before it was whole. Delete that folder, or name a new one`
      : `${folder} is not empty. Name a new folder`,
  )
}

/** The newest whole backup among the folders beside `folder`; null where there is none. */
export async function newestBackupBeside(folder: string): Promise<string | null> {
  const above = path.dirname(path.resolve(folder))
  const entries = await readdir(above, { withFileTypes: true }).catch(() => [])
  const found: { readonly folder: string; readonly at: number }[] = []
  for (const entry of entries) {
    const one = path.join(above, entry.name)
    const manifest = entry.isDirectory() ? await stat(path.join(one, MANIFEST)).catch(() => null) : null
    if (manifest?.isFile()) found.push({ folder: one, at: manifest.mtimeMs })
  }
  for (const { folder: one } of found.sort((a, b) => b.at - a.at)) {
    if (await readManifest(one).catch(() => null)) return one
  }
  return null
}
