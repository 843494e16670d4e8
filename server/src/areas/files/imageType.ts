import { mailPictureType } from '@yanshu/contracts'

/** The type of a file by its first bytes; its name and Content-Type may be wrong. */
export type SniffedType =
  | 'image/png'
  | 'image/jpeg'
  | 'image/gif'
  | 'image/webp'
  | 'image/avif'
  | 'application/pdf'
  | 'text/plain'

/** Bytes that `sniffType` wants to see. */
export const SNIFF_BYTES = 4_096

/** Pictures that a written mail may show: every mail program reads them. */
export const MAIL_PICTURES: readonly SniffedType[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
/** Pictures that a browser shows and that cannot carry a script. */
export const SAFE_PICTURES: readonly SniffedType[] = [...MAIL_PICTURES, 'image/avif']

/** Recognises the few types that may be shown in place; null for everything else, SVG and HTML first of all. */
export function sniffType(beginning: Uint8Array): SniffedType | null {
  const bytes = Buffer.from(beginning.buffer, beginning.byteOffset, beginning.byteLength)
  const ascii = (start: number, end: number) => bytes.toString('latin1', start, end)
  const picture = mailPictureType(bytes)
  if (picture) return picture
  if (ascii(4, 8) === 'ftyp' && /avi[fs]/.test(ascii(8, 32))) return 'image/avif'
  if (ascii(0, 5) === '%PDF-') return 'application/pdf'
  return isPlainText(bytes) ? 'text/plain' : null
}

/** Text has no control characters but white space, and does not begin like markup. */
function isPlainText(bytes: Buffer): boolean {
  if (bytes.length === 0) return false
  for (const byte of bytes) {
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c && byte !== 0x1b) return false
    if (byte === 0x7f) return false
  }
  return !/^(?:\xef\xbb\xbf)?\s*</.test(bytes.toString('latin1', 0, 256))
}

/** The type of a picture that a mail or a contact may carry; null for everything else. */
export function pictureType(beginning: Uint8Array): SniffedType | null {
  const type = sniffType(beginning.subarray(0, SNIFF_BYTES))
  return type && MAIL_PICTURES.includes(type) ? type : null
}

/** The type of a sound or film by its first bytes, of those that browsers play; null for everything else. */
export function sniffMedia(beginning: Uint8Array): string | null {
  const bytes = Buffer.from(beginning.buffer, beginning.byteOffset, beginning.byteLength)
  const ascii = (start: number, end: number) => bytes.toString('latin1', start, end)
  if (ascii(0, 3) === 'ID3' || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2)) return 'audio/mpeg'
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WAVE') return 'audio/wav'
  if (ascii(0, 4) === 'fLaC') return 'audio/flac'
  if (ascii(0, 4) === 'OggS') return /theora/.test(ascii(0, 200)) ? 'video/ogg' : 'audio/ogg'
  if (bytes.length > 4 && bytes.readUInt32BE(0) === 0x1a45dfa3) return 'video/webm'
  if (ascii(4, 8) !== 'ftyp' || /avi[fs]|hei[cfsx]/.test(ascii(8, 12))) return null
  return ascii(8, 11) === 'M4A' ? 'audio/mp4' : 'video/mp4'
}
