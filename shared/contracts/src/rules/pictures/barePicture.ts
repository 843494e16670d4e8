import { joined, latin1, viewOf } from './bytes.ts'
import { exifOf, readExif } from './exif.ts'

/** Pixels of a picture that a browser is given to show: each needs four bytes there, whatever the file is long. */
export const SHOWN_PIXELS_MAX = 40_000_000
/** Pixels of the largest picture that is taken: 16 million. A browser needs four bytes for each to show it. */
const PIXELS_MAX = 4_096 * 4_096

/** Chunks or segments of a picture; encoders write some thousand of the largest, a hostile file millions of empty ones. */
const PARTS_MAX = 20_000

const PNG_BEGINS = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
/** What a PNG needs to be drawn; texts, times and EXIF are not among it (PNG, third edition, §11). */
const PNG_DRAWN: ReadonlySet<string> = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT pHYs bKGD acTL fcTL fdAT'.split(' '),
)
const CHUNK_FRAME = 12

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const COM = 0xfe
const APP0 = 0xe0
const APP1 = 0xe1
const APP2 = 0xe2
const APP14 = 0xee
const APP15 = 0xef
const ICC = 'ICC_PROFILE\0'

export interface BarePicture {
  readonly type: 'image/png' | 'image/jpeg'
  readonly data: Uint8Array<ArrayBuffer>
}

/**
 * A picture with what is needed to draw it and nothing else: without the place and the camera of EXIF, comments, previews,
 * and what stands behind its end. How the camera was held stays, because browsers turn the picture by it. Null for what is
 * no whole PNG or JPEG, or has more pixels.
 */
export const barePicture = (data: Uint8Array, pixelsMax = PIXELS_MAX): BarePicture | null =>
  takeApart(data, { pixelsMax, keepsNotes: false })

/** The same with all that a camera and a program have noted in it, and nothing behind its end. */
export const pictureToItsEnd = (data: Uint8Array, pixelsMax = PIXELS_MAX): BarePicture | null =>
  takeApart(data, { pixelsMax, keepsNotes: true })

interface Wanted {
  readonly pixelsMax: number
  readonly keepsNotes: boolean
}

function takeApart(data: Uint8Array, wanted: Wanted): BarePicture | null {
  if (PNG_BEGINS.every((byte, at) => data[at] === byte)) return takePngApart(data, wanted)
  return data[0] === 0xff && data[1] === SOI ? takeJpegApart(data, wanted) : null
}

const isDrawable = (width: number, height: number, { pixelsMax }: Wanted): boolean =>
  width > 0 && height > 0 && width * height <= pixelsMax

function takePngApart(data: Uint8Array, wanted: Wanted): BarePicture | null {
  const view = viewOf(data)
  const kept: Uint8Array[] = [PNG_BEGINS]
  for (let at = PNG_BEGINS.length, parts = 0; at + CHUNK_FRAME <= data.length; parts++) {
    if (parts > PARTS_MAX) return null
    const end = at + CHUNK_FRAME + view.getUint32(at)
    if (end > data.length) return null
    const name = latin1(data, at + 4, at + 8)
    if (kept.length === 1) {
      const isHead = name === 'IHDR' && end - at >= CHUNK_FRAME + 13
      if (!isHead || !isDrawable(view.getUint32(at + 8), view.getUint32(at + 12), wanted)) return null
    }
    if (wanted.keepsNotes || PNG_DRAWN.has(name)) kept.push(data.subarray(at, end))
    if (name === 'IEND') return { type: 'image/png', data: joined(kept) }
    at = end
  }
  return null
}

/** Frame headers, of which the tables between them are not. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

function isJpegDrawn(marker: number, body: Uint8Array): boolean {
  if (marker === COM) return false
  if (marker < APP0 || marker > APP15) return true
  // The density, the colours of Adobe's encoders, and the profile.
  return marker === APP0 || marker === APP14 || (marker === APP2 && latin1(body, 0, ICC.length) === ICC)
}

/** ITU-T T.81, annex B. */
function takeJpegApart(data: Uint8Array, wanted: Wanted): BarePicture | null {
  const view = viewOf(data)
  const kept: Uint8Array[] = [data.subarray(0, 2)]
  let hasFrame = false
  let at = 2
  let parts = 0
  while (at + 4 <= data.length) {
    parts += 1
    if (data[at] !== 0xff || parts > PARTS_MAX) return null
    const marker = data[at + 1] ?? 0
    // Bytes of 0xff may stand before a marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    const end = at + 2 + view.getUint16(at + 2)
    if (end > data.length || end < at + 4) return null
    const body = data.subarray(at + 4, end)
    if (isFrame(marker)) {
      if (body.length < 5 || !isDrawable(view.getUint16(at + 7), view.getUint16(at + 5), wanted)) return null
      hasFrame = true
    }
    const orientation = marker === APP1 && !wanted.keepsNotes ? readExif(body).orientation : 1
    if (orientation !== 1) kept.push(exifOf(orientation))
    if (wanted.keepsNotes || isJpegDrawn(marker, body)) kept.push(data.subarray(at, end))
    at = end
    if (marker === SOS) {
      const next = endOfScan(data, at)
      kept.push(data.subarray(at, next))
      at = next
    }
    if (data[at] === 0xff && data[at + 1] === EOI) {
      kept.push(data.subarray(at, at + 2))
      return hasFrame ? { type: 'image/jpeg', data: joined(kept) } : null
    }
  }
  return null
}

/** Where the next marker after a scan's data stands; escaped bytes and restarts belong to the data. */
function endOfScan(data: Uint8Array, from: number): number {
  // Byte by byte: a hostile scan has a marker's first byte in every second place, and a search for each is ten times slower.
  for (let at = from; at + 1 < data.length; at++) {
    if (data[at] !== 0xff) continue
    const next = data[at + 1] ?? 0
    const isData = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7)
    if (!isData) return at
  }
  return data.length
}
