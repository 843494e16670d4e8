import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { temporaryName } from '../../store/blobs/fileBlobStore.ts'

/** An archive has more entries than are gone over, or unpacks to more than it may. */
export class ArchiveTooLargeError extends Error {
  override readonly name = 'ArchiveTooLargeError'
}

/**
 * Bytes that may be unpacked of one archive, as more than its own: mail compresses to a tenth at best, and what claims more is
 * made to fill a disk.
 */
const UNPACKED_LEAST = 1_073_741_824
const UNPACKED_TIMES = 100
const UNPACKED_MOST = 68_719_476_736

export const unpackedMax = (archiveBytes: number): number =>
  Math.min(UNPACKED_MOST, Math.max(UNPACKED_LEAST, archiveBytes * UNPACKED_TIMES))

/** How many bytes are left of what may be unpacked; counted by what is read, whatever the archive claims. */
export class UnpackedBytes {
  #left: number

  constructor(most: number) {
    this.#left = most
  }

  /** Throws `ArchiveTooLargeError`. */
  async *counted(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of content) {
      this.#left -= piece.length
      if (this.#left < 0) throw new ArchiveTooLargeError('it unpacks to too much')
      yield piece
    }
  }
}

/**
 * A file that is there while `work` runs, under a name of its own: no name of an archive becomes a path. One of a server that
 * was killed is cleared by the next (`clearAbandoned`).
 */
export async function withTemporaryFile<T>(dataFolder: string, work: (file: string) => Promise<T>): Promise<T> {
  const folder = path.join(dataFolder, 'tmp')
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, `${temporaryName()}.mail`)
  try {
    return await work(file)
  } finally {
    await rm(file, { force: true })
  }
}

export const writeTo = (file: string, content: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> =>
  pipeline(content, createWriteStream(file), { signal })
