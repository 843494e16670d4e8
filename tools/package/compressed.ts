import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { TAR_END, type TarEntry, tarOf } from './tar.ts'

/** A part of an archive as a gzip member of its own: members may follow each other (RFC 1952, §2.2). */
export interface CompressedPart {
  readonly file: string
  readonly size: number
  /** SHA-256 of what the archive has until the end of this part, before compression; copy it to go on. */
  readonly hash: Hash
}

async function* hashed(chunks: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
}

async function* withEnd(chunks: AsyncIterable<Buffer>, end: boolean): AsyncGenerator<Buffer> {
  yield* chunks
  if (end) yield TAR_END
}

/** Writes entries, compressed, into a file. `after` is the part that they follow; `end` also ends the archive. */
export async function writePart(
  file: string,
  entries: Iterable<TarEntry>,
  { after, end }: { readonly after?: CompressedPart; readonly end: boolean },
): Promise<CompressedPart> {
  const hash = after?.hash.copy() ?? createHash('sha256')
  const chunks = hashed(withEnd(tarOf(entries), end), hash)
  await pipeline(Readable.from(chunks, { objectMode: false }), createGzip(), createWriteStream(file))
  return { file, size: statSync(file).size, hash }
}

/** The SHA-256 of files as one, in hexadecimal. */
export async function digestOf(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const file of files) for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}
