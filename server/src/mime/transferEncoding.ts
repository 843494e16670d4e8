/** Bytes of a body after its Content-Transfer-Encoding (RFC 2045 §6), and whether they were damaged. */
export interface DecodedBody {
  readonly content: Uint8Array
  readonly defect: string | null
}

/** Undoes a Content-Transfer-Encoding. An unknown encoding leaves the bytes as they are. */
export function decodeTransfer(bytes: Uint8Array, encoding: string): DecodedBody {
  switch (encoding) {
    case 'base64':
      return decodeBase64(bytes)
    case 'quoted-printable':
      return { content: decodeQuotedPrintable(bytes, false), defect: null }
    case 'x-uuencode':
    case 'x-uue':
    case 'uuencode': {
      const found = findUuencoded(Buffer.from(bytes).toString('latin1'))
      return found.files[0] ? { content: found.files[0].content, defect: null } : { content: bytes, defect: 'uuencode' }
    }
    case '':
    case '7bit':
    case '8bit':
    case 'binary':
      return { content: bytes, defect: null }
    default:
      return { content: bytes, defect: 'transfer-encoding' }
  }
}

const EQUALS = 0x3d
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/**
 * Decodes base64 and ignores what does not belong to it. Padding in the middle ends a group, because some
 * mailers encode line by line; a lost tail costs at most its own three bytes.
 */
export function decodeBase64(bytes: Uint8Array): DecodedBody {
  const packed = Buffer.allocUnsafe(bytes.length)
  let length = 0
  let foreign = 0
  let ended = -1
  const units: Buffer[] = []
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    const value = BASE64_VALUE[byte] ?? -1
    if (value >= 0) {
      if (ended >= 0) {
        units.push(Buffer.from(packed.toString('latin1', 0, length), 'base64'))
        length = 0
        ended = -1
      }
      packed[length++] = byte
    } else if (byte === EQUALS) {
      ended = length
    } else if (byte !== LINE_FEED && byte !== CARRIAGE_RETURN && byte !== 0x20 && byte !== 0x09) foreign++
  }
  const truncated = ended < 0 ? length % 4 !== 0 : length % 4 === 1
  units.push(Buffer.from(packed.toString('latin1', 0, length), 'base64'))
  const content = units.length === 1 && units[0] ? units[0] : Buffer.concat(units)
  return { content, defect: truncated ? 'base64-truncated' : foreign > 0 ? 'base64-foreign' : null }
}

const BASE64_VALUE = new Int8Array(256).fill(-1)
for (const [value, character] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries()) {
  BASE64_VALUE[character.charCodeAt(0)] = value
}

function hexValue(byte: number | undefined): number {
  if (byte === undefined) return -1
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

/**
 * Decodes quoted-printable; what is not a valid escape stays as it stands.
 * @param word the Q form of an encoded word (RFC 2047 §4.2), where `_` is a space and lines do not exist
 */
export function decodeQuotedPrintable(bytes: Uint8Array, word: boolean): Uint8Array {
  const decoded = Buffer.allocUnsafe(bytes.length)
  let length = 0
  // RFC 2045 §6.7 rule 3: literal blanks before a line break were added on the way. `kept` is behind the last other byte.
  let kept = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    if (word && byte === 0x5f) {
      decoded[length++] = 0x20
    } else if (byte === EQUALS) {
      const high = hexValue(bytes[i + 1])
      const low = hexValue(bytes[i + 2])
      if (high >= 0 && low >= 0) {
        decoded[length++] = (high << 4) | low
        i += 2
        kept = length
        continue
      }
      const end = word ? -1 : softBreakEnd(bytes, i + 1)
      if (end < 0) decoded[length++] = byte
      else i = end - 1
      kept = length
    } else if (!word && isBlank(byte)) {
      decoded[length++] = byte
    } else {
      if (!word && (byte === LINE_FEED || byte === CARRIAGE_RETURN)) length = kept
      decoded[length++] = byte
      kept = length
    }
  }
  return decoded.subarray(0, length)
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09
}

/** Index after the line break that a soft break (`=`, blanks, line break) skips, or -1 when it is not one. */
function softBreakEnd(bytes: Uint8Array, start: number): number {
  let at = start
  // Blanks are bounded: a line of quoted-printable has at most 76 characters, and a scan per `=` must stay short.
  while (at - start < 100 && isBlank(bytes[at])) at++
  if (at >= bytes.length) return bytes.length
  if (bytes[at] === CARRIAGE_RETURN) return bytes[at + 1] === LINE_FEED ? at + 2 : at + 1
  return bytes[at] === LINE_FEED ? at + 1 : -1
}

/** A file that stood in the text of a mail in uuencode. */
export interface UuencodedFile {
  readonly name: string
  readonly content: Uint8Array
}

/**
 * Takes uuencoded files (`begin 644 name` … `end`) out of a text. A block without its end stays text, and so do those
 * beyond `max` files; `more` is set when there were such.
 */
export function findUuencoded(
  text: string,
  max = Number.POSITIVE_INFINITY,
): { text: string; files: UuencodedFile[]; more: boolean } {
  if (!/^begin [0-7]{3,4} \S/m.test(text)) return { text, files: [], more: false }
  const lines = text.split(/\r?\n/)
  const files: UuencodedFile[] = []
  const kept: string[] = []
  let more = false
  // One lookup table instead of a search per `begin`, so that a text of nothing but `begin` lines stays linear.
  const ends = lines.flatMap((line, index) => (line === 'end' ? [index] : []))
  let nextEnd = 0
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? ''
    const begin = /^begin [0-7]{3,4} (\S.{0,250})$/.exec(line)
    while (nextEnd < ends.length && (ends[nextEnd] ?? 0) <= i) nextEnd++
    const end = ends[nextEnd]
    more ||= begin !== null && end !== undefined && files.length >= max
    const body = begin && end !== undefined && !more ? decodeUuLines(lines, i + 1, end) : null
    if (begin?.[1] && body && end !== undefined) {
      files.push({ name: begin[1], content: body })
      i = end
    } else kept.push(line)
  }
  return { text: files.length > 0 ? kept.join('\n') : text, files, more }
}

function decodeUuLines(lines: readonly string[], from: number, to: number): Uint8Array | null {
  let size = 0
  for (let i = from; i < to; i++) {
    const line = lines[i] ?? ''
    if (line === '') continue
    if (line.charCodeAt(0) < 32 || line.charCodeAt(0) > 96 || line.length > 70) return null
    size += (line.charCodeAt(0) - 32) & 63
  }
  const bytes = Buffer.alloc(size)
  let at = 0
  for (let i = from; i < to; i++) {
    const line = lines[i] ?? ''
    if (line === '') continue
    const end = at + ((line.charCodeAt(0) - 32) & 63)
    for (let column = 1; at < end; column += 4) {
      const group = (sixBits(line, column) << 18) | (sixBits(line, column + 1) << 12) | (sixBits(line, column + 2) << 6)
      const three = group | sixBits(line, column + 3)
      for (const shift of [16, 8, 0]) {
        if (at < end) bytes[at++] = (three >> shift) & 255
      }
    }
  }
  return bytes
}

const sixBits = (line: string, column: number): number => ((line.charCodeAt(column) || 32) - 32) & 63
