import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

const pack = promisify(deflate)

/** Channels of a pixel: gray, colour, or colour with transparency. */
export type Channels = 1 | 3 | 4
const COLOUR_TYPE: Readonly<Record<Channels, number>> = { 1: 0, 3: 2, 4: 6 }
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A picture in memory: rows from the top, eight bits a channel. */
export interface Raster {
  readonly width: number
  readonly height: number
  readonly channels: Channels
  readonly pixels: Uint8Array
}

export const rasterOf = (width: number, height: number, channels: Channels): Raster => ({
  width,
  height,
  channels,
  pixels: new Uint8Array(width * height * channels),
})

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}

/** A PNG (ISO 15948) of a picture, as an address of data. Packing runs on another thread. */
export async function pngAddress({ width, height, channels, pixels }: Raster): Promise<string> {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  head[9] = COLOUR_TYPE[channels]
  const row = width * channels
  // Each row begins with its filter: none.
  const rows = Buffer.alloc((row + 1) * height)
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * row, (y + 1) * row), y * (row + 1) + 1)
  const png = Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('IDAT', await pack(rows, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return `data:image/png;base64,${png.toString('base64')}`
}
