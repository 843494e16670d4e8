import { isUtf8 as isUtf8Bytes } from 'node:buffer'
import yauzl from 'yauzl'

/** Entries of one archive that are read. */
const ENTRIES_MAX = 10_000
/** Bytes that are unpacked of one archive. */
const UNPACKED_MAX = 64 * 1_024 * 1_024

/** An archive in memory, by the names of its entries. */
export interface ZipFile {
  readonly names: readonly string[]
  /** The bytes of an entry as they are unpacked; null where there is none, or it is encrypted. */
  read(name: string): Promise<AsyncIterable<Uint8Array> | null>
}

const ZIP = Buffer.from('PK\x03\x04')

export const isZip = (bytes: Buffer): boolean => bytes.subarray(0, ZIP.length).equals(ZIP)

/** Names of one archive that are shown. */
const LISTED_MAX = 2_000
const UTF8_NAMES = 0x0800

/** What lies in an archive. Names without the mark of UTF-8 are that where they can be, else GB 18030, as of Chinese Windows. */
export async function listZip(bytes: Buffer) {
  const file = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: false })
  const entries: { name: string; size: number }[] = []
  for await (const { fileNameRaw, generalPurposeBitFlag, uncompressedSize } of file.eachEntry()) {
    if (entries.length >= LISTED_MAX) break
    const isUtf8 = (generalPurposeBitFlag & UTF8_NAMES) !== 0 || isUtf8Bytes(fileNameRaw)
    const name = new TextDecoder(isUtf8 ? 'utf-8' : 'gb18030').decode(fileNameRaw)
    if (!name.endsWith('/')) entries.push({ name, size: uncompressedSize })
  }
  return { entries, isCut: file.entriesRead < file.entryCount }
}

/** What is unpacked of a file is more than is read of one. */
export class UnpackedTooLargeError extends Error {}

/** Opens a ZIP file. What an entry claims about its size is not trusted. Throws where it is none. */
export async function openZip(bytes: Buffer): Promise<ZipFile> {
  const file = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true })
  const entries = new Map<string, yauzl.Entry>()
  for await (const entry of file.eachEntry()) {
    if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry)
    if (entries.size >= ENTRIES_MAX) break
  }
  let unpacked = 0
  async function* counted(content: AsyncIterable<Uint8Array>) {
    for await (const piece of content) {
      unpacked += piece.length
      if (unpacked > UNPACKED_MAX) throw new UnpackedTooLargeError()
      yield piece
    }
  }
  return {
    names: [...entries.keys()],
    read: async (name) => {
      const entry = entries.get(name)
      if (!entry || entry.isEncrypted()) return null
      return counted(await file.openReadStreamPromise(entry))
    },
  }
}
