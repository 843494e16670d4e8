/** Bytes that WebCrypto accepts: not a view of shared memory. */
export type Bytes = Uint8Array<ArrayBuffer>

export const joinBytes = (...parts: readonly Uint8Array[]): Bytes => joinAll(parts)

/** Joins parts of any number: of more than some ten thousand, a call with one argument each would fail. */
export function joinAll(parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at])
}

/** Compares without a branch on the bytes, for what an attacker may measure. */
export function sameSecret(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length
  for (const [at, byte] of a.entries()) difference |= byte ^ (b[at] ?? 0)
  return difference === 0
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

export function fromHex(hex: string): Bytes {
  const even = hex.length % 2 ? `0${hex}` : hex
  return Uint8Array.from({ length: even.length / 2 }, (_, at) => Number.parseInt(even.slice(at * 2, at * 2 + 2), 16))
}

/** One character a byte: the form in which headers of mail are read without losing bytes. */
export function toLatin1(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return text
}

export function fromLatin1(text: string): Bytes {
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
  return bytes
}

export const fromText = (text: string): Bytes => new Uint8Array(new TextEncoder().encode(text))

/** Without the zeros before it, as far as one byte is left. */
export function withoutLeadingZeros(bytes: Bytes): Bytes {
  let at = 0
  while (at < bytes.length - 1 && bytes[at] === 0) at += 1
  return bytes.subarray(at)
}

/** With zeros before it until it has this length; null when it is longer already. */
export function padLeft(bytes: Bytes, length: number): Bytes | null {
  const short = withoutLeadingZeros(bytes)
  if (short.length > length) return null
  const padded = new Uint8Array(length)
  padded.set(short, length - short.length)
  return padded
}
