import type { Bytes } from '../bytes.ts'
import { inPieces } from '../pieces.ts'

const ALPHABET = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')
const PADDING = 61
/** Bytes that one line of 76 characters holds, and characters of a line with its end. */
const LINE = 57
const LINE_WRITTEN = 78

/** What each character stands for; -1 for those that are none of the alphabet. */
const VALUES = new Int8Array(256).fill(-1)
for (const [value, character] of ALPHABET.entries()) VALUES[character] = value

const character = (value: number): number => ALPHABET[value & 63] ?? PADDING

/**
 * Base64 in lines of 76 characters with CRLF, as mail carries it. Written byte by byte: for a mail of 25 MB, text and patterns
 * would take ten times as long.
 */
export async function base64Lines(bytes: Bytes): Promise<Bytes> {
  const { length } = bytes
  const written = new Uint8Array(Math.ceil(length / 3) * 4 + 2 * Math.ceil(length / LINE))
  await inPieces(length, (first, last) => {
    for (let start = first; start < last; start += LINE) {
      let to = (start / LINE) * LINE_WRITTEN
      const end = Math.min(start + LINE, length)
      for (let at = start; at < end; at += 3) {
        const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
        written[to] = character(group >> 18)
        written[to + 1] = character(group >> 12)
        written[to + 2] = at + 1 < length ? character(group >> 6) : PADDING
        written[to + 3] = at + 2 < length ? character(group) : PADDING
        to += 4
      }
      written[to] = 13
      written[to + 1] = 10
    }
  })
  return written
}

/** Reads base64 in pieces that come one after the other. */
class Base64Reader {
  readonly #read: Bytes
  #to = 0
  #held = 0
  #bits = 0

  /** @param length of what is read, in characters */
  constructor(length: number) {
    this.#read = new Uint8Array(Math.ceil((length * 3) / 4))
  }

  add(bytes: Bytes, start: number, end: number): void {
    for (let at = start; at < end; at += 1) {
      const byte = bytes[at] ?? 0
      const value = VALUES[byte] ?? -1
      if (value === -1) {
        if (byte === PADDING) this.#held = this.#bits = 0
        continue
      }
      this.#held = (this.#held << 6) | value
      this.#bits += 6
      if (this.#bits < 8) continue
      this.#bits -= 8
      this.#read[this.#to] = this.#held >> this.#bits
      this.#to += 1
      this.#held &= (1 << this.#bits) - 1
    }
  }

  bytes(): Bytes {
    return this.#read.subarray(0, this.#to)
  }
}

/** Reads base64 as mail programs do: what is not of its alphabet is passed over, and each padding ends a piece. */
export function readBase64(bytes: Bytes): Bytes {
  const reader = new Base64Reader(bytes.length)
  reader.add(bytes, 0, bytes.length)
  return reader.bytes()
}

/** The same for what may be long: the page can draw meanwhile. */
export async function readLongBase64(bytes: Bytes): Promise<Bytes> {
  const reader = new Base64Reader(bytes.length)
  await inPieces(bytes.length, (start, end) => reader.add(bytes, start, end))
  return reader.bytes()
}
