import { isAscii, isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import { decodeHz, decodeShiftOut } from './shiftedCharsets.ts'

/** Text read from bytes, and what had to be assumed to read it. */
export interface DecodedText {
  /** Well-formed, without NUL; line breaks as they came. */
  readonly text: string
  /** The charset that was used, in its canonical spelling. */
  readonly charset: string
  /** Set when the charset was unknown, contradicted by the bytes, or missing where the bytes are not UTF-8. */
  readonly repaired: boolean
}

const REPLACEMENT = '\ufffd'

/** Labels that mean "unknown". */
const UNKNOWN_LABELS = new Set([
  '',
  'unknown',
  'unknown8bit',
  'default',
  'none',
  'binary',
  '8bit',
  'userdefined',
  'auto',
])

/**
 * Canonical charset by label with separators, case and vendor prefixes removed. GB 2312 and GBK are read as
 * their superset GB 18030, because senders label with the oldest name whatever the text needs.
 */
const CANONICAL = new Map<string, string>([
  ...['utf8', 'utf8mb4', 'unicode11utf8', 'utf8bom', '65001', 'cp65001'].map((l) => [l, 'utf-8'] as const),
  ...['usascii', 'ascii', 'ansix341968', 'iso646us', '7bit', 'us'].map((l) => [l, 'us-ascii'] as const),
  ...[
    ...['gb2312', 'gbk', 'gb18030', 'gb', 'euccn', 'cngb', 'gb231280', 'chinese', 'iso58gb231280', 'isoir58'],
    ...['cp936', 'ms936', 'windows936', '936', 'gb23121980', 'gb180302000', 'gb180302005', 'gb180302022', 'cp54936'],
  ].map((l) => [l, 'gb18030'] as const),
  ...['big5', 'big5hkscs', 'cnbig5', 'big5eten', 'cp950', 'ms950', 'windows950', '950', 'big5hkscs2004', 'xbig5'].map(
    (l) => [l, 'big5'] as const,
  ),
  ...['hzgb2312', 'hz', 'hzgb'].map((l) => [l, 'hz-gb-2312'] as const),
  ...[
    'iso2022jp',
    'iso2022jp1',
    'iso2022jp2',
    'iso2022jp3',
    'iso2022jpms',
    'junet',
    'cp50220',
    'cp50221',
    'cp50222',
  ].map((l) => [l, 'iso-2022-jp'] as const),
  ...['shiftjis', 'sjis', 'mskanji', 'windows31j', 'cp932', 'ms932', 'windows932', '932'].map(
    (l) => [l, 'shift_jis'] as const,
  ),
  ...['eucjp', 'ujis', 'cp51932'].map((l) => [l, 'euc-jp'] as const),
  ...['euckr', 'ksc56011987', 'ksc5601', 'ksc56011989', 'korean', 'uhc', 'cp949', 'windows949', '949', 'ksc5861'].map(
    (l) => [l, 'euc-kr'] as const,
  ),
  ...['iso2022kr'].map((l) => [l, 'iso-2022-kr'] as const),
  ...['iso2022cn', 'iso2022cnext'].map((l) => [l, 'iso-2022-cn'] as const),
  ...['utf7', 'unicode11utf7', 'cp65000', '65000', 'unicode20utf7'].map((l) => [l, 'utf-7'] as const),
  ...['utf16', 'unicode', 'ucs2', 'iso10646ucs2'].map((l) => [l, 'utf-16'] as const),
  ...['utf16le', 'unicodelittle', 'utf16lebom'].map((l) => [l, 'utf-16le'] as const),
  ...['utf16be', 'unicodefffe', 'unicodebig'].map((l) => [l, 'utf-16be'] as const),
  ...['utf32', 'utf32le', 'utf32be'].map((l) => [l, 'utf-32'] as const),
  ...['iso88591', 'latin1', 'l1', 'cp819', 'windows1252', 'cp1252', 'ansi', 'iso885911987'].map(
    (l) => [l, 'windows-1252'] as const,
  ),
])

/** Canonical charset of a label as mails write it, or null when nothing can read that label. */
export function canonicalCharset(label: string | null | undefined): string | null {
  const plain = (label ?? '').trim().toLowerCase().slice(0, 64)
  const key = plain.replace(/^(?:x-ms-|x-x-|x-|cs(?=iso|big|gb|euc|shift|ksc|utf))/, '').replace(/[\s._:'"-]+/g, '')
  if (UNKNOWN_LABELS.has(key)) return null
  const known = CANONICAL.get(key)
  if (known) return known
  return /^[\w.:-]+$/.test(plain) && iconv.encodingExists(plain) ? plain : null
}

/**
 * Decodes bytes by their declared charset and mends what senders get wrong: a missing or unknown label, GBK
 * under the name of UTF-8 and the other way round, UTF-8 or GBK under the name of ISO-8859-1.
 * Valid UTF-8 wins over a guess, GB 18030 is the next one.
 *
 * @param fallback charset to try first where nothing is declared, such as that of the mail's body
 */
export function decodeText(bytes: Uint8Array, label?: string | null, fallback?: string | null): DecodedText {
  const declared = canonicalCharset(label)
  const mark = byteOrderMark(bytes)
  if (mark) return result(decodeAs(bytes, mark), mark, declared !== mark && declared !== 'utf-16')
  if (isAscii(bytes)) return decodeSevenBit(bytes, declared, Boolean(label) && !declared)
  if (declared?.startsWith('utf-16') || declared === 'utf-32') return result(decodeAs(bytes, declared), declared, false)

  const utf8 = isUtf8(bytes) && (declared === 'utf-8' || !isShortGb2312(bytes))
  switch (declared) {
    case 'utf-8':
      return utf8 ? result(decodeAs(bytes, 'utf-8'), 'utf-8', false) : decodeFalseUtf8(bytes)
    case null:
    case 'us-ascii': {
      // Undeclared UTF-8 is what every modern program means without a label; a label that denies it is a fault.
      if (utf8) return result(decodeAs(bytes, 'utf-8'), 'utf-8', Boolean(label))
      const charset = guessLegacy(bytes, canonicalCharset(fallback))
      return result(decodeAs(bytes, charset), charset, true)
    }
    case 'windows-1252':
      if (utf8) return result(decodeAs(bytes, 'utf-8'), 'utf-8', true)
      if (looksLikeGb2312(bytes)) return result(decodeAs(bytes, 'gb18030'), 'gb18030', true)
      return result(decodeAs(bytes, declared), declared, false)
    default:
      if (utf8 && wideUtf8Sequences(bytes) >= 2) return result(decodeAs(bytes, 'utf-8'), 'utf-8', true)
      return result(decodeAs(bytes, declared), declared, false)
  }
}

/** Decodes bytes by a charset that a person has chosen, whatever the mail names. */
export const decodeChosen = (bytes: Uint8Array, charset: string): DecodedText =>
  result(decodeAs(bytes, charset), charset, false)

function result(text: string, charset: string, repaired: boolean): DecodedText {
  const clean = text.includes('\0') ? text.replaceAll('\0', '') : text
  return { text: clean.isWellFormed() ? clean : clean.toWellFormed(), charset, repaired }
}

function byteOrderMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return null
}

/** Bytes without a high bit: plain ASCII, or one of the charsets that hide in it. */
function decodeSevenBit(bytes: Uint8Array, declared: string | null, unknown: boolean): DecodedText {
  switch (declared) {
    case 'hz-gb-2312':
    case 'iso-2022-jp':
    case 'iso-2022-kr':
    case 'iso-2022-cn':
    case 'utf-7':
    case 'utf-16':
    case 'utf-16le':
    case 'utf-16be':
    case 'utf-32':
      return result(decodeAs(bytes, declared), declared, false)
    default: {
      const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      if (declared !== 'utf-8' && (view.includes('\x1b$B') || view.includes('\x1b$@'))) {
        return result(decodeAs(bytes, 'iso-2022-jp'), 'iso-2022-jp', true)
      }
      return result(view.toString('latin1'), declared ?? 'us-ascii', unknown)
    }
  }
}

/** Declared UTF-8 that is not: a cut or slightly damaged text stays UTF-8, anything else was GB 18030 or similar. */
function decodeFalseUtf8(bytes: Uint8Array): DecodedText {
  const lossy = decodeAs(bytes, 'utf-8')
  const good = wideUtf8Sequences(bytes)
  if (good >= 2 * occurrences(lossy, REPLACEMENT)) return result(lossy, 'utf-8', true)
  const charset = guessLegacy(bytes, null)
  return result(decodeAs(bytes, charset), charset, true)
}

function decodeAs(bytes: Uint8Array, charset: string): string {
  switch (charset) {
    case 'hz-gb-2312':
      return decodeHz(bytes)
    case 'iso-2022-kr':
      return decodeShiftOut(bytes, 'cp949')
    case 'iso-2022-cn':
      return decodeShiftOut(bytes, 'gb18030')
    case 'iso-2022-jp':
      return new TextDecoder('iso-2022-jp').decode(bytes)
    case 'euc-kr':
      return iconv.decode(bytes, 'cp949')
    case 'us-ascii':
      return iconv.decode(bytes, 'windows-1252')
    default:
      return iconv.decode(bytes, charset)
  }
}

/** The charset of bytes that are not UTF-8 and carry no usable label. */
function guessLegacy(bytes: Uint8Array, preferred: string | null): string {
  if (
    preferred &&
    preferred !== 'utf-8' &&
    preferred !== 'us-ascii' &&
    !decodeAs(bytes, preferred).includes(REPLACEMENT)
  ) {
    return preferred
  }
  const { pairs, accents } = highBytePairs(bytes)
  if (accents > pairs) return 'windows-1252'
  const gb = occurrences(decodeAs(bytes, 'gb18030'), REPLACEMENT)
  if (gb === 0) return 'gb18030'
  const big5 = occurrences(decodeAs(bytes, 'big5'), REPLACEMENT)
  return big5 * 2 < gb ? 'big5' : gb <= 1 + pairs / 4 ? 'gb18030' : 'windows-1252'
}

/**
 * Counts high bytes that look like halves of a two-byte character, and those that stand alone between ASCII
 * letters as an accented letter of a Western text does.
 */
function highBytePairs(bytes: Uint8Array): { pairs: number; accents: number } {
  let pairs = 0
  let accents = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    if (byte < 0x80) continue
    const next = bytes[i + 1] ?? 0
    if (next >= 0x80) {
      pairs++
      i++
    } else accents++
  }
  return { pairs, accents }
}

/** Whether every run of high bytes is a run of GB 2312 characters, and there are enough of them to be sure. */
function looksLikeGb2312(bytes: Uint8Array): boolean {
  let characters = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    if (byte < 0x80) continue
    const next = bytes[i + 1] ?? 0
    if (byte < 0xa1 || byte > 0xf7 || next < 0xa1 || next === 0xff) return false
    characters++
    i++
  }
  return characters >= 2
}

/**
 * Some Chinese words are valid UTF-8 by chance: the GB 2312 bytes of 未知 read as a Greek and a Hebrew letter. Real
 * UTF-8 of such scripts has bytes that GB 2312 never uses, and Western accents all begin with C2 or C3.
 */
function isShortGb2312(bytes: Uint8Array): boolean {
  return wideUtf8Sequences(bytes) === 0 && !bytes.includes(0xc2) && !bytes.includes(0xc3) && looksLikeGb2312(bytes)
}

/** Number of UTF-8 sequences of three or four bytes. */
function wideUtf8Sequences(bytes: Uint8Array): number {
  let count = 0
  for (let i = 0; i + 2 < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    if (byte >= 0xe0 && byte < 0xf5 && isContinuation(bytes[i + 1]) && isContinuation(bytes[i + 2])) {
      count++
      i += 2
    }
  }
  return count
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}

function occurrences(text: string, character: string): number {
  let count = 0
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count++
  return count
}
