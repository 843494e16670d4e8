const SECTOR = 512
const SMALL = 64
const SMALL_LIMIT = 4_096
const END = 0xfffffffe
const FREE = 0xffffffff

/** Streams and folders of a compound file. */
export interface CompoundTree {
  readonly [name: string]: Buffer | CompoundTree
}

interface Row {
  readonly name: string
  readonly kind: 1 | 2 | 5
  readonly content: Buffer
  right: number
  child: number
}

function rowsOf(tree: CompoundTree): Row[] {
  const rows: Row[] = [{ name: 'Root Entry', kind: 5, content: Buffer.alloc(0), right: FREE, child: FREE }]
  const add = (branch: CompoundTree): number => {
    let next = FREE
    for (const [name, value] of Object.entries(branch).toReversed()) {
      const isStream = Buffer.isBuffer(value)
      const child = isStream ? FREE : add(value)
      rows.push({ name, kind: isStream ? 2 : 1, content: isStream ? value : Buffer.alloc(0), right: next, child })
      next = rows.length - 1
    }
    return next
  }
  const first = add(tree)
  const [root] = rows
  if (root) root.child = first
  return rows
}

const padded = (bytes: Buffer, to: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((to - (bytes.length % to)) % to)])

/** A compound file (MS-CFB, version 3) with these streams and folders. */
export function compoundFile(tree: CompoundTree): Buffer {
  const rows = rowsOf(tree)
  const sectors: Buffer[] = []
  const next: number[] = []
  /** Writes a chain of sectors. Answers the first. */
  const chain = (content: Buffer): number => {
    if (content.length === 0) return END
    const first = sectors.length
    const all = padded(content, SECTOR)
    for (let at = 0; at < all.length; at += SECTOR) {
      sectors.push(all.subarray(at, at + SECTOR))
      next.push(sectors.length)
    }
    next[next.length - 1] = END
    return first
  }
  const small: Buffer[] = []
  const smallNext: number[] = []
  const smallChain = (content: Buffer): number => {
    const first = smallNext.length
    const all = padded(content, SMALL)
    small.push(all)
    for (let at = 0; at < all.length; at += SMALL) smallNext.push(smallNext.length + 1)
    if (all.length > 0) smallNext[smallNext.length - 1] = END
    return all.length > 0 ? first : END
  }
  const starts = rows.map(({ kind, content }) =>
    kind !== 2 ? 0 : content.length < SMALL_LIMIT ? smallChain(content) : chain(content),
  )
  const smallContent = Buffer.concat(small)
  starts[0] = chain(smallContent)
  const smallTable = Buffer.alloc(smallNext.length * 4)
  for (const [at, to] of smallNext.entries()) smallTable.writeUInt32LE(to, at * 4)
  const smallStart = chain(padded(smallTable, SECTOR))
  const names = rows.map((row, at) => {
    const entry = Buffer.alloc(128)
    const size = at === 0 ? smallContent.length : row.content.length
    entry.write(row.name, 'utf16le')
    entry.writeUInt16LE(row.name.length * 2 + 2, 64)
    entry[66] = row.kind
    entry[67] = 1
    for (const [offset, value] of [
      [68, FREE],
      [72, row.right],
      [76, row.child],
      [116, starts[at] ?? END],
      [120, size],
    ] as const) {
      entry.writeUInt32LE(value, offset)
    }
    return entry
  })
  const nameStart = chain(Buffer.concat(names))
  // The table itself has places in itself.
  const tables = Math.ceil((sectors.length + Math.ceil(sectors.length / 127)) / 128)
  const table = Buffer.alloc(tables * SECTOR, 0xff)
  for (const [at, to] of next.entries()) table.writeUInt32LE(to, at * 4)
  for (let at = 0; at < tables; at++) table.writeUInt32LE(0xfffffffd, (sectors.length + at) * 4)
  const header = Buffer.alloc(SECTOR, 0xff)
  header.fill(0, 0, 76)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.writeUInt16LE(0x3e, 24)
  header.writeUInt16LE(3, 26)
  header.writeUInt16LE(0xfffe, 28)
  header.writeUInt16LE(9, 30)
  header.writeUInt16LE(6, 32)
  header.writeUInt32LE(tables, 44)
  header.writeUInt32LE(nameStart, 48)
  header.writeUInt32LE(SMALL_LIMIT, 56)
  header.writeUInt32LE(smallStart, 60)
  header.writeUInt32LE(smallStart === END ? 0 : Math.ceil(smallTable.length / SECTOR), 64)
  header.writeUInt32LE(END, 68)
  header.writeUInt32LE(0, 72)
  for (let at = 0; at < tables; at++) header.writeUInt32LE(sectors.length + at, 76 + at * 4)
  return Buffer.concat([header, ...sectors, table])
}

const wide = (text: string) => Buffer.from(text, 'utf16le')

/** A time as Windows counts it. */
export function windowsTime(at: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(at + 11_644_473_600_000) * 10_000n)
  return bytes
}

/** Fixed properties as they stand in a `.msg`: a head of so many bytes, then a row for each. */
export const msgProperties = (head: number, rows: readonly (readonly [tag: number, value: Buffer])[]): Buffer =>
  Buffer.concat([
    Buffer.alloc(head),
    ...rows.map(([tag, value]) => {
      const row = Buffer.alloc(16)
      row.writeUInt32LE(tag)
      value.copy(row, 8)
      return row
    }),
  ])

/** Streams of text of a `.msg` by the numbers of their properties. */
export const msgTexts = (texts: Readonly<Record<string, string>>): CompoundTree =>
  Object.fromEntries(Object.entries(texts).map(([property, text]) => [`__substg1.0_${property}001F`, wide(text)]))

/** A file of a letter in `winmail.dat` (MS-OXTNEF): its attributes by level, number and content. */
export function tnefFile(attributes: readonly (readonly [level: number, id: number, data: Buffer])[]): Buffer {
  const head = Buffer.from([0x78, 0x9f, 0x3e, 0x22, 1, 0])
  const parts = attributes.map(([level, id, data]) => {
    const part = Buffer.alloc(9)
    part[0] = level
    part.writeUInt32LE(id, 1)
    part.writeUInt32LE(data.length, 5)
    const sum = Buffer.alloc(2)
    sum.writeUInt16LE(data.reduce((all, byte) => (all + byte) & 0xffff, 0))
    return Buffer.concat([part, data, sum])
  })
  return Buffer.concat([head, ...parts])
}

/** Properties of `winmail.dat`: of fixed length, or text and bytes with their length. */
export function tnefProperties(rows: readonly (readonly [tag: number, value: Buffer])[]): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32LE(rows.length)
  const parts = rows.map(([tag, value]) => {
    const head = Buffer.alloc(4)
    head.writeUInt32LE(tag)
    if (![0x001e, 0x001f, 0x0102].includes(tag & 0xffff)) return Buffer.concat([head, value])
    const sizes = Buffer.alloc(8)
    sizes.writeUInt32LE(1)
    sizes.writeUInt32LE(value.length, 4)
    return Buffer.concat([head, sizes, padded(value, 4)])
  })
  return Buffer.concat([count, ...parts])
}
