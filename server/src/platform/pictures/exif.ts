/** What stands before the table (Exif 2.32, §4.7.2). */
const EXIF = Buffer.from('Exif\0\0', 'latin1')
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
export function readExif(body: Buffer): Exif {
  if (!body.subarray(0, EXIF.length).equals(EXIF)) return NOTHING
  const tiff = body.subarray(EXIF.length)
  const order = tiff.toString('latin1', 0, 2)
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return NOTHING
  const word = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const table = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
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
export function exifOf(orientation: number): Buffer {
  const segment = Buffer.alloc(36)
  segment.writeUInt16BE(0xffe1, 0)
  segment.writeUInt16BE(segment.length - 2, 2)
  EXIF.copy(segment, 4)
  segment.write('MM', 10, 'latin1')
  segment.writeUInt16BE(42, 12)
  segment.writeUInt32BE(8, 14)
  segment.writeUInt16BE(1, 18)
  segment.writeUInt16BE(TAG_ORIENTATION, 20)
  // A short, one of it; no further table.
  segment.writeUInt16BE(3, 22)
  segment.writeUInt32BE(1, 24)
  segment.writeUInt16BE(orientation, 28)
  return segment
}

/** Whether the beginning of a JPEG names the place where it was taken. */
export function saysPlace(beginning: Buffer): boolean {
  if (beginning[0] !== 0xff || beginning[1] !== 0xd8) return false
  for (let at = 2; at + 4 <= beginning.length && beginning[at] === 0xff; at += 2 + beginning.readUInt16BE(at + 2)) {
    const marker = beginning[at + 1] ?? 0
    if (marker < 0xe0 || marker > 0xef) return false
    if (marker === 0xe1 && readExif(beginning.subarray(at + 4, at + 2 + beginning.readUInt16BE(at + 2))).hasPlace)
      return true
  }
  return false
}
