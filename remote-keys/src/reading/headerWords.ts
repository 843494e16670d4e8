/** Text of bytes; of an unknown charset as UTF-8. */
export function decode(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset || 'utf-8').decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

/** The bytes of text that has one character a byte. */
export const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0) & 255)

/** Words of a header that are written in ASCII (RFC 2047). */
export function decodeWords(text: string): string {
  const decoded = text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?([^?*]+)(?:\*[^?]*)?\?([bq])\?([^?]*)\?=/gi, (word, charset: string, way: string, data: string) => {
      try {
        if (way.toLowerCase() === 'b') return decode(latin1(atob(data)), charset)
        const bytes = data
          .replaceAll('_', ' ')
          .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
        return decode(latin1(bytes), charset)
      } catch {
        return word
      }
    })
  // Bytes beyond ASCII stand in headers as they are.
  return [...decoded].every((char) => char.charCodeAt(0) < 256) ? decode(latin1(decoded), 'utf-8') : decoded
}
