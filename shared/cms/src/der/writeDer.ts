import { type Bytes, fromText, joinBytes, toHex, withoutLeadingZeros } from '../bytes.ts'

function lengthBytes(length: number): Bytes {
  if (length < 0x80) return Uint8Array.of(length)
  const bytes: number[] = []
  for (let left = length; left > 0; left = Math.floor(left / 256)) bytes.unshift(left % 256)
  return Uint8Array.of(0x80 | bytes.length, ...bytes)
}

/** An element in DER: its first byte, and what is inside. */
export const element = (first: number, ...parts: readonly Uint8Array[]): Bytes =>
  joinBytes(...elementPieces(first, ...parts))

/** The same in pieces, for what is long: elements around each other are copied once, when the pieces are joined. */
export function elementPieces(first: number, ...parts: readonly Uint8Array[]): readonly Uint8Array[] {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return [Uint8Array.of(first), lengthBytes(length), ...parts]
}

export const sequence = (...parts: readonly Uint8Array[]): Bytes => element(0x30, ...parts)

/** A SET OF, its members in the order that DER demands. */
export function setOf(...parts: readonly Uint8Array[]): Bytes {
  const byHex = (a: Uint8Array, b: Uint8Array) => (toHex(a) < toHex(b) ? -1 : 1)
  return element(0x31, ...[...parts].sort(byHex))
}

/** A number of zero or more, from its bytes or small. */
export function integer(value: Bytes | number): Bytes {
  const bytes =
    typeof value === 'number'
      ? Uint8Array.of((value >> 24) & 0xff, (value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff)
      : value
  const short = withoutLeadingZeros(bytes.length === 0 ? Uint8Array.of(0) : bytes)
  return (short[0] ?? 0) > 0x7f ? element(2, Uint8Array.of(0), short) : element(2, short)
}

export function oid(dots: string): Bytes {
  const [first = 0n, second = 0n, ...others] = dots.split('.').map(BigInt)
  const bytes: number[] = []
  for (const arc of [first * 40n + second, ...others]) {
    const part = [Number(arc & 0x7fn)]
    for (let left = arc >> 7n; left > 0n; left >>= 7n) part.unshift(Number(left & 0x7fn) | 0x80)
    bytes.push(...part)
  }
  return element(6, Uint8Array.from(bytes))
}

export const octetString = (bytes: Uint8Array): Bytes => element(4, bytes)
export const bitString = (bytes: Uint8Array): Bytes => element(3, Uint8Array.of(0), bytes)
export const nullValue = (): Bytes => element(5)
export const trueValue = (): Bytes => element(1, Uint8Array.of(0xff))
export const utf8String = (text: string): Bytes => element(12, fromText(text))

/** A list of flags (KeyUsage), bit 0 first. */
export function flags(numbers: readonly number[]): Bytes {
  const highest = Math.max(...numbers)
  const bytes = new Uint8Array(Math.floor(highest / 8) + 1)
  for (const bit of numbers) {
    const at = Math.floor(bit / 8)
    bytes[at] = (bytes[at] ?? 0) | (0x80 >> (bit % 8))
  }
  return element(3, Uint8Array.of(7 - (highest % 8)), bytes)
}

/** UTCTime until 2049, GeneralizedTime after it (RFC 5280 §4.1.2.5). */
export function time(date: Date): Bytes {
  const digits = date.toISOString().replace(/\.\d+/, '').replace(/[-:T]/g, '')
  return date.getUTCFullYear() < 2050 ? element(23, fromText(digits.slice(2))) : element(24, fromText(digits))
}

/** An explicit context tag, or an implicit one of a structure. */
export const tagged = (tag: number, ...parts: readonly Uint8Array[]): Bytes => element(0xa0 | tag, ...parts)

/** An implicit context tag of what is not a structure. */
export const taggedBytes = (tag: number, bytes: Uint8Array): Bytes => element(0x80 | tag, bytes)
