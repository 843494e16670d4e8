import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly content: string | Uint8Array
}

/** A ZIP archive (APPNOTE 6.3) with UTF-8 names and the same bytes for the same entries: every file is of 2026-01-01. */
export function zipArchive(entries: readonly ZipEntry[]): Uint8Array {
  const DOS_DATE = ((2026 - 1980) << 9) | (1 << 5) | 1
  const chunks: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name, 'utf8')
    const content = Buffer.from(entry.content)
    const packed = deflateRawSync(content)
    // Version 2.0, names in UTF-8 (bit 11), deflate: common to the local and the central record.
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x0800, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt16LE(DOS_DATE, 8)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(content.length, 18)
    common.writeUInt16LE(name.length, 22)
    const central = Buffer.alloc(14)
    central.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, central, name)
    chunks.push(Buffer.from('PK\x03\x04', 'latin1'), common, name, packed)
    offset += 4 + common.length + name.length + packed.length
  }
  const listing = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listing.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...chunks, listing, end])
}
