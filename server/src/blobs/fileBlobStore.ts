import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, unlink, utimes } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { BlobStore } from '../context.ts'
import { BlobMissingError, isDiskFull, StorageFullError, systemCode, TooLargeError } from './errors.ts'

/** A blob as it lies on disk. */
export interface StoredBlob {
  readonly hash: string
  readonly size: number
  /** When it was last put, in epoch milliseconds. */
  readonly putAt: number
}

/** What the sweeper, the backup and the tests need beyond what the parts of the server are handed. */
export interface FileBlobStore extends BlobStore {
  /** Absolute path of a blob, whether it is there or not. Throws on anything but a SHA-256 in lower case hex. */
  pathOf(hash: string): string
  /** Every blob on disk, in no particular order. */
  list(): AsyncIterable<StoredBlob>
  /**
   * Removes a blob unless somebody put it since `before`. Safe beside a `put` of the same content at the same moment,
   * in this process or another: that `put` finds the blob or writes it anew.
   */
  removeUnlessPutSince(hash: string, before: number): Promise<boolean>
}

const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1_000
const HASH = /^[0-9a-f]{64}$/
/** Folders below `blobs`, by the first two digits of what they hold: a million files are four thousand in each. */
const FOLDERS = Array.from({ length: 256 }, (_, number) => number.toString(16).padStart(2, '0'))

/** Where a blob lies below a data folder, or below a backup of one. */
export const blobPath = (dataFolder: string, hash: string): string =>
  path.join(dataFolder, 'blobs', hash.slice(0, 2), hash)

/** Between the name of a file of the sweeper and the hash of what it holds. */
const TAKEN_ASIDE = '.taken.'

/**
 * Opens the blobs below `dataFolder`: content in `blobs/ab/<sha256>`, what is being written in `tmp`. Both lie in the same
 * file system, so that a blob appears whole or not at all. Removes what a crash left half written.
 */
export async function openFileBlobStore(dataFolder: string): Promise<FileBlobStore> {
  const root = path.join(dataFolder, 'blobs')
  const temporary = path.join(dataFolder, 'tmp')
  for (const folder of [dataFolder, root, temporary]) await mkdir(folder, { recursive: true })
  // Made now and put on disk, so that a blob has to see to its own name only.
  const there = new Set(await readdir(root))
  await Promise.all(
    FOLDERS.filter((name) => !there.has(name)).map((name) => mkdir(path.join(root, name), { recursive: true })),
  )
  await syncFolder(root)
  await syncFolder(dataFolder)
  let serial = 0
  const own = `${os.hostname()}.${process.pid}.`
  const temporaryPath = () => path.join(temporary, `${own}${Date.now()}.${serial++}.${randomBytes(4).toString('hex')}`)

  const pathOf = (hash: string): string => {
    if (!HASH.test(hash)) throw new BlobMissingError(hash)
    return blobPath(dataFolder, hash)
  }

  /** Whether the content is stored already; if so it counts as put just now, which keeps the sweeper away. */
  const touch = async (target: string): Promise<boolean> => {
    try {
      const now = new Date()
      await utimes(target, now, now)
      // The sweeper may have taken it away in between; then it is written again.
      await stat(target)
      return true
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

  const writeTemporary = async (write: (file: FileHandle) => Promise<string>): Promise<void> => {
    const at = temporaryPath()
    try {
      const file = await open(at, 'wx')
      let hash: string
      try {
        hash = await write(file)
        await file.sync()
      } finally {
        await file.close()
      }
      if (await touch(pathOf(hash))) await unlink(at)
      else await settle(at, hash)
    } catch (error) {
      await rm(at, { force: true })
      if (isDiskFull(error)) throw new StorageFullError({ cause: error })
      throw error
    }
  }

  const putBytes = async (content: Uint8Array, limit: number) => {
    if (content.length > limit) throw new TooLargeError(limit)
    const hash = createHash('sha256').update(content).digest('hex')
    if (!(await touch(pathOf(hash)))) {
      await writeTemporary(async (file) => {
        await writeAll(file, content)
        return hash
      })
    }
    return { hash, size: content.length }
  }

  const putStream = async (content: AsyncIterable<Uint8Array>, limit: number) => {
    const digest = createHash('sha256')
    let size = 0
    let hash = ''
    await writeTemporary(async (file) => {
      for await (const chunk of content) {
        size += chunk.length
        if (size > limit) throw new TooLargeError(limit)
        digest.update(chunk)
        await writeAll(file, chunk)
      }
      hash = digest.digest('hex')
      return hash
    })
    return { hash, size }
  }

  // A crash of the sweeper must not cost what somebody relied on at the same moment: back with it, the next sweep decides.
  await clearAbandoned(temporary, async (file) => {
    const hash = file.slice(file.indexOf(TAKEN_ASIDE) + TAKEN_ASIDE.length)
    if (file.includes(TAKEN_ASIDE) && HASH.test(hash)) await settle(file, hash)
    else await rm(file, { force: true })
  })

  return {
    pathOf,
    put: (content, limit = Number.POSITIVE_INFINITY) =>
      content instanceof Uint8Array ? putBytes(content, limit) : putStream(content, limit),

    async read(hash, range): Promise<Readable> {
      const stream = createReadStream(pathOf(hash), range ? { start: range.start, end: range.end } : {})
      await new Promise<void>((resolve, reject) => {
        stream.once('open', () => resolve())
        stream.once('error', (error) =>
          reject(systemCode(error) === 'ENOENT' ? new BlobMissingError(hash, { cause: error }) : error),
        )
      })
      return stream
    },

    async readAll(hash) {
      try {
        return await readFile(pathOf(hash))
      } catch (error) {
        if (systemCode(error) === 'ENOENT') throw new BlobMissingError(hash, { cause: error })
        throw error
      }
    },

    async remove(hash) {
      await rm(pathOf(hash), { force: true })
    },

    async removeUnlessPutSince(hash, before) {
      const target = pathOf(hash)
      const aside = `${temporaryPath()}${TAKEN_ASIDE}${hash}`
      try {
        if ((await stat(target)).mtimeMs >= before) return false
        // Taken aside first: whoever puts the same content from here on writes it anew instead of relying on this file.
        await rename(target, aside)
        if ((await stat(aside)).mtimeMs >= before) {
          await settle(aside, hash)
          return false
        }
        await unlink(aside)
        return true
      } catch (error) {
        if (systemCode(error) === 'ENOENT') return false
        throw error
      }
    },

    async *list() {
      for (const name of FOLDERS) {
        for (const hash of await readdir(path.join(root, name))) {
          if (!HASH.test(hash)) continue
          const found = await stat(pathOf(hash)).catch(() => null)
          if (found) yield { hash, size: found.size, putAt: found.mtimeMs }
        }
      }
    },
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
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Clears half-written files of processes that are gone. Files of living processes (an import beside the server) and of
 * other machines on a shared disk stay until they are a day old.
 */
async function clearAbandoned(temporary: string, clear: (file: string) => Promise<void>): Promise<void> {
  const startedAt = Date.now() - process.uptime() * 1_000
  for (const name of await readdir(temporary)) {
    const file = path.join(temporary, name)
    const found = await stat(file).catch(() => null)
    if (!found?.isFile()) continue
    const prefix = `${os.hostname()}.`
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('.')[0]) : Number.NaN
    const dead = Number.isInteger(pid) && (pid === process.pid ? found.mtimeMs < startedAt : !isAlive(pid))
    if (dead || found.mtimeMs < Date.now() - ABANDONED_AFTER_MS) await clear(file)
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
