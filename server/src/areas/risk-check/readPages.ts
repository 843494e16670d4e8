import type { Context } from '../../store/context/context.ts'
import { isPage } from './attachmentRules.ts'

/** Pages of one mail whose content is read, and the bytes of one. */
const PAGES_MAX = 3
const PAGE_SIZE_MAX = 128 * 1_024

interface StoredFile {
  readonly id: string
  readonly name: string
  readonly blob_hash: string
}

/** The beginning of the pages and drawings among the files of a mail, by the file's id. One that is gone has none. */
export async function readPages(
  { blobs }: Pick<Context, 'blobs'>,
  files: readonly StoredFile[],
): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>()
  for (const { id, blob_hash } of files.filter(({ name }) => isPage(name)).slice(0, PAGES_MAX)) {
    const bytes = await beginningOf(blobs, blob_hash)
    if (bytes) pages.set(id, textOf(bytes))
  }
  return pages
}

/** The first bytes of stored content; null where it is gone. */
async function beginningOf(blobs: Context['blobs'], hash: string): Promise<Buffer | null> {
  try {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of await blobs.read(hash)) {
      chunks.push(Buffer.from(chunk))
      size += chunk.length
      if (size >= PAGE_SIZE_MAX) break
    }
    return Buffer.concat(chunks).subarray(0, PAGE_SIZE_MAX)
  } catch {
    return null
  }
}

/** Tags are plain letters in every charset but UTF-16, which is read with or without its mark. */
const textOf = (bytes: Buffer): string => {
  const text =
    bytes[0] === 0xfe && bytes[1] === 0xff ? Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16() : bytes
  return (text[0] === 0xff && text[1] === 0xfe ? text.toString('utf16le') : text.toString('utf8')).replaceAll('\0', '')
}
