import { createHash, randomBytes } from 'node:crypto'
import fs, {
  copyFile,
  type FileHandle,
  link,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { isDiskFull, StorageFullError } from '../../platform/errors/diskFull.ts'
import { systemCode } from '../../platform/errors/systemCode.ts'
import type { KeptBlobs } from './blobStore.ts'
import { BlobMissingError, TooLargeError } from './errors.ts'
import { PACKED_MAX, type PackedBlobs } from './packedBlobs.ts'
import { readBlobFile } from './readBlobFile.ts'
import { contentOf, formOf, formOfFile, type StoredForm, storedForm, writeStored } from './storedForm.ts'

/** Blobs in a folder. */
export interface FileBlobStore extends KeptBlobs {
  /** Absolute path of a blob, whether it is there or not. Throws on anything but a SHA-256 in lower case hex. */
  pathOf(hash: string): string
}

/** The functions that write and read files. A test passes a disk that is full. */
export type BlobFiles = Pick<typeof fs, 'open' | 'rename' | 'utimes'>

const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1_000
const HASH = /^[0-9a-f]{64}$/
/** Folders below `blobs`, by the first two digits of what they hold: a million files are four thousand in each. */
const FOLDERS = Array.from({ length: 256 }, (_, number) => number.toString(16).padStart(2, '0'))

/** Where a blob lies below a data folder, or below a backup of one. */
export const blobPath = (dataFolder: string, hash: string): string =>
  path.join(dataFolder, 'blobs', hash.slice(0, 2), hash)

/** A name for a file that is being written; `clearAbandoned` reads from it whose it is. */
export const temporaryName = (): string =>
  `${os.hostname()}.${process.pid}.${Date.now()}.${randomBytes(4).toString('hex')}`

/** Between the name of a file of the sweeper and the hash of what it holds. */
const TAKEN_ASIDE = '.taken.'

export interface FileBlobOptions {
  /** The functions that write and read files. */
  readonly files?: BlobFiles | undefined
  /** What takes small blobs. Without it, and before there was one, each is a file of its own. Closed with the blobs. */
  readonly pack?: PackedBlobs | null
}

/**
 * Opens the blobs below `dataFolder`: content in `blobs/ab/<sha256>`, what is being written in `tmp`. Both lie in the same
 * file system, so that a blob appears whole or not at all. Removes what a crash left half written.
 */
export async function openFileBlobStore(
  dataFolder: string,
  { files = fs, pack = null }: FileBlobOptions = {},
): Promise<FileBlobStore> {
  const { open, rename, utimes } = files
  const root = path.join(dataFolder, 'blobs')
  const temporary = path.join(dataFolder, 'tmp')
  for (const folder of [dataFolder, root, temporary]) await mkdir(folder, { recursive: true })
  // Made now and synced to disk, so that writing a blob only has to sync its own name.
  const there = new Set(await readdir(root))
  await Promise.all(
    FOLDERS.filter((name) => !there.has(name)).map((name) => mkdir(path.join(root, name), { recursive: true })),
  )
  await syncFolder(root)
  await syncFolder(dataFolder)
  let serial = 0
  const temporaryPath = () => path.join(temporary, `${temporaryName()}.${serial++}`)

  const pathOf = (hash: string): string => blobPath(dataFolder, named(hash))

  /**
   * Whether the content is stored already; if so it counts as put just now, so that the sweeper keeps it. A file of
   * another length is not the content, whatever its name.
   */
  const touch = async (target: string, size: number): Promise<boolean> => {
    try {
      const now = new Date()
      await utimes(target, now, now)
      // The sweeper may have removed it in between; then it is written again.
      return (await stat(target)).size === size || (await formOfPath(target)).size === size
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return false
      throw error
    }
  }

  const settle = async (from: string, hash: string): Promise<void> => {
    const target = pathOf(hash)
    await rename(from, target)
    await syncFolder(path.dirname(target))
  }

  const writeTemporary = async (write: (file: FileHandle) => Promise<{ hash: string; size: number }>) => {
    const at = temporaryPath()
    try {
      const file = await open(at, 'wx')
      let written: { hash: string; size: number }
      try {
        written = await write(file)
        await file.sync()
      } finally {
        await file.close()
      }
      if (await touch(pathOf(written.hash), written.size)) await unlink(at)
      else await settle(at, written.hash)
      return written
    } catch (error) {
      await rm(at, { force: true })
      if (isDiskFull(error)) throw new StorageFullError({ cause: error })
      throw error
    }
  }

  const putBytes = async (content: Uint8Array, limit: number) => {
    if (content.length > limit) throw new TooLargeError(limit)
    const hash = createHash('sha256').update(content).digest('hex')
    const put = { hash, size: content.length }
    if (pack && content.length <= PACKED_MAX) {
      await pack.put(hash, content)
      return put
    }
    if (await touch(pathOf(hash), content.length)) return put
    return writeTemporary(async (file) => {
      await writeAll(file, await storedForm(content))
      return put
    })
  }

  const putStream = async (content: AsyncIterable<Uint8Array>, limit: number) => {
    const rest = content[Symbol.asyncIterator]()
    try {
      const chunks: Uint8Array[] = []
      for (let size = 0; pack && size <= PACKED_MAX && size <= limit; ) {
        const next = await rest.next()
        if (next.done) return await putBytes(Buffer.concat(chunks), limit)
        chunks.push(next.value)
        size += next.value.length
      }
      return await putLong(joined(chunks, rest), limit)
    } finally {
      await rest.return?.()
    }
  }

  const putLong = (content: AsyncIterable<Uint8Array>, limit: number) =>
    writeTemporary(async (file) => {
      const digest = createHash('sha256')
      let size = 0
      const measured = async function* () {
        for await (const chunk of content) {
          size += chunk.length
          if (size > limit) throw new TooLargeError(limit)
          digest.update(chunk)
          yield chunk
        }
      }
      await writeStored(file, measured())
      return { hash: digest.digest('hex'), size }
    })

  // A crash of the sweeper must not delete what another call relied on at the same moment: the file is put back, and the
  // next sweep decides.
  await clearAbandoned(temporary, async (file) => {
    const hash = file.slice(file.indexOf(TAKEN_ASIDE) + TAKEN_ASIDE.length)
    if (file.includes(TAKEN_ASIDE) && HASH.test(hash)) await settle(file, hash)
    else await rm(file, { force: true })
  })

  return {
    pathOf,
    put: (content, limit = Number.POSITIVE_INFINITY) =>
      content instanceof Uint8Array ? putBytes(content, limit) : putStream(content, limit),

    async read(hash, reading = {}) {
      const { range, size } = reading
      const packed = pack?.find(named(hash))
      if (packed) {
        const content = await contentOf(hash, packed, size)
        return Readable.from([range ? content.subarray(range.start, range.end + 1) : content], { objectMode: false })
      }
      return readBlobFile(hash, pathOf(hash), reading, open)
    },

    async holds(hash, size) {
      const packed = pack?.find(named(hash))
      if (packed && formOf(packed, packed.length).size === size) return true
      const found = await formOfPath(pathOf(hash)).catch(() => null)
      return found?.size === size
    },

    async readAll(hash) {
      try {
        return await contentOf(hash, pack?.find(named(hash)) ?? (await readFile(pathOf(hash))))
      } catch (error) {
        if (systemCode(error) === 'ENOENT') throw new BlobMissingError(hash, { cause: error })
        throw error
      }
    },

    async remove(hash) {
      pack?.remove(named(hash))
      await rm(pathOf(hash), { force: true })
    },

    async copyTo(hash, file) {
      const packed = pack?.find(named(hash))
      if (packed) return writeFile(file, packed)
      try {
        await linkOrCopy(pathOf(hash), file)
      } catch (error) {
        if (systemCode(error) === 'ENOENT') throw new BlobMissingError(hash, { cause: error })
        throw error
      }
    },

    placeOf: (hash) => (pack?.find(named(hash)) ? `${pack.place} (${hash})` : pathOf(hash)),

    close: async () => pack?.close(),

    async removeUnlessPutSince(hash, before) {
      const packed = pack?.remove(named(hash), before) ?? null
      const target = pathOf(hash)
      const aside = `${temporaryPath()}${TAKEN_ASIDE}${hash}`
      try {
        if ((await stat(target)).mtimeMs >= before) return packed
        // Set aside first: a `put` of the same content from here on writes it again instead of relying on this file.
        await rename(target, aside)
        const { mtimeMs, size } = await stat(aside)
        if (mtimeMs >= before) {
          await settle(aside, hash)
          return packed
        }
        await unlink(aside)
        return size + (packed ?? 0)
      } catch (error) {
        if (systemCode(error) === 'ENOENT') return packed
        throw error
      }
    },

    async *list([which, of] = [0, 1]) {
      for (const [index, name] of FOLDERS.entries()) {
        if (index % of !== which % of) continue
        if (pack) yield* pack.list(index)
        for (const hash of await readdir(path.join(root, name))) {
          if (!HASH.test(hash)) continue
          const found = await stat(pathOf(hash)).catch(() => null)
          if (found) yield { hash, size: found.size, putAt: found.mtimeMs }
        }
      }
    },
  }
}

/** A hash that is safe in a path. */
function named(hash: string): string {
  if (!HASH.test(hash)) throw new BlobMissingError(hash)
  return hash
}

async function formOfPath(path: string): Promise<StoredForm> {
  const file = await fs.open(path, 'r')
  try {
    return await formOfFile(file)
  } finally {
    await file.close()
  }
}

async function* joined(chunks: Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks.splice(0)
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP'].includes(systemCode(error))) throw error
    await copyFile(from, to)
  }
}

