import { type Bytes, fromHex } from '../bytes.ts'
import { inPieces, SLOW_PIECE } from '../pieces.ts'

// SM4 (GB/T 32907) in CBC, with the padding of PKCS #7 written and kept.

const SUBSTITUTION = fromHex(
  [
    'd690e9fecce13db716b614c228fb2c052b679a762abe04c3aa44132649860699',
    '9c4250f491ef987a33540b43edcfac62e4b31ca9c908e89580df94fa758f3fa6',
    '4707a7fcf37317ba83593c19e6854fa8686b81b27164da8bf8eb0f4b70569d35',
    '1e240e5e6358d1a225227c3b01217887d40046579fd327524c3602e7a0c4c89e',
    'eabf8ad240c738b5a3f7f2cef96115a1e0ae5da49b341a55ad933230f58cb1e3',
    '1df6e22e8266ca60c02923ab0d534e6fd5db3745defd8e2f03ff6a726d6c5b51',
    '8d1baf92bbddbc7f11d95c411f105ad80ac13188a5cd7bbd2d74d012b8e5b4b0',
    '8969974a0c96777e65b9f109c56ec68418f07dec3adc4d2079ee5f3ed7cb3948',
  ].join(''),
)

const rotate = (word: number, by: number) => (word << by) | (word >>> (32 - by))

const substituted = (word: number) =>
  ((SUBSTITUTION[word >>> 24] ?? 0) << 24) |
  ((SUBSTITUTION[(word >>> 16) & 255] ?? 0) << 16) |
  ((SUBSTITUTION[(word >>> 8) & 255] ?? 0) << 8) |
  (SUBSTITUTION[word & 255] ?? 0)

/** What the highest byte of a word does in a round; the other bytes do the same, rotated. */
const ROUND = Uint32Array.from({ length: 256 }, (_, byte) => {
  const word = (SUBSTITUTION[byte] ?? 0) << 24
  return word ^ rotate(word, 2) ^ rotate(word, 10) ^ rotate(word, 18) ^ rotate(word, 24)
})

const SYSTEM = [0xa3b1bac6, 0x56aa3350, 0x677d9197, 0xb27022dc]

/** The constant of a round: four bytes, each 7 more than the one before. */
const constantOf = (round: number) => [0, 1, 2, 3].reduce((word, at) => (word << 8) | (((4 * round + at) * 7) & 255), 0)

function roundKeys(key: Bytes): Uint32Array {
  const view = new DataView(key.buffer, key.byteOffset, 16)
  const words = SYSTEM.map((one, at) => view.getUint32(at * 4) ^ one)
  const at = (place: number) => words[place] ?? 0
  for (let round = 0; round < 32; round += 1) {
    const word = substituted(at(round + 1) ^ at(round + 2) ^ at(round + 3) ^ constantOf(round))
    words.push(at(round) ^ word ^ rotate(word, 13) ^ rotate(word, 23))
  }
  return Uint32Array.from(words.slice(4))
}

/** Changes a block of four words by the keys of its rounds. */
function crypt(block: Uint32Array, keys: Uint32Array): void {
  let a = block[0] ?? 0
  let b = block[1] ?? 0
  let c = block[2] ?? 0
  let d = block[3] ?? 0
  for (let round = 0; round < 32; round += 1) {
    const word = b ^ c ^ d ^ (keys[round] ?? 0)
    const next =
      a ^
      (ROUND[word >>> 24] ?? 0) ^
      rotate(ROUND[(word >>> 16) & 255] ?? 0, 24) ^
      rotate(ROUND[(word >>> 8) & 255] ?? 0, 16) ^
      rotate(ROUND[word & 255] ?? 0, 8)
    a = b
    b = c
    c = d
    d = next
  }
  block[0] = d
  block[1] = c
  block[2] = b
  block[3] = a
}

const viewOf = (bytes: Bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)

/** Encrypts with a key and a first block of 16 bytes each. */
export async function encryptSm4(key: Bytes, iv: Bytes, content: Bytes): Promise<Bytes> {
  const padding = 16 - (content.length % 16)
  const bytes = new Uint8Array(content.length + padding).fill(padding)
  bytes.set(content)
  const keys = roundKeys(key)
  const view = viewOf(bytes)
  const block = new Uint32Array(4)
  for (let word = 0; word < 4; word += 1) block[word] = viewOf(iv).getUint32(word * 4)
  await inPieces(
    bytes.length,
    (start, end) => {
      for (let at = start; at < end; at += 16) {
        for (let word = 0; word < 4; word += 1) block[word] = (block[word] ?? 0) ^ view.getUint32(at + word * 4)
        crypt(block, keys)
        for (let word = 0; word < 4; word += 1) view.setUint32(at + word * 4, block[word] ?? 0)
      }
    },
    SLOW_PIECE,
  )
  return bytes
}

/** Decrypts whole blocks; the padding is kept. */
export async function decryptSm4(key: Bytes, iv: Bytes, bytes: Bytes): Promise<Bytes> {
  const keys = roundKeys(key).toReversed()
  const view = viewOf(bytes)
  const result = new Uint8Array(bytes.length)
  const written = viewOf(result)
  const block = new Uint32Array(4)
  await inPieces(
    bytes.length,
    (start, end) => {
      for (let at = start; at + 16 <= end; at += 16) {
        for (let word = 0; word < 4; word += 1) block[word] = view.getUint32(at + word * 4)
        crypt(block, keys)
        for (let word = 0; word < 4; word += 1) {
          const before = at === 0 ? viewOf(iv).getUint32(word * 4) : view.getUint32(at - 16 + word * 4)
          written.setUint32(at + word * 4, (block[word] ?? 0) ^ before)
        }
      }
    },
    SLOW_PIECE,
  )
  return result
}
