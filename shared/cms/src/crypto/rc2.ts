import { type Bytes, fromHex } from '../bytes.ts'
import { inPieces, SLOW_PIECE } from '../pieces.ts'

// RC2 (RFC 2268): what the mail of exported programs was encrypted with until about 2000. Decrypts alone.

const PI_TABLE = fromHex(
  [
    'd978f9c419ddb5ed28e9fd794aa0d89dc67e37832b76538e624c6488448bfba2',
    '179a59f587b34f1361456d8d09817d32bd8f40eb86b77b0bf09521225c6b4e82',
    '54d66593ce60b21c7356c014a78cf1dc1275ca1f3bbee4d1423dd430a33cb626',
    '6fbf0eda4669075727f21d9bbc944303f811c7f690ef3ee706c3d52fc8661ed7',
    '08e8eade8052eef784aa72ac354d6a2a961ad2715a1549744b9fd05e0418a4ec',
    'c2e0416e0f51cbcc2491af50a1f47039997c3a8523b8b47afc02365b25559731',
    '2d5dfa98e38a92ae05df2910676cbac9d300e6cfe19ea82c6316013f58e289a9',
    '0d38341bab33ffb0bb480c5fb9b1cd2ec5f3db47e5a59c770aa62068fe7fc1ad',
  ].join(''),
)

/** The 64 words that a key is made into (RFC 2268 §2). */
function wordsOf(key: Bytes, effectiveBits: number): Uint16Array {
  const pi = (at: number) => PI_TABLE[at & 255] ?? 0
  const bytes = new Uint8Array(128)
  bytes.set(key.subarray(0, 128))
  const at = (place: number) => bytes[place] ?? 0
  for (let place = key.length; place < 128; place += 1) bytes[place] = pi(at(place - 1) + at(place - key.length))
  const effective = (effectiveBits + 7) >> 3
  const mask = 255 >> (8 * effective - effectiveBits)
  bytes[128 - effective] = pi(at(128 - effective) & mask)
  for (let place = 127 - effective; place >= 0; place -= 1) bytes[place] = pi(at(place + 1) ^ at(place + effective))
  return Uint16Array.from({ length: 64 }, (_, word) => at(word * 2) | (at(word * 2 + 1) << 8))
}

const SHIFTS = [1, 2, 3, 5] as const

/** Undoes the rounds on four words of a block. */
function undo(block: Uint16Array, words: Uint16Array): void {
  const at = (place: number) => block[place & 3] ?? 0
  let next = 63
  const mix = () => {
    for (let place = 3; place >= 0; place -= 1) {
      const by = SHIFTS[place] ?? 1
      const turned = ((at(place) >> by) | (at(place) << (16 - by))) & 0xffff
      const chosen = (at(place + 3) & at(place + 2)) + (~at(place + 3) & at(place + 1))
      block[place] = turned - (words[next] ?? 0) - chosen
      next -= 1
    }
  }
  const mash = () => {
    for (let place = 3; place >= 0; place -= 1) block[place] = at(place) - (words[at(place + 3) & 63] ?? 0)
  }
  for (let round = 0; round < 5; round += 1) mix()
  mash()
  for (let round = 0; round < 6; round += 1) mix()
  mash()
  for (let round = 0; round < 5; round += 1) mix()
}

/** Decrypts blocks of 8 bytes in CBC; `effectiveBits` of the key count. The padding is kept. */
export async function decryptRc2(key: Bytes, effectiveBits: number, iv: Bytes, bytes: Bytes): Promise<Bytes> {
  const words = wordsOf(key, effectiveBits)
  const result = new Uint8Array(bytes.length)
  const block = new Uint16Array(4)
  await inPieces(
    bytes.length,
    (first, end) => {
      for (let start = first; start + 8 <= end; start += 8) {
        for (let word = 0; word < 4; word += 1)
          block[word] = (bytes[start + word * 2] ?? 0) | ((bytes[start + word * 2 + 1] ?? 0) << 8)
        undo(block, words)
        for (let byte = 0; byte < 8; byte += 1) {
          const before = start === 0 ? (iv[byte] ?? 0) : (bytes[start - 8 + byte] ?? 0)
          result[start + byte] = ((block[byte >> 1] ?? 0) >> (8 * (byte & 1))) ^ before
        }
      }
    },
    SLOW_PIECE,
  )
  return result
}
