import path from 'node:path'
import { fileFailure } from '../../platform/config/fileFailure.ts'
import { OperatorError } from '../../platform/errors/operatorError.ts'
import { systemCode } from '../../platform/errors/systemCode.ts'
import { blobPath } from '../blobs/fileBlobStore.ts'
import { checkedBlob } from './checkedBlob.ts'
import { hashOf } from './hashOf.ts'
import { DUMP, readManifest, STORE } from './manifest.ts'

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
export async function verifyBackup(
  folder: string,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<BackupCheck> {
  const manifest = await readManifest(folder)
  const damaged: string[] = []
  const unreadable: string[] = []
  const note = (file: string) => (error: unknown) => {
    if (error instanceof OperatorError) damaged.push(`${file}: its content is not what it was`)
    else if (systemCode(error) === 'ENOENT') damaged.push(`${file}: it is gone`)
    else unreadable.push(`${file}: it cannot be read: ${fileFailure(error)}`)
  }
  const verify = (file: string, hash: string) => requireStore(path.join(folder, file), hash).catch(note(file))
  if (manifest.store !== null) await verify(manifest.engine === 'postgres' ? DUMP : STORE, manifest.store)
  for (const [file, hash] of Object.entries(manifest.deployment)) await verify(file, hash)
  let done = 0
  for await (const [hash] of manifest.files()) {
    const file = blobPath(folder, hash)
    await checkedBlob(file, hash).catch(note(path.relative(folder, file)))
    onProgress(++done, manifest.count)
  }
  return { blobs: manifest.count, madeAt: manifest.madeAt, damaged, unreadable }
}

/** Throws an `OperatorError` when a file has another hash than the manifest has for it. */
export async function requireStore(file: string, hash: string): Promise<void> {
  if ((await hashOf(file)).hash === hash) return
  throw new OperatorError(`${file} is damaged: its content is not what the manifest says`)
}
