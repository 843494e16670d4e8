import fs from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { systemCode } from '../../platform/errors/systemCode.ts'
import type { BlobReading } from './blobStore.ts'
import { BlobMissingError } from './errors.ts'
import { decompressing, formOfFile, HEADER_BYTES, requireIntact } from './storedForm.ts'

/**
 * Reads a file that keeps a blob, or a part of its content. Throws `BlobMissingError`, and `BlobDamagedError` when it has
 * another length, before the first byte.
 */
export async function readBlobFile(
  hash: string,
  file: string,
  { range, size }: BlobReading = {},
  open: typeof fs.open = fs.open,
): Promise<Readable> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    throw systemCode(error) === 'ENOENT' ? new BlobMissingError(hash, { cause: error }) : error
  })
  try {
    const form = await formOfFile(handle)
    requireIntact(hash, form, size)
    if (form.compressed) return decompressing(handle.createReadStream({ start: HEADER_BYTES }), range)
    return handle.createReadStream({ start: range?.start ?? 0, end: range?.end ?? Number.POSITIVE_INFINITY })
  } catch (error) {
    await handle.close()
    throw error
  }
}
