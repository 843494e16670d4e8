import type { Bytes } from '../bytes.ts'
import { inPieces, SLOW_PIECE } from '../pieces.ts'

// AES (FIPS 197) without WebCrypto: Chromium refuses keys of 192 bits. Decrypts alone.

const double = (byte: number) => ((byte << 1) ^ (byte & 0x80 ? 0x11b : 0)) & 255

/** A product in the field of AES. */
function times(a: number, b: number): number {
  let product = 0
  for (let [left, factor] = [b, a]; left > 0; left >>= 1, factor = double(factor)) if (left & 1) product ^= factor
  return product
}

const SUBSTITUTION = new Uint8Array(256)
const INVERSE = new Uint8Array(256)
/** What one byte does to a column when a round is undone, its bytes from high to low. */
const COLUMN = new Uint32Array(256)

// Goes through the powers of 3 and those of its inverse, so that each byte is paired with its reciprocal.
for (let [power, reciprocal, count] = [1, 1, 0]; count < 255; count += 1) {
  let sum = reciprocal ^ 0x63
  for (let by = 1; by <= 4; by += 1) sum ^= ((reciprocal << by) | (reciprocal >> (8 - by))) & 255
  SUBSTITUTION[power] = sum
  power ^= double(power)
  reciprocal = times(reciprocal, 0xf6)
}
SUBSTITUTION[0] = 0x63
for (const [from, to] of SUBSTITUTION.entries()) INVERSE[to] = from
for (let byte = 0; byte < 256; byte += 1) {
  COLUMN[byte] = (times(byte, 14) << 24) | (times(byte, 9) << 16) | (times(byte, 13) << 8) | times(byte, 11)
}

/** The same with the substitution undone before. */
const UNDONE = COLUMN.map((_, byte) => COLUMN[INVERSE[byte] ?? 0] ?? 0)

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by))
const column = (byte: number, by: number) => rotate(COLUMN[byte & 255] ?? 0, by)
const undone = (byte: number, by: number) => rotate(UNDONE[byte & 255] ?? 0, by)
const mixedBack = (word: number) =>
  column(word >>> 24, 0) ^ column(word >>> 16, 8) ^ column(word >>> 8, 16) ^ column(word, 24)

const substituted = (table: Uint8Array, word: number) =>
  ((table[word >>> 24] ?? 0) << 24) |
  ((table[(word >>> 16) & 255] ?? 0) << 16) |
  ((table[(word >>> 8) & 255] ?? 0) << 8) |
  (table[word & 255] ?? 0)

/** The words of all rounds, those between the first and the last ready for being undone. */
function roundWords(key: Bytes): { readonly words: Uint32Array; readonly last: number } {
  const length = key.length / 4
  const last = length + 6
  const words = new Uint32Array(4 * (last + 1))
  const view = new DataView(key.buffer, key.byteOffset, key.length)
  for (let at = 0, constant = 1; at < words.length; at += 1) {
    if (at < length) {
      words[at] = view.getUint32(at * 4)
      continue
    }
    let word = words[at - 1] ?? 0
    if (at % length === 0) {
      word = substituted(SUBSTITUTION, rotate(word, 24)) ^ (constant << 24)
      constant = double(constant)
    } else if (length > 6 && at % length === 4) word = substituted(SUBSTITUTION, word)
    words[at] = (words[at - length] ?? 0) ^ word
  }
  for (let at = 4; at < 4 * last; at += 1) words[at] = mixedBack(words[at] ?? 0)
  return { words, last }
}

/** Decrypts blocks of 16 bytes in CBC. The padding is kept. */
export async function decryptAes(key: Bytes, iv: Bytes, bytes: Bytes): Promise<Bytes> {
  const { words, last } = roundWords(key)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const start = new DataView(iv.buffer, iv.byteOffset, 16)
  const result = new Uint8Array(bytes.length)
  const written = new DataView(result.buffer)
  const state = new Uint32Array(4)
  const next = new Uint32Array(4)
  const of = (word: number) => state[word & 3] ?? 0
  await inPieces(
    bytes.length,
    (first, end) => {
      for (let at = first; at + 16 <= end; at += 16) {
        for (let word = 0; word < 4; word += 1)
          state[word] = view.getUint32(at + word * 4) ^ (words[last * 4 + word] ?? 0)
        for (let round = last - 1; round > 0; round -= 1) {
          for (let word = 0; word < 4; word += 1) {
            next[word] =
              undone(of(word) >>> 24, 0) ^
              undone(of(word + 3) >>> 16, 8) ^
              undone(of(word + 2) >>> 8, 16) ^
              undone(of(word + 1), 24) ^
              (words[round * 4 + word] ?? 0)
          }
          state.set(next)
        }
        for (let word = 0; word < 4; word += 1) {
          const shifted =
            (of(word) & 0xff000000) | (of(word + 3) & 0xff0000) | (of(word + 2) & 0xff00) | (of(word + 1) & 0xff)
          const before = at === 0 ? start.getUint32(word * 4) : view.getUint32(at - 16 + word * 4)
          written.setUint32(at + word * 4, substituted(INVERSE, shifted) ^ (words[word] ?? 0) ^ before)
        }
      }
    },
    SLOW_PIECE,
  )
  return result
}
