import type { Bytes } from '../bytes.ts'

const ALPHABET = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')
const PADDING = 61
/** Bytes that one line of 76 characters holds. */
const LINE = 57

/** What each character stands for; -1 for those that are none of the alphabet. */
const VALUES = new Int8Array(256).fill(-1)
for (const [value, character] of ALPHABET.entries()) VALUES[character] = value

/**
 * Base64 in lines of 76 characters with CRLF, as mail carries it. Written byte by byte: of a mail of 25 MB, text and
 * patterns would take ten times as long.
 */
export function base64Lines(bytes: Bytes): Bytes {
  const lines = Math.ceil(bytes.length / LINE)
  const written = new Uint8Array(Math.ceil(bytes.length / 3) * 4 + 2 * lines)
  const character = (value: number) => ALPHABET[value & 63] ?? PADDING
  let to = 0
  for (let start = 0; start < bytes.length; start += LINE) {
    const end = Math.min(start + LINE, bytes.length)
    for (let at = start; at < end; at += 3) {
      const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
      written[to] = character(group >> 18)
      written[to + 1] = character(group >> 12)
      written[to + 2] = at + 1 < bytes.length ? character(group >> 6) : PADDING
      written[to + 3] = at + 2 < bytes.length ? character(group) : PADDING
      to += 4
    }
    written[to] = 13
    written[to + 1] = 10
    to += 2
  }
  return written
}

/** Reads base64 as mail programs do: what is not of its alphabet is passed over, and each padding ends a piece. */
export function readBase64(bytes: Bytes): Bytes {
  const read = new Uint8Array(Math.floor((bytes.length * 3) / 4))
  let to = 0
  let held = 0
  let bits = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    const value = VALUES[byte] ?? -1
    if (value === -1) {
      if (byte === PADDING) held = bits = 0
      continue
    }
    held = (held << 6) | value
    bits += 6
    if (bits < 8) continue
    bits -= 8
    read[to] = held >> bits
    to += 1
    held &= (1 << bits) - 1
  }
  return read.subarray(0, to)
}