async function writeAll(file: FileHandle, content: Uint8Array): Promise<void> {
  for (let at = 0; at < content.length; ) {
    const { bytesWritten } = await file.write(content, at, content.length - at)
    at += bytesWritten
  }
}

/** A new name in a folder is safe only when the folder itself is on disk. */
async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders, and needs none of this.
  if (process.platform === 'win32') return
  const handle = await fs.open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * When a file of {@link temporaryName} was begun, in epoch milliseconds; 0 for any other name. A blob that the sweeper has
 * set aside keeps the time of its content, so the time of the file alone would show it as abandoned.
 */
const begunAt = (name: string): number => Number(/\.\d+\.(\d{13})\.[0-9a-f]{8}\b/.exec(name)?.[1] ?? 0)

/**
 * Clears half-written files of processes that are gone. Files of living processes (an import beside the server) and of
 * other machines on a shared disk stay until they are a day old.
 */
export async function clearAbandoned(temporary: string, clear: (file: string) => Promise<void>): Promise<void> {
  const startedAt = Date.now() - process.uptime() * 1_000
  for (const name of await readdir(temporary)) {
    const file = path.join(temporary, name)
    const found = await stat(file).catch(() => null)
    if (!found?.isFile()) continue
    const prefix = `${os.hostname()}.`
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('.')[0]) : Number.NaN
    const usedAt = Math.max(found.mtimeMs, begunAt(name))
    const dead = Number.isInteger(pid) && (pid === process.pid ? usedAt < startedAt : !isAlive(pid))
    if (!dead && usedAt >= Date.now() - ABANDONED_AFTER_MS) continue
    await clear(file).catch((error: unknown) => {
      // Another process that opens the blobs at this moment has cleared it.
      if (systemCode(error) !== 'ENOENT') throw error
    })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return systemCode(error) === 'EPERM'
  }
}
