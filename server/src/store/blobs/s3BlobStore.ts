import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as wait } from 'node:timers/promises'
import { BucketError, BucketFullError, type BucketSettings, openBucket } from '@yanshu/s3'
import { isDiskFull, StorageFullError } from '../../platform/errors/diskFull.ts'
import { OperatorError } from '../../platform/errors/operatorError.ts'
import type { KeptBlobs } from './blobStore.ts'
import { BlobMissingError, TooLargeError } from './errors.ts'
import { clearAbandoned, temporaryName } from './fileBlobStore.ts'
import { decompressing, formOf, HEADER_BYTES, requireIntact, storedForm, writeStored } from './storedForm.ts'

/** Bytes sent at once; what is longer is written to disk first, and sent in parts of this size (10,000 at most). */
const PART_SIZE = 8 * 1_024 * 1_024
const HASH = /^[0-9a-f]{64}$/
const FOLDERS = Array.from({ length: 256 }, (_, number) => number.toString(16).padStart(2, '0'))

/** How often, and how many times, a `put` checks whether the sweeper has finished with the same content. */
const SWEEP_LOOK_MS = 200
const SWEEP_LOOKS = 50
/**
 * A note of the sweeper that is older than this was left by one that has ended: S3 refuses a request that was signed
 * more than 15 minutes ago, so that no removal can follow.
 */
const NOTE_HOLDS_MS = 20 * 60 * 1_000

/** The blob's name in the bucket: as below a data folder, so that one can be copied to the other. */
const keyOf = (hash: string): string => {
  if (!HASH.test(hash)) throw new BlobMissingError(hash)
  return `blobs/${hash.slice(0, 2)}/${hash}`
}
/** The key of the note that the sweeper is about to remove a blob. */
const noteOf = (hash: string): string => `sweeping/${hash}`

/** Checks a bucket without changing it. Throws an `OperatorError` when it cannot be reached or refuses. */
export async function requireBucket(settings: BucketSettings): Promise<void> {
  try {
    for await (const _ of openBucket(settings).list('sweeping/')) break
  } catch (error) {
    const reason = error instanceof BucketError ? error.message : 'it does not answer'
    throw new OperatorError(
      `The bucket ${settings.url} cannot be used: ${reason}. Correct YANSHU_S3, or see to the bucket and the rights of its key`,
    )
  }
}

/**
 * Blobs in a bucket with the protocol of Amazon S3 and answers with what was written last (as all but old ones
 * do). `put` always writes, also what is there already, which keeps the sweeper away from it.
 * @param dataFolder what is longer than one part stands in its `tmp` until it is sent
 */
