import { type FileHandle, open } from 'node:fs/promises'
import { pipeline as join, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { zstdCompressSync, zstdDecompressSync } from '../../platform/zlibSync.mjs'
import { BlobDamagedError } from './errors.ts'

/**
 * How content is kept: as it is, or compressed by zstd behind a header, where that saves a tenth at least. Content that
 * begins like the header is always kept compressed; so the first bytes say which of both it is, and what versions before
 * this one kept as it is stays readable.
 */
const MARK = Buffer.from([0x89, 0x59, 0x53, 0x5a, 0x0d, 0x0a, 0x1a, 0x01])
/** The mark, then the bytes of the content and of all that is kept, as 64-bit numbers. */
export const HEADER_BYTES = 24
/** What is shorter is kept as it is: most of it would be header. */
const SHORTEST = 256
const KEPT_OF_CONTENT = 0.9
/** Bytes by which it is decided whether content of any length is compressed. */
const SAMPLE_BYTES = 64 * 1_024
/** Compressed and unpacked where it is asked for; longer ones by the threads of Node. */
const IN_PLACE_MAX = 256 * 1_024

const compress = promisify(zlib.zstdCompress)
const decompress = promisify(zlib.zstdDecompress)

export interface StoredForm {
  readonly compressed: boolean
  /** Bytes of the content; NaN when what is kept has not the length in its header. */
  readonly size: number
}

/**
 * The form of something kept, read from its first `HEADER_BYTES`.
 * @param kept bytes of all that is kept
 */
export function formOf(beginning: Uint8Array, kept: number): StoredForm {
  if (!isMarked(beginning)) return { compressed: false, size: kept }
  const header = Buffer.from(beginning.buffer, beginning.byteOffset, beginning.byteLength)
  if (header.length < HEADER_BYTES) return { compressed: true, size: Number.NaN }
  const size = Number(header.readBigUInt64LE(8))
  return { compressed: true, size: Number(header.readBigUInt64LE(16)) === kept ? size : Number.NaN }
}

const isMarked = (bytes: Uint8Array): boolean =>
  bytes.length >= MARK.length && MARK.compare(bytes, 0, MARK.length) === 0

/** Throws `BlobDamagedError` when a blob is cut short, or its content is not as long as it should be. */
export function requireIntact(hash: string, { size }: StoredForm, expected = size): void {
  // NaN, of what is cut short, is not equal to itself.
  if (size !== expected) throw new BlobDamagedError(hash, size, expected)
}

/** Content as it is to be kept. */
export async function storedForm(content: Uint8Array): Promise<Uint8Array> {
  if (content.length <= IN_PLACE_MAX) return shortStoredForm(content)
  if (!isWorthIt(content.subarray(0, SAMPLE_BYTES))) return content
  return withHeader(content.length, await compress(content))
}

/** The same at once, for what is short. */
export function shortStoredForm(content: Uint8Array): Uint8Array {
  const marked = isMarked(content)
  if (content.length < SHORTEST && !marked) return content
  const kept = withHeader(content.length, zstdCompressSync(content))
  return marked || kept.length < content.length * KEPT_OF_CONTENT ? kept : content
}

/** The content of what is kept of a blob. Throws `BlobDamagedError`. */
export async function contentOf(hash: string, kept: Uint8Array, expected?: number): Promise<Uint8Array> {
  const form = formOf(kept, kept.length)
  requireIntact(hash, form, expected)
  if (!form.compressed) return kept
  const packed = kept.subarray(HEADER_BYTES)
  return form.size <= IN_PLACE_MAX ? zstdDecompressSync(packed) : decompress(packed)
}

/** The content of a file that keeps a blob. Throws `BlobDamagedError` when it is cut short; other damage ends the stream. */
export async function readStoredFile(hash: string, path: string): Promise<Readable> {
  const file = await open(path, 'r')
  try {
    const form = await formOfFile(file)
    requireIntact(hash, form)
    return form.compressed ? decompressing(file.createReadStream({ start: HEADER_BYTES })) : file.createReadStream()
  } catch (error) {
    await file.close()
    throw error
  }
}

/** What the first bytes of an open file say of it. */
export async function formOfFile(file: FileHandle): Promise<StoredForm> {
  const [{ size }, { buffer, bytesRead }] = await Promise.all([
    file.stat(),
    file.read(new Uint8Array(HEADER_BYTES), 0, HEADER_BYTES, 0),
  ])
  return formOf(buffer.subarray(0, bytesRead), size)
}

/** Writes content of any length to a new file as it is to be kept, holding little of it in memory. */
export async function writeStored(file: FileHandle, content: AsyncIterable<Uint8Array>): Promise<void> {
  let at = 0
  const write = async (bytes: Uint8Array) => {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at)
      done += bytesWritten
      at += bytesWritten
    }
  }
  const rest = content[Symbol.asyncIterator]()
  try {
    const { sample, ended } = await takeSample(rest)
    if (ended) return await write(await storedForm(sample))
    if (!isWorthIt(sample)) {
      await write(sample)
      for (let next = await rest.next(); !next.done; next = await rest.next()) await write(next.value)
      return
    }
    let size = sample.length
    const counted = async function* () {
      yield sample
      for (let next = await rest.next(); !next.done; next = await rest.next()) {
        size += next.value.length
        yield next.value
      }
    }
    at = HEADER_BYTES
    await pipeline(counted, zlib.createZstdCompress(), async (packed: AsyncIterable<Uint8Array>) => {
      for await (const bytes of packed) await write(bytes)
    })
    const kept = at
    at = 0
    await write(headerOf(size, kept))
  } finally {
    await rest.return?.()
  }
}

/**
 * The content of what is kept compressed.
 * @param source what is kept, without its header
 * @param range positions in the content; `end` is inclusive
 */
export function decompressing(source: Readable, range?: { readonly start: number; readonly end: number }): Readable {
  const content = zlib.createZstdDecompress()
  // What goes wrong reaches the reader through `content`, and a reader that leaves closes the source.
  join(source, content, () => {})
  return range ? Readable.from(partOf(content, range), { objectMode: false }) : content
}

async function* partOf(content: AsyncIterable<Uint8Array>, range: { readonly start: number; readonly end: number }) {
  let at = 0
  for await (const bytes of content) {
    const part = bytes.subarray(Math.max(0, range.start - at), Math.max(0, range.end + 1 - at))
    if (part.length > 0) yield part
    at += bytes.length
    if (at > range.end) return
  }
}

async function takeSample(content: AsyncIterator<Uint8Array>): Promise<{ sample: Buffer; ended: boolean }> {
  const chunks: Uint8Array[] = []
  for (let size = 0; size < SAMPLE_BYTES; ) {
    const next = await content.next()
    if (next.done) return { sample: Buffer.concat(chunks), ended: true }
    chunks.push(next.value)
    size += next.value.length
  }
  return { sample: Buffer.concat(chunks), ended: false }
}

/** Whether the beginning of content shows that compressing it saves room. */
const isWorthIt = (sample: Uint8Array): boolean =>
  isMarked(sample) || zstdCompressSync(sample).length < sample.length * KEPT_OF_CONTENT

function withHeader(size: number, packed: Uint8Array): Buffer {
  const kept = HEADER_BYTES + packed.length
  return Buffer.concat([headerOf(size, kept), packed], kept)
}

function headerOf(size: number, kept: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  MARK.copy(header)
  header.writeBigUInt64LE(BigInt(size), 8)
  header.writeBigUInt64LE(BigInt(kept), 16)
  return header
}
