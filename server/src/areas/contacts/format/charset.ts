/** Charsets in which files of contacts come; the first that fits is taken. */
export const FILE_CHARSETS = ['utf-8', 'gb18030', 'big5', 'windows-1252'] as const

/** Bytes whose meaning is not known yet, one character each. */
export const bytesAsText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')

const isAscii = (text: string): boolean => !/[\u0080-\u00ff]/.test(text)

/**
 * The charset of a file: that of its mark, UTF-8 when it is valid, else GB18030, Big5 or Windows-1252. The order
 * matters: GB18030 takes most UTF-8 for valid.
 */
export function charsetOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const found = FILE_CHARSETS.find((charset) => isValid(bytes, charset)) ?? 'windows-1252'
  return found !== 'utf-8' && hasLoneLetters(bytes) ? 'windows-1252' : found
}

/** Chinese stands in pairs of bytes, or four with digits; letters of French or German stand alone between others. */
function hasLoneLetters(bytes: Uint8Array): boolean {
  const runs = bytesAsText(bytes).match(/[\u0080-\u00ff]+(?!\d)/g) ?? []
  return runs.filter(({ length }) => length === 1).length * 2 > runs.length
}

function isValid(bytes: Uint8Array, charset: string): boolean {
  try {
    new TextDecoder(charset, { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** The text of bytes that stand in a string, by a charset that a file names; `fallback` when that name is unknown. */
export function decodeText(text: string, charset: string, fallback: string): string {
  if (isAscii(text)) return text
  const bytes = Buffer.from(text, 'latin1')
  try {
    return new TextDecoder(charset || fallback).decode(bytes)
  } catch {
    return new TextDecoder(fallback).decode(bytes)
  }
}

/** The text of a whole file, without its mark. */
export const decodeFile = (bytes: Uint8Array, charset: string): string => new TextDecoder(charset).decode(bytes)