export async function openS3BlobStore(settings: BucketSettings, dataFolder: string): Promise<KeptBlobs> {
  const bucket = openBucket(settings)
  const temporary = path.join(dataFolder, 'tmp')
  await mkdir(temporary, { recursive: true })
  await clearAbandoned(temporary, (file) => rm(file, { force: true }))

  const isNoted = async (hash: string): Promise<boolean> => {
    const note = await bucket.head(noteOf(hash))
    return note !== null && note.age < NOTE_HOLDS_MS
  }

  /** Writes until the blob is certainly there, whatever the sweeper does at the same moment. */
  const settle = async (hash: string, write: () => Promise<unknown>): Promise<void> => {
    for (let looks = 0; looks < SWEEP_LOOKS; ) {
      await write().catch((error: unknown) => {
        throw error instanceof BucketFullError ? new StorageFullError({ cause: error }) : error
      })
      // A sweeper that notes after this sees what was just written, and leaves it; one that noted before may not have.
      for (; looks < SWEEP_LOOKS && (await isNoted(hash)); looks++) await wait(SWEEP_LOOK_MS)
      if (looks < SWEEP_LOOKS && (await bucket.head(keyOf(hash)))) return
      looks++
    }
    throw new Error(`blob ${hash} is being swept all the time`)
  }

  const putBytes = async (content: Uint8Array) => {
    const hash = createHash('sha256').update(content).digest('hex')
    const kept = new Uint8Array(await storedForm(content))
    await settle(hash, () => bucket.put(keyOf(hash), kept))
    return { hash, size: content.length }
  }

  /** Puts what is longer than one part: by way of a file, since a name is needed before anything can be sent. */
  const putLong = async (content: AsyncIterable<Uint8Array>, limit: number) => {
    const at = path.join(temporary, temporaryName())
    try {
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
      const file = await open(at, 'wx')
      try {
        await writeStored(file, measured())
      } finally {
        await file.close()
      }
      const hash = digest.digest('hex')
      await settle(hash, () => bucket.putParts(keyOf(hash), partsOf(at)))
      return { hash, size }
    } catch (error) {
      throw isDiskFull(error) ? new StorageFullError({ cause: error }) : error
    } finally {
      await rm(at, { force: true })
    }
  }

  const putStream = async (content: AsyncIterable<Uint8Array>, limit: number) => {
    const chunks: Uint8Array[] = []
    let size = 0
    const rest = content[Symbol.asyncIterator]()
    try {
      while (size <= PART_SIZE) {
        const next = await rest.next()
        if (next.done) return await putBytes(Buffer.concat(chunks))
        size += next.value.length
        if (size > limit) throw new TooLargeError(limit)
        chunks.push(next.value)
      }
      return await putLong(joined(chunks, { [Symbol.asyncIterator]: () => rest }), limit)
    } finally {
      await rest.return?.()
    }
  }

  /** What is kept, or a part of it, with the length of all that is kept; no body where the part is empty. */
  const get = async (hash: string, range?: { start: number; end: number }) => {
    const answer = await bucket.get(keyOf(hash), range)
    if (answer.status === 404) {
      await answer.body?.cancel()
      throw new BlobMissingError(hash)
    }
    // 416: a range of what is empty, or behind its end.
    const body = answer.status === 416 ? null : answer.body
    if (!body) await answer.body?.cancel()
    return { kept: wholeSize(answer), body: body ? Readable.fromWeb(body as ReadableStream<Uint8Array>) : null }
  }

  /** How a blob is kept: its first bytes say so. */
  const formIn = async (hash: string) => {
    const { kept, body } = await get(hash, { start: 0, end: HEADER_BYTES - 1 })
    return { kept, form: formOf(body ? await buffer(body) : new Uint8Array(), kept) }
  }

  const readPart = async (hash: string, range: { start: number; end: number }, size?: number): Promise<Readable> => {
    const { kept, form } = await formIn(hash)
    requireIntact(hash, form, size)
    if (!form.compressed) return (await get(hash, range)).body ?? Readable.from([])
    const { body } = await get(hash, { start: HEADER_BYTES, end: kept - 1 })
    return decompressing(body ?? Readable.from([]), range)
  }

  const read: KeptBlobs['read'] = async (hash, { range, size } = {}) => {
    if (range) return readPart(hash, range, size)
    const { kept, body } = await get(hash)
    if (!body) return Readable.from([])
    try {
      const [beginning, rest] = await splitAt(body, HEADER_BYTES)
      const form = formOf(beginning, kept)
      requireIntact(hash, form, size)
      return form.compressed ? decompressing(rest) : Readable.from(joined([beginning], rest), { objectMode: false })
    } catch (error) {
      body.destroy()
      throw error
    }
  }

  const copyTo: KeptBlobs['copyTo'] = async (hash, file) => {
    const { body } = await get(hash)
    await pipeline(body ?? Readable.from([]), createWriteStream(file, { flags: 'wx' }))
  }

  return {
    put: async (content, limit = Number.POSITIVE_INFINITY) => {
      if (!(content instanceof Uint8Array)) return putStream(content, limit)
      if (content.length > limit) throw new TooLargeError(limit)
      return content.length > PART_SIZE ? putLong(only(content), limit) : putBytes(content)
    },
    read,
    async readAll(hash) {
      const chunks: Uint8Array[] = []
      for await (const chunk of await read(hash)) chunks.push(chunk)
      return Buffer.concat(chunks)
    },
    async holds(hash, size) {
      try {
        return (await formIn(hash)).form.size === size
      } catch (error) {
        if (error instanceof BlobMissingError) return false
        throw error
      }
    },
    remove: (hash) => bucket.remove(keyOf(hash)),
    placeOf: (hash) => bucket.addressOf(keyOf(hash)),
    copyTo,
    close: async () => {},

    async removeUnlessPutSince(hash, before) {
      // Noted first: a `put` of the same content from here on waits for the end of this, and checks again.
      await bucket.put(noteOf(hash), new Uint8Array())
      try {
        const found = await bucket.head(keyOf(hash))
        if (!found || found.changedAt >= before) return null
        await bucket.remove(keyOf(hash))
        return found.size
      } finally {
        await bucket.remove(noteOf(hash))
      }
    },

    async *list([which, of] = [0, 1]) {
      for (const [index, folder] of FOLDERS.entries()) {
        if (index % of !== which % of) continue
        for await (const { key, size, changedAt } of bucket.list(`blobs/${folder}/`)) {
          const hash = key.slice(key.lastIndexOf('/') + 1)
          if (HASH.test(hash)) yield { hash, size, putAt: changedAt }
        }
      }
    },
  }
}

/** How long the whole is of which an answer holds all or a part. */
function wholeSize(answer: Response): number {
  const range = /\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1]
  return Number(range ?? answer.headers.get('content-length'))
}

async function* only(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
}

async function* joined(chunks: Uint8Array[], rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks.splice(0)
  yield* rest
}

/** The first bytes of a stream, and the rest of it. */
async function splitAt(source: Readable, length: number): Promise<[Uint8Array, Readable]> {
  const chunks = source[Symbol.asyncIterator]()
  const taken: Uint8Array[] = []
  let size = 0
  while (size < length) {
    const next: IteratorResult<Uint8Array, unknown> = await chunks.next()
    if (next.done) break
    taken.push(next.value)
    size += next.value.length
  }
  const beginning = Buffer.concat(taken)
  const rest = joined([beginning.subarray(length)], { [Symbol.asyncIterator]: () => chunks })
  return [beginning.subarray(0, length), Readable.from(rest, { objectMode: false })]
}

async function* partsOf(file: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const handle: FileHandle = await open(file, 'r')
  try {
    for (let at = 0; ; ) {
      const part = new Uint8Array(PART_SIZE)
      let filled = 0
      for (let read = 1; read > 0 && filled < PART_SIZE; filled += read) {
        read = (await handle.read(part, filled, PART_SIZE - filled, at + filled)).bytesRead
      }
      if (filled === 0) return
      at += filled
      yield part.subarray(0, filled)
    }
  } finally {
    await handle.close()
  }
}
