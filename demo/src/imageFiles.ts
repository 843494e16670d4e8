import { crc32, deflateSync } from 'node:zlib'

/** A chart-like picture: bars of the given heights (0 to 1) on white, as PNG. */
export function pngFile(
  width: number,
  height: number,
  bars: readonly number[],
  rgb: readonly [number, number, number],
): Uint8Array {
  const rows = Buffer.alloc((width * 3 + 1) * height, 0xff)
  const slot = Math.max(1, Math.floor(width / Math.max(1, bars.length)))
  for (let y = 0; y < height; y++) {
    const start = y * (width * 3 + 1)
    rows[start] = 0
    for (let x = 0; x < width; x++) {
      const bar = bars[Math.floor(x / slot)] ?? 0
      const painted = x % slot > slot / 5 && height - y < bar * height * 0.9
      const shade = painted ? 1 : y % 40 === 0 ? 0 : -1
      if (shade < 0) continue
      const at = start + 1 + x * 3
      // A gentle gradient, so that the picture looks like one and does not compress to nothing.
      const light = painted ? ((x * 7 + y * 3) % 23) + Math.floor((y / height) * 60) : 0
      for (const [channel, value] of (painted ? rgb : [225, 228, 232]).entries())
        rows[at + channel] = Math.min(255, value + light)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  chunk.set(body, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

/** Number of codes of each length, and the codes' values: the luminance DC table of ITU T.81 Annex K.3. */
const DC_LENGTHS = [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]
const DC_VALUES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
const DC_CODES = [
  '00',
  '010',
  '011',
  '100',
  '101',
  '110',
  '1110',
  '11110',
  '111110',
  '1111110',
  '11111110',
  '111111110',
]

/**
 * A grey mosaic as baseline JPEG (ITU T.81): each block of 8 × 8 pixels is one shade, so only DC values are coded.
 *
 * @param shades 0 (black) to 255 by row and column of blocks
 */
export function jpegFile(columns: number, rows: number, shade: (column: number, row: number) => number): Uint8Array {
  let bits = ''
  let former = 0
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      // DC of an even block is 8 × (value − 128); the quantiser is 8.
      const value = Math.round(shade(column, row)) - 128
      const difference = value - former
      former = value
      const size = difference === 0 ? 0 : Math.floor(Math.log2(Math.abs(difference))) + 1
      const amplitude = difference < 0 ? difference + 2 ** size - 1 : difference
      bits += DC_CODES[size] + (size > 0 ? amplitude.toString(2).padStart(size, '0') : '')
      // End of block: the only code of the AC table below.
      bits += '0'
    }
  }
  const scan: number[] = []
  for (let at = 0; at < bits.length; at += 8) {
    const byte = Number.parseInt(bits.slice(at, at + 8).padEnd(8, '1'), 2)
    scan.push(byte)
    if (byte === 0xff) scan.push(0)
  }
  const [width, height] = [columns * 8, rows * 8]
  return Uint8Array.from([
    ...[0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0],
    ...[0xff, 0xdb, 0, 67, 0, ...Array<number>(64).fill(8)],
    ...[0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0],
    ...[0xff, 0xc4, 0, 19 + DC_VALUES.length, 0x00, ...DC_LENGTHS, ...DC_VALUES],
    ...[0xff, 0xc4, 0, 20, 0x10, 1, ...Array<number>(15).fill(0), 0],
    ...[0xff, 0xda, 0, 8, 1, 1, 0x00, 0, 63, 0],
    ...scan,
    ...[0xff, 0xd9],
  ])
}
