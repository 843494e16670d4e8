import type { Bytes } from '../bytes.ts'
import { inPieces, SLOW_PIECE } from '../pieces.ts'

// SM3 (GB/T 32905): a digest of 32 bytes.

const START = [...[0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600], ...[0xa96f30bc, 0x163138aa, 0xe38dee4d, 0xb0fb0e4e]]

const rotate = (word: number, by: number) => (word << by) | (word >>> (32 - by))

/** The constant of each round, rotated by its number. */
const CONSTANTS = Uint32Array.from({ length: 64 }, (_, round) =>
  rotate(round < 16 ? 0x79cc4519 : 0x7a879d8a, round % 32),
)

const spread = (word: number) => word ^ rotate(word, 15) ^ rotate(word, 23)

/** Adds a block of 64 bytes to the state. */
function addBlock(state: Uint32Array, view: DataView, start: number, words: Uint32Array): void {
  const at = (place: number) => words[place] ?? 0
  for (let place = 0; place < 16; place += 1) words[place] = view.getUint32(start + place * 4)
  for (let place = 16; place < 68; place += 1) {
    const mixed = spread(at(place - 16) ^ at(place - 9) ^ rotate(at(place - 3), 15))
    words[place] = mixed ^ rotate(at(place - 13), 7) ^ at(place - 6)
  }
  const before = (place: number) => state[place] ?? 0
  let [a, b, c, d] = [before(0), before(1), before(2), before(3)]
  let [e, f, g, h] = [before(4), before(5), before(6), before(7)]
  for (let round = 0; round < 64; round += 1) {
    const turned = rotate(a, 12)
    const first = rotate((turned + e + (CONSTANTS[round] ?? 0)) | 0, 7)
    const isEarly = round < 16
    const chosen = isEarly ? a ^ b ^ c : (a & b) | (a & c) | (b & c)
    const other = isEarly ? e ^ f ^ g : (e & f) | (~e & g)
    const left = (chosen + d + (first ^ turned) + (at(round) ^ at(round + 4))) | 0
    const right = (other + h + first + at(round)) | 0
    d = c
    c = rotate(b, 9)
    b = a
    a = left
    h = g
    g = rotate(f, 19)
    f = e
    e = right ^ rotate(right, 9) ^ rotate(right, 17)
  }
  state[0] = before(0) ^ a
  state[1] = before(1) ^ b
  state[2] = before(2) ^ c
  state[3] = before(3) ^ d
  state[4] = before(4) ^ e
  state[5] = before(5) ^ f
  state[6] = before(6) ^ g
  state[7] = before(7) ^ h
}

/** What is left behind the whole blocks, with the ending that every message gets. */
function ending(bytes: Bytes, start: number): Bytes {
  const left = bytes.length - start
  const result = new Uint8Array(left < 56 ? 64 : 128)
  result.set(bytes.subarray(start))
  result[left] = 0x80
  new DataView(result.buffer).setBigUint64(result.length - 8, BigInt(bytes.length) * 8n)
  return result
}

function finish(state: Uint32Array, words: Uint32Array, bytes: Bytes): Bytes {
  const last = ending(bytes, bytes.length - (bytes.length % 64))
  for (let at = 0; at < last.length; at += 64) addBlock(state, new DataView(last.buffer), at, words)
  const result = new Uint8Array(32)
  const view = new DataView(result.buffer)
  for (const [place, word] of state.entries()) view.setUint32(place * 4, word)
  return result
}

/** The digest of short bytes. */
export function sm3(bytes: Bytes): Bytes {
  const [state, words] = [Uint32Array.from(START), new Uint32Array(68)]
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = 0; at + 64 <= bytes.length; at += 64) addBlock(state, view, at, words)
  return finish(state, words, bytes)
}

/** The digest of bytes that may be long: the page can draw meanwhile. */
export async function longSm3(bytes: Bytes): Promise<Bytes> {
  const [state, words] = [Uint32Array.from(START), new Uint32Array(68)]
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const add = (start: number, end: number) => {
    for (let at = start; at + 64 <= end; at += 64) addBlock(state, view, at, words)
  }
  await inPieces(bytes.length, add, SLOW_PIECE)
  return finish(state, words, bytes)
}
