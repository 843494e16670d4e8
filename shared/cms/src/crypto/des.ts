import type { Bytes } from '../bytes.ts'
import { inPieces, SLOW_PIECE } from '../pieces.ts'

// DES (FIPS 46-3), three times over: what mail and key files were encrypted with until about 2010. Decrypts alone.

const PC1 = [
  ...[57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18, 10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60, 52, 44, 36],
  ...[63, 55, 47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22, 14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20, 12, 4],
]
const PC2 = [
  ...[14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10, 23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2],
  ...[41, 52, 31, 37, 47, 55, 30, 40, 51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32],
]
const P = [
  ...[16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10],
  ...[2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6, 22, 11, 4, 25],
]
const SHIFTS = [1, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 1]

/** The eight substitutions, a digit for each value: four rows of sixteen. */
const SUBSTITUTIONS = [
  'e4d12fb83a6c59070f74e2d1a6cb953841e8d62bfc973a50fc8249175b3ea06d',
  'f18e6b34972dc05a3d47f28ec01a69b50e7ba4d158c6932fd8a13f42b67c05e9',
  'a09e63f51dc7b428d709346a285ecbf1d6498f30b12c5ae71ad069874fe3b52c',
  '7de3069a1285bc4fd8b56f03472c1ae9a690cb7df13e52843f06a1d8945bc72e',
  '2c417ab6853fd0e9eb2c47d150fa3986421bad78f9c5630eb8c71e2d6f09a453',
  'c1af92680d34e75baf427c9561de0b389ef528c3704a1db6432c95fabe17608d',
  '4b2ef08d3c975a61d0b7491ae35c2f8614bdc37eaf6805926bd814a7950fe23c',
  'd2846fb1a93e50c71fd8a374c56b0e927b419ce206adf35821e74a8dfc90356b',
] as const

/** The result of each substitution with the permutation behind it, for six bits in: 64 numbers for each. */
const TABLES = Uint32Array.from(
  SUBSTITUTIONS.flatMap((digits, box) => Array.from({ length: 64 }, (_, six) => resultOf(digits, box, six))),
)

function resultOf(digits: string, box: number, six: number): number {
  const row = ((six >> 4) & 2) | (six & 1)
  const four = Number.parseInt(digits.charAt(row * 16 + ((six >> 1) & 15)), 16)
  let result = 0
  for (const [to, from] of P.entries()) {
    const at = from - 1 - box * 4
    if (at >= 0 && at < 4 && (four >> (3 - at)) & 1) result |= 1 << (31 - to)
  }
  return result
}

const rotate = (word: number, by: number) => (word << by) | (word >>> (32 - by))

/** Sixteen round keys of eight times six bits. */
function roundKeys(key: Bytes): Uint8Array[] {
  const bits = PC1.map((place) => ((key[(place - 1) >> 3] ?? 0) >> (7 - ((place - 1) & 7))) & 1)
  let [left, right] = [bits.slice(0, 28), bits.slice(28)]
  return SHIFTS.map((by) => {
    left = [...left.slice(by), ...left.slice(0, by)]
    right = [...right.slice(by), ...right.slice(0, by)]
    const both = [...left, ...right]
    return Uint8Array.from({ length: 8 }, (_, group) =>
      PC2.slice(group * 6, group * 6 + 6).reduce((sum, place) => (sum << 1) | (both[place - 1] ?? 0), 0),
    )
  })
}

/** The two halves of a block while they are worked on. */
type Halves = Uint32Array

/** Swaps the bits of one half with those of the other, under a mask. */
function swap(block: Halves, from: 0 | 1, by: number, mask: number): void {
  const [a, b] = [block[from] ?? 0, block[1 - from] ?? 0]
  const change = ((a >>> by) ^ b) & mask
  block[from] = a ^ (change << by)
  block[1 - from] = b ^ change
}

function permute(block: Halves): void {
  swap(block, 0, 4, 0x0f0f0f0f)
  swap(block, 0, 16, 0x0000ffff)
  swap(block, 1, 2, 0x33333333)
  swap(block, 1, 8, 0x00ff00ff)
  swap(block, 0, 1, 0x55555555)
}

function permuteBack(block: Halves): void {
  swap(block, 0, 1, 0x55555555)
  swap(block, 1, 8, 0x00ff00ff)
  swap(block, 1, 2, 0x33333333)
  swap(block, 0, 16, 0x0000ffff)
  swap(block, 0, 4, 0x0f0f0f0f)
}

/** Sixteen rounds between the permutations, which the next pass would undo. */
function pass(block: Halves, keys: readonly Uint8Array[]): void {
  let left = block[0] ?? 0
  let right = block[1] ?? 0
  for (const key of keys) {
    let sum = 0
    for (let box = 0; box < 8; box += 1) {
      const six = (rotate(right, (box * 4 + 5) & 31) & 63) ^ (key[box] ?? 0)
      sum ^= TABLES[box * 64 + six] ?? 0
    }
    const before = right
    right = left ^ sum
    left = before
  }
  block[0] = right
  block[1] = left
}

/** Decrypts blocks of 8 bytes in CBC; the key has 24 bytes. The padding is kept. */
export async function decryptDes3(key: Bytes, iv: Bytes, bytes: Bytes): Promise<Bytes> {
  const [first = [], second = [], third = []] = [0, 8, 16].map((at) => roundKeys(key.subarray(at, at + 8)))
  const [undoFirst, undoThird] = [first.toReversed(), third.toReversed()]
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const start = new DataView(iv.buffer, iv.byteOffset, 8)
  const result = new Uint8Array(bytes.length)
  const written = new DataView(result.buffer)
  const block = new Uint32Array(2)
  await inPieces(
    bytes.length,
    (first, end) => {
      for (let at = first; at + 8 <= end; at += 8) {
        block[0] = view.getUint32(at)
        block[1] = view.getUint32(at + 4)
        permute(block)
        pass(block, undoThird)
        pass(block, second)
        pass(block, undoFirst)
        permuteBack(block)
        for (let half = 0; half < 8; half += 4) {
          const before = at === 0 ? start.getUint32(half) : view.getUint32(at - 8 + half)
          written.setUint32(at + half, (block[half / 4] ?? 0) ^ before)
        }
      }
    },
    SLOW_PIECE,
  )
  return result
}
