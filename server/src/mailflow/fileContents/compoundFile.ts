import { FileUnreadableError } from './fileErrors.ts'

const SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const HEADER_BYTES = 512
const ENTRY_BYTES = 128
/** Sectors of the allocation table that the header itself names. */
const TABLES_IN_HEADER = 109
/** From here on, numbers of sectors mean something else: the end of a chain, a free one. */
const LAST_SECTOR = 0xfffffffa
const NO_ENTRY = 0xffffffff
const ENTRIES_MAX = 20_000

/** A stream or a folder of streams inside of a compound file. */
interface Entry {
  readonly name: string
  readonly kind: 'storage' | 'stream' | 'root'
  readonly left: number
  readonly right: number
  readonly child: number
  readonly start: number
  readonly size: number
}

export const isCompoundFile = (bytes: Buffer): boolean => bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)

/** A folder of a compound file: its streams and folders by their names. */
export interface CompoundFolder {
  readonly streams: ReadonlyMap<string, () => Buffer>
  readonly folders: ReadonlyMap<string, () => CompoundFolder>
}

/**
 * Opens a compound file (MS-CFB), in which Outlook keeps a mail. Chains of sectors and the tree of names are followed no
 * further than the file is long, so circles end. Throws `FileUnreadableError`.
 */
export function openCompoundFile(bytes: Buffer): CompoundFolder {
  if (!isCompoundFile(bytes) || bytes.length < HEADER_BYTES) throw new FileUnreadableError('no compound file')
  const shift = bytes.readUInt16LE(0x1e)
  if (shift !== 9 && shift !== 12) throw new FileUnreadableError('the size of its sectors')
  const file = new Sectors(bytes, 1 << shift)
  const entries = entriesOf(file.chain(bytes.readUInt32LE(0x30)))
  const root = entries.find((entry): entry is Entry => entry.kind === 'root')
  if (!root) throw new FileUnreadableError('it has no root')
  const small = file.small(root.start)
  const content = ({ start, size }: Entry) => (size < small.limit ? small.read(start, size) : file.read(start, size))
  const folderAt = (first: number): CompoundFolder => {
    const streams = new Map<string, () => Buffer>()
    const folders = new Map<string, () => CompoundFolder>()
    for (const entry of siblings(entries, first)) {
      if (entry.kind === 'stream') streams.set(entry.name, () => content(entry))
      else if (entry.kind === 'storage') folders.set(entry.name, () => folderAt(entry.child))
    }
    return { streams, folders }
  }
  return folderAt(root.child)
}

/** The content of a compound file by its sectors. */
class Sectors {
  readonly #bytes: Buffer
  readonly #size: number
  readonly #next: Uint32Array

  constructor(bytes: Buffer, size: number) {
    this.#bytes = bytes
    this.#size = size
    this.#next = this.#table()
  }

  /** A chain of sectors whole. */
  chain(start: number): Buffer {
    return Buffer.concat(this.#sectors(start, this.#next.length).map((at) => this.#sector(at)))
  }

  /** The first bytes of a chain. */
  read(start: number, size: number): Buffer {
    const count = Math.ceil(Math.min(size, this.#bytes.length) / this.#size)
    return Buffer.concat(this.#sectors(start, count).map((at) => this.#sector(at))).subarray(0, size)
  }

  /** What is below the limit of whole sectors lies in small ones, inside of one chain. */
  small(start: number) {
    const size = 1 << Math.min(this.#bytes.readUInt16LE(0x20), 12)
    const limit = this.#bytes.readUInt32LE(0x38)
    const next = words(this.chain(this.#bytes.readUInt32LE(0x3c)))
    const all = this.chain(start)
    const read = (from: number, length: number) => {
      const parts: Buffer[] = []
      for (let at = from; at < next.length && parts.length * size < length; at = next[at] ?? LAST_SECTOR) {
        parts.push(all.subarray(at * size, (at + 1) * size))
      }
      return Buffer.concat(parts).subarray(0, length)
    }
    return { limit, read }
  }

  #sector(at: number): Buffer {
    // Sectors count from behind the header, which has the place of one.
    return this.#bytes.subarray((at + 1) * this.#size, (at + 2) * this.#size)
  }

  #sectors(start: number, most: number): number[] {
    const found: number[] = []
    for (let at = start; at < this.#next.length && found.length < most; at = this.#next[at] ?? LAST_SECTOR) {
      found.push(at)
    }
    return found
  }

  /** Which sector follows which. */
  #table(): Uint32Array {
    const most = Math.ceil(this.#bytes.length / this.#size)
    const places: number[] = []
    const add = (place: number) => {
      if (place < LAST_SECTOR && places.length < most) places.push(place)
    }
    for (let at = 0; at < TABLES_IN_HEADER; at++) add(this.#bytes.readUInt32LE(0x4c + at * 4))
    let further = this.#bytes.readUInt32LE(0x44)
    for (let step = 0; further < most && step < most; step++) {
      const list = words(this.#sector(further))
      for (const place of list.subarray(0, -1)) add(place)
      further = list.at(-1) ?? LAST_SECTOR
    }
    return words(Buffer.concat(places.map((place) => this.#sector(place)))).subarray(0, most)
  }
}

/** Whole numbers of 32 bits, the low byte first; a copy, because the bytes may begin anywhere. */
function words(bytes: Buffer): Uint32Array {
  const read = new Uint32Array(Math.floor(bytes.length / 4))
  for (let at = 0; at < read.length; at++) read[at] = bytes.readUInt32LE(at * 4)
  return read
}

const KINDS: Readonly<Record<number, Entry['kind']>> = { 1: 'storage', 2: 'stream', 5: 'root' }

function entriesOf(bytes: Buffer): (Entry | NoEntry)[] {
  const entries: (Entry | NoEntry)[] = []
  for (let at = 0; at + ENTRY_BYTES <= bytes.length && entries.length < ENTRIES_MAX; at += ENTRY_BYTES) {
    const row = bytes.subarray(at, at + ENTRY_BYTES)
    const kind = KINDS[row[66] ?? 0]
    const length = Math.min(64, row.readUInt16LE(64))
    entries.push(
      kind === undefined
        ? NOTHING
        : {
            name: row.toString('utf16le', 0, Math.max(0, length - 2)),
            kind,
            left: row.readUInt32LE(68),
            right: row.readUInt32LE(72),
            child: row.readUInt32LE(76),
            start: row.readUInt32LE(116),
            size: row.readUInt32LE(120),
          },
    )
  }
  return entries
}

/** A place of the list of names that is free. */
interface NoEntry {
  readonly kind: 'none'
}
const NOTHING: NoEntry = { kind: 'none' }

/** The entries of one folder, which stand in a tree. */
function siblings(entries: readonly (Entry | NoEntry)[], first: number): Entry[] {
  const found: Entry[] = []
  const seen = new Set<number>()
  const waiting = [first]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const entry = at === NO_ENTRY ? undefined : entries[at]
    if (entry === undefined || entry.kind === 'none' || seen.has(at)) continue
    seen.add(at)
    found.push(entry)
    waiting.push(entry.left, entry.right)
  }
  return found
}
