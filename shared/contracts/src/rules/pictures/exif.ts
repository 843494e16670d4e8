import { latin1, viewOf } from './bytes.ts'

/** What stands before the table (Exif 2.32, §4.7.2). */
const EXIF = 'Exif\0\0'
const TAG_ORIENTATION = 0x0112
const TAG_GPS = 0x8825
const ENTRY_BYTES = 12
/** Entries of a table that are read; a camera writes some twenty. */
const ENTRIES_MAX = 200

export interface Exif {
  /** 1 for a picture that is shown as it is stored, up to 8 for the other ways of holding a camera. */
  readonly orientation: number
  /** Whether it names the place where the picture was taken. */
  readonly hasPlace: boolean
}

const NOTHING: Exif = { orientation: 1, hasPlace: false }

/** The content of a JPEG's APP1 segment, by its first table; nothing for a segment of another kind or one that is broken. */
export function readExif(body: Uint8Array): Exif {
  if (latin1(body, 0, EXIF.length) !== EXIF) return NOTHING
  const tiff = body.subarray(EXIF.length)
  const order = latin1(tiff, 0, 2)
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return NOTHING
  const view = viewOf(tiff)
  const word = (at: number) => view.getUint16(at, order === 'II')
  const table = view.getUint32(4, order === 'II')
  if (table + 2 > tiff.length) return NOTHING
  let { orientation, hasPlace } = NOTHING
  const entries = Math.min(word(table), ENTRIES_MAX)
  for (let entry = 0; entry < entries; entry++) {
    const at = table + 2 + entry * ENTRY_BYTES
    if (at + ENTRY_BYTES > tiff.length) break
    const tag = word(at)
    if (tag === TAG_GPS) hasPlace = true
    if (tag === TAG_ORIENTATION) {
      const value = word(at + 8)
      if (value >= 1 && value <= 8) orientation = value
    }
  }
  return { orientation, hasPlace }
}

/** A whole APP1 segment with the orientation of the camera and nothing else. */
export function exifOf(orientation: number): Uint8Array<ArrayBuffer> {
  const segment = new Uint8Array(36)
  const view = viewOf(segment)
  const write = (text: string, at: number) => segment.set(new TextEncoder().encode(text), at)
  view.setUint16(0, 0xffe1)
  view.setUint16(2, segment.length - 2)
  write(EXIF, 4)
  write('MM', 10)
  view.setUint16(12, 42)
  view.setUint32(14, 8)
  view.setUint16(18, 1)
  view.setUint16(20, TAG_ORIENTATION)
  // A short, one of it; no further table.
  view.setUint16(22, 3)
  view.setUint32(24, 1)
  view.setUint16(28, orientation)
  return segment
}

/** Whether the beginning of a JPEG names the place where it was taken. */
export function saysPlace(beginning: Uint8Array): boolean {
  const view = viewOf(beginning)
  if (beginning[0] !== 0xff || beginning[1] !== 0xd8) return false
  for (let at = 2; at + 4 <= beginning.length && beginning[at] === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = beginning[at + 1] ?? 0
    if (marker < 0xe0 || marker > 0xef) return false
    if (marker === 0xe1 && readExif(beginning.subarray(at + 4, at + 2 + view.getUint16(at + 2))).hasPlace) return true
  }
  return false
}
