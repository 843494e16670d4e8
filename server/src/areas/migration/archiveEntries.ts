import { isUtf8 } from 'node:buffer'
import { createReadStream, type ReadStream } from 'node:fs'
import { crc32, createGunzip } from 'node:zlib'
import yauzl from 'yauzl'
import { readTar } from './readTar.ts'
import { ArchiveTooLargeError, UnpackedBytes } from './unpackTo.ts'

/** A file in an archive. Its content is read before the next entry is asked for, or not at all. */
export interface ArchiveEntry {
  readonly name: string
  /** Bytes as the archive claims them; what is read may be more. */
  readonly size: number
  content(): Promise<AsyncIterable<Uint8Array>> | AsyncIterable<Uint8Array>
}

export type ArchiveKind = 'zip' | 'tar' | 'tar.gz'

const UTF8_NAMES = 0x0800
const TAR_MARK_AT = 257
/** Bytes by which a file is known. */
export const BEGINNING = 512

/** It cannot be read as what it seems to be. */
export class ArchiveDamagedError extends Error {
  override readonly name = 'ArchiveDamagedError'
}

const ENTRIES_MAX = 500_000

/** What kind of archive a file is by its first 512 bytes; null for none. */
export function archiveKind(beginning: Buffer): ArchiveKind | null {
  if (beginning.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) return 'zip'
  if (beginning[0] === 0x1f && beginning[1] === 0x8b) return 'tar.gz'
  return beginning.subarray(TAR_MARK_AT, TAR_MARK_AT + 5).toString('latin1') === 'ustar' ? 'tar' : null
}

const PACKED_TAR = /\.(?:tar\.gz|tgz)$/i

/**
 * The name of the one file that a gzip file (RFC 1952) has packed, which is no tar archive; null for one that is, by its name or
 * by what it has packed, and for one that cannot be unpacked.
 */
export async function packedAlone(file: string, name: string): Promise<string | null> {
  if (PACKED_TAR.test(name)) return null
  const source = createReadStream(file)
  try {
    let beginning = Buffer.alloc(0)
    for await (const piece of unpackedFrom(source)) {
      beginning = Buffer.concat([beginning, piece])
      if (beginning.length > BEGINNING) break
    }
    return archiveKind(beginning) === 'tar' ? null : name.replace(/\.gz$/i, '')
  } catch {
    return null
  } finally {
    source.destroy()
  }
}

/** What a gzip file has packed, `most` bytes of it. Throws `ArchiveTooLargeError`, `ArchiveDamagedError`. */
export async function* unpackedFile(file: string, most: number): AsyncGenerator<Uint8Array> {
  const source = createReadStream(file)
  try {
    yield* new UnpackedBytes(most).counted(unpackedFrom(source))
  } catch (error) {
    throw error instanceof ArchiveTooLargeError ? error : new ArchiveDamagedError(String(error), { cause: error })
  } finally {
    source.destroy()
  }
}

function unpackedFrom(source: ReadStream): AsyncIterable<Buffer> {
  const unpacked = createGunzip()
  source.on('error', (error) => unpacked.destroy(error))
  return source.pipe(unpacked)
}

/**
 * The files of an archive, one after the other. What is packed as a whole is unpacked for their names, `most` bytes of it.
 * Throws `ArchiveTooLargeError`, `ArchiveDamagedError`.
 */
export async function* archiveEntries(file: string, kind: ArchiveKind, most: number): AsyncGenerator<ArchiveEntry> {
  let entries = 0
  try {
    for await (const entry of kind === 'zip' ? zipEntries(file) : tarEntries(file, kind, most)) {
      if (++entries > ENTRIES_MAX) throw new ArchiveTooLargeError(`more than ${ENTRIES_MAX} entries`)
      yield entry
    }
  } catch (error) {
    throw error instanceof ArchiveTooLargeError ? error : new ArchiveDamagedError(String(error), { cause: error })
  }
}

/** Names without the mark of UTF-8 are that where they can be, else GB 18030, as of Chinese Windows. */
async function* zipEntries(file: string): AsyncGenerator<ArchiveEntry> {
  const zip = await yauzl.openPromise(file, { lazyEntries: true, decodeStrings: false, autoClose: false })
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileNameRaw, generalPurposeBitFlag, uncompressedSize } = entry
      const utf8 = (generalPurposeBitFlag & UTF8_NAMES) !== 0 || isUtf8(fileNameRaw)
      const name = new TextDecoder(utf8 ? 'utf-8' : 'gb18030').decode(fileNameRaw)
      if (name.endsWith('/')) continue
      yield {
        name,
        size: uncompressedSize,
        content: async () => {
          if (entry.isEncrypted()) throw new ArchiveDamagedError('it is encrypted')
          return whole(await zip.openReadStreamPromise(entry), entry.crc32)
        },
      }
    }
  } finally {
    zip.close()
  }
}

/** The content of an entry, whose checksum is that of the archive. Throws `ArchiveDamagedError` at its end. */
async function* whole(content: AsyncIterable<Uint8Array>, checksum: number): AsyncGenerator<Uint8Array> {
  let sum = 0
  for await (const piece of content) {
    sum = crc32(piece, sum)
    yield piece
  }
  if (sum !== checksum) throw new ArchiveDamagedError('its checksum is another one')
}

async function* tarEntries(file: string, kind: 'tar' | 'tar.gz', most: number): AsyncGenerator<ArchiveEntry> {
  const source = createReadStream(file)
  try {
    if (kind === 'tar') {
      yield* readTar(source)
      return
    }
    yield* readTar(new UnpackedBytes(most).counted(unpackedFrom(source)))
  } finally {
    source.destroy()
  }
}
