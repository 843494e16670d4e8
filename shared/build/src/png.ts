import { crc32, deflateSync } from 'node:zlib'

export type Colour = readonly [red: number, green: number, blue: number]

/** The bytes of a colour written as `#2456d6`. */
export function colourOf(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16)
  if (!/^#[0-9a-f]{6}$/i.test(hex)) throw new Error(`"${hex}" is not a colour`)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([size, named, check])
}

/** A square picture as a PNG file (RFC 2083): `ground` with `ink` on it where `coverage` says so. */
export function encodePng(size: number, coverage: Float64Array, ground: Colour, ink: Colour): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  // Eight bits a channel, red green blue.
  header.set([8, 2, 0, 0, 0], 8)
  const stride = size * 3 + 1
  const rows = Buffer.alloc(stride * size)
  for (const [index, share] of coverage.entries()) {
    const at = Math.floor(index / size) * stride + 1 + (index % size) * 3
    const mixed = ground.map((value, channel) => Math.round(value + ((ink[channel] ?? 0) - value) * Math.min(1, share)))
    rows.set(mixed, at)
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', new Uint8Array()),
  ])
}
