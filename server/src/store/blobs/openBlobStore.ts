import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Config } from '../../platform/config/config.ts'
import { OperatorError } from '../../platform/errors/operatorError.ts'
import { engineOf } from '../database/engine.ts'
import { storeFailure } from '../database/storeFailure.ts'
import type { KeptBlobs } from './blobStore.ts'
import { isBucketSilent } from './errors.ts'
import { type BlobFiles, openFileBlobStore } from './fileBlobStore.ts'
import { openPackedBlobs, type PackedBlobs } from './packedBlobs.ts'

/** Where blobs are kept, as plain data that a thread can be given. */
export interface BlobPlace extends Pick<Config, 'dataFolder' | 's3'> {
  /** The store beside them. With a file of SQLite, small blobs lie together in a file beside it. */
  readonly database?: string
}

/** Several servers on one PostgreSQL share the folder, which may lie on a disk where SQLite cannot lock. */
function packBeside(database: string | undefined): PackedBlobs | null {
  if (database === undefined || engineOf(database) === 'postgres') return null
  const file = `${database}-blobs`
  try {
    return openPackedBlobs(new DatabaseSync(file))
  } catch (error) {
    throw storeFailure(file, error)
  }
}

/** A store that kept its blobs in the folder until now would miss the small ones. */
function requireNothingPacked(database: string | undefined): void {
  if (database === undefined || engineOf(database) === 'postgres' || !existsSync(`${database}-blobs`)) return
  throw new OperatorError(
    `${database}-blobs holds files of mail that are not in the bucket. Take YANSHU_S3 away, make a backup, and restore it into a new data folder with YANSHU_S3`,
  )
}

/**
 * The blobs where the settings say: in a bucket, or else in the data folder.
 * @param files what writes and reads the folder
 * @throws {OperatorError} when there is a bucket, and small blobs lie beside the store
 */
export async function openBlobStore({ dataFolder, s3, database }: BlobPlace, files?: BlobFiles): Promise<KeptBlobs> {
  if (!s3) return openFileBlobStore(dataFolder, { files, pack: packBeside(database) })
  requireNothingPacked(database)
  // Loaded only where it is used.
  const { openS3BlobStore } = await import('./s3BlobStore.ts')
  return openS3BlobStore(s3, dataFolder)
}

/** Checks whether blobs can be kept in the bucket, where there is one, and changes nothing. Throws an `OperatorError`. */
export async function requireBlobPlace({ s3 }: Pick<BlobPlace, 's3'>): Promise<void> {
  if (!s3) return
  const { requireBucket } = await import('./s3BlobStore.ts')
  await requireBucket(s3)
}

/** A failure of the bucket as a sentence that names it; any other error as it is. */
export function bucketFailure(error: unknown, { s3 }: Pick<BlobPlace, 's3'>): unknown {
  if (!s3 || !isBucketSilent(error)) return error
  return new OperatorError(
    `The bucket ${s3.url} (YANSHU_S3) does not answer: ${error instanceof Error ? error.message : String(error)}. Try again when it does`,
  )
}
