import { MAX_FILE_NAME_BYTES } from './limits.ts'

/** Names that Windows keeps for devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i

/**
 * Makes a file name that came from outside safe to show and to save: no folders, no controls, no character that
 * turns the reading direction (`exe.tpj` shown as `jpt.exe`), nothing a file system refuses, at most 255 bytes of
 * UTF-8 with the extension kept.
 *
 * @param fallback the name when nothing is left
 */
export function safeFileName(name: string, fallback = 'attachment'): string {
  const clean = name
    .toWellFormed()
    .slice(0, 4_096)
    .normalize('NFC')
    .replace(/[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
  const last = clean.split(/[/\\]/).findLast((part) => part.trim() !== '' && !/^\.+$/.test(part.trim())) ?? ''
  const plain = last
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  const named = plain === '' ? fallback : plain
  return shorten(DEVICE.test(named) ? `_${named}` : named)
}

/**
 * The same for the name of an uploaded file: browsers write its quotation marks and line ends as `%22`, `%0D` and `%0A`
 * (HTML, "multipart/form-data").
 */
export const uploadedFileName = (name: string, fallback?: string): string =>
  safeFileName(name.replace(/%(?:22|0D|0A)/gi, decodeURIComponent), fallback)

function shorten(name: string): string {
  if (Buffer.byteLength(name) <= MAX_FILE_NAME_BYTES) return name
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && Buffer.byteLength(name.slice(dot)) <= 32 ? name.slice(dot) : ''
  const room = MAX_FILE_NAME_BYTES - Buffer.byteLength(extension)
  let stem = ''
  let size = 0
  for (const character of name.slice(0, name.length - extension.length)) {
    size += Buffer.byteLength(character)
    if (size > room) break
    stem += character
  }
  return stem.trimEnd() + extension
}
