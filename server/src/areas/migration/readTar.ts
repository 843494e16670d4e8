import type { ArchiveEntry } from './archiveEntries.ts'

/** A tar archive (POSIX.1-2001, pax; and the long names of GNU) is made of blocks of so many bytes. */
const BLOCK = 512
/** Longer names and fields are not read: no path of a mail is. */
const FIELDS_MAX = 1_048_576

/** A header has no valid checksum, or a size that no file has. */
class TarDamagedError extends Error {
  override readonly name = 'TarDamagedError'
}

/** The regular files of a tar archive. What of one was not read is passed over before the next. Throws `TarDamagedError`. */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveEntry> {
  const bytes = new Bytes(source)
  let long = ''
  for (;;) {
    const header = await bytes.take(BLOCK)
    if (header === null || header.every((byte) => byte === 0)) return
    const { name, size, type } = headerOf(header)
    const padding = (BLOCK - (size % BLOCK)) % BLOCK
    if (type === 'L' || type === 'x') {
      const fields = size <= FIELDS_MAX ? await bytes.take(size) : null
      if (fields === null) throw new TarDamagedError('a name has no end')
      long = type === 'L' ? textOf(fields) : (paxPath(fields) ?? long)
      await bytes.skip(padding)
      continue
    }
    let left = size
    const content = async function* () {
      for await (const piece of bytes.pieces(left)) {
        left -= piece.length
        yield piece
      }
    }
    if (type === '0' || type === '\0' || type === '7') yield { name: long || name, size, content }
    if (type !== 'g') long = ''
    await bytes.skip(left + padding)
  }
}

function headerOf(header: Buffer): { name: string; size: number; type: string } {
  const sum = header.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 0x20 : byte), 0)
  if (octal(header.subarray(148, 156)) !== sum) throw new TarDamagedError('a header has another checksum')
  const prefix = header.subarray(257, 262).toString('latin1') === 'ustar' ? textOf(header.subarray(345, 500)) : ''
  const name = textOf(header.subarray(0, 100))
  const size = sizeOf(header.subarray(124, 136))
  if (!Number.isSafeInteger(size)) throw new TarDamagedError('a size is no number')
  return { name: prefix === '' ? name : `${prefix}/${name}`, size, type: String.fromCharCode(header[156] ?? 0) }
}

const octal = (field: Buffer): number => Number.parseInt(textOf(field).trim() || '0', 8)

/** Sizes of 8 GB and more are binary, marked by the first bit. */
function sizeOf(field: Buffer): number {
  if (((field[0] ?? 0) & 0x80) === 0) return octal(field)
  return Number(field.readBigUInt64BE(4))
}

const textOf = (field: Buffer): string => {
  const end = field.indexOf(0)
  return field.subarray(0, end < 0 ? field.length : end).toString('utf8')
}

/** The path of a pax header: lines of `length key=value`. */
const paxPath = (fields: Buffer): string | null => /^\d+ path=(.*)$/m.exec(fields.toString('utf8'))?.[1] ?? null

/** Bytes of a source, taken in pieces of any length. */
class Bytes {
  readonly #source: AsyncIterator<Uint8Array>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async #next(): Promise<boolean> {
    const { value, done } = await this.#source.next()
    if (done) return false
    this.#rest = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    return true
  }

  /** So many bytes as they come. Throws `TarDamagedError` where the source ends before. */
  async *pieces(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (this.#rest.length === 0 && !(await this.#next())) throw new TarDamagedError('it ends in the middle of a file')
      const piece = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(piece.length)
      left -= piece.length
      if (piece.length > 0) yield piece
    }
  }

  /** So many bytes together; null at the end of the source. Throws `TarDamagedError` where it ends in their middle. */
  async take(count: number): Promise<Buffer | null> {
    if (count > 0 && this.#rest.length === 0 && !(await this.#next())) return null
    const taken: Buffer[] = []
    for await (const piece of this.pieces(count)) taken.push(piece)
    return Buffer.concat(taken)
  }

  async skip(count: number): Promise<void> {
    for await (const _piece of this.pieces(count));
  }
}
