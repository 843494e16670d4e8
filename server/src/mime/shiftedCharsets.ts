import iconv from 'iconv-lite'

/**
 * Charsets that switch to two-byte characters by escape sequences and stay 7-bit on the wire.
 * Neither iconv-lite nor TextDecoder reads them; each is an 8-bit charset with the high bit taken off.
 */

const TILDE = 0x7e
const LINE_FEED = 0x0a
const ESCAPE = 0x1b
const SHIFT_OUT = 0x0e
const SHIFT_IN = 0x0f

/** Decodes HZ-GB-2312 (RFC 1843): `~{` and `~}` around GB 2312, `~~` a tilde, `~` at a line's end a soft break. */
export function decodeHz(bytes: Uint8Array): string {
  const restored = Buffer.allocUnsafe(bytes.length)
  let length = 0
  let chinese = false
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    const next = bytes[i + 1]
    if (byte === TILDE && next === 0x7b) {
      chinese = true
      i++
    } else if (byte === TILDE && next === 0x7d) {
      chinese = false
      i++
    } else if (byte === TILDE && next === TILDE && !chinese) {
      restored[length++] = TILDE
      i++
    } else if (byte === TILDE && next === LINE_FEED && !chinese) {
      i++
    } else if (chinese && byte >= 0x21 && byte < 0x7f && next !== undefined && next >= 0x21 && next < 0x7f) {
      restored[length++] = byte | 0x80
      restored[length++] = next | 0x80
      i++
    } else {
      // RFC 1843: a line break always ends the two-byte mode, so a lost `~}` spoils one line only.
      if (byte === LINE_FEED) chinese = false
      restored[length++] = byte
    }
  }
  return iconv.decode(restored.subarray(0, length), 'gb18030')
}

/** Decodes ISO-2022-KR (RFC 1557) and the GB 2312 plane of ISO-2022-CN (RFC 1922): SO … SI around two-byte characters. */
export function decodeShiftOut(bytes: Uint8Array, charset: 'cp949' | 'gb18030'): string {
  const restored = Buffer.allocUnsafe(bytes.length)
  let length = 0
  let shifted = false
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    if (byte === ESCAPE && bytes[i + 1] === 0x24 && (bytes[i + 2] === 0x29 || bytes[i + 2] === 0x2a)) i += 3
    else if (byte === SHIFT_OUT) shifted = true
    else if (byte === SHIFT_IN) shifted = false
    else {
      if (byte === LINE_FEED) shifted = false
      restored[length++] = shifted && byte > 0x20 && byte < 0x7f ? byte | 0x80 : byte
    }
  }
  return iconv.decode(restored.subarray(0, length), charset)
}
