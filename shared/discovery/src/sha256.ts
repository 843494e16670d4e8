/** The first 32 bits of the fractional parts of a root of the first primes, as FIPS 180-4 derives its constants. */
function primeRoots(count: number, root: number): Uint32Array {
  const found = new Uint32Array(count)
  for (let candidate = 2, at = 0; at < count; candidate++) {
    let prime = true
    for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) prime = false
    if (prime) {
      const value = root === 2 ? Math.sqrt(candidate) : Math.cbrt(candidate)
      found[at++] = (value - Math.floor(value)) * 2 ** 32
    }
  }
  return found
}

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by))

/** The message with the one bit, the zeros and the length in bits that FIPS 180-4 appends. */
function padded(message: Uint8Array): DataView {
  const length = ((message.length + 8) >> 6) * 64 + 64
  const bytes = new Uint8Array(length)
  bytes.set(message)
  bytes[message.length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setUint32(length - 8, Math.floor(message.length / 2 ** 29))
  view.setUint32(length - 4, message.length * 8)
  return view
}

/**
 * SHA-256 of a text in UTF-8, as hexadecimal (FIPS 180-4).
 * The browser's own digest is asynchronous and missing on plain http; choosing a version must be neither.
 */
export function sha256(text: string): string {
  const k = primeRoots(64, 3)
  const state = primeRoots(8, 2)
  const view = padded(new TextEncoder().encode(text))
  const w = new Uint32Array(64)
  const at = (words: Uint32Array, index: number) => words[index] ?? 0
  for (let block = 0; block < view.byteLength; block += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) {
        w[i] = view.getUint32(block + i * 4)
        continue
      }
      const a = at(w, i - 15)
      const b = at(w, i - 2)
      w[i] =
        at(w, i - 16) +
        at(w, i - 7) +
        (rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3)) +
        (rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10))
    }
    const v = state.slice()
    for (let i = 0; i < 64; i++) {
      const [a, b, c, d, e, f, g, h] = [at(v, 0), at(v, 1), at(v, 2), at(v, 3), at(v, 4), at(v, 5), at(v, 6), at(v, 7)]
      const t1 = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + at(k, i) + at(w, i)
      const t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
      v.set([t1 + t2, a, b, c, d + t1, e, f, g])
    }
    for (let i = 0; i < 8; i++) state[i] = at(state, i) + at(v, i)
  }
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('')
}
