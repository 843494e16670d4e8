const K = new Uint32Array(64)
const START = new Uint32Array(8)
/** The words of a block. A new array for each of half a million hashes would cost more than the hashes. */
const w = new Uint32Array(64)

/** The fractional parts of the roots of the first primes (FIPS 180-4, §4.2.2 and §5.3.3). */
function fillConstants(): void {
  let found = 0
  for (let candidate = 2; found < 64; candidate++) {
    let prime = true
    for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) prime = false
    if (!prime) continue
    if (found < 8) START[found] = (candidate ** (1 / 2) % 1) * 2 ** 32
    K[found] = (candidate ** (1 / 3) % 1) * 2 ** 32
    found += 1
  }
}

const turn = (value: number, by: number) => (value >>> by) | (value << (32 - by))

/**
 * The first 32 bits of the SHA-256 of a short text in ASCII (55 bytes at most: one block). The browser's own is missing on
 * plain http, where offices run too, and answers too slowly one by one.
 */
export function sha256Head(text: string): number {
  if (K[0] === 0) fillConstants()
  w.fill(0, 0, 16)
  for (let at = 0; at < text.length; at++) {
    w[at >> 2] = (w[at >> 2] ?? 0) | (text.charCodeAt(at) << (24 - (at & 3) * 8))
  }
  w[text.length >> 2] = (w[text.length >> 2] ?? 0) | (0x80 << (24 - (text.length & 3) * 8))
  w[15] = text.length * 8
  for (let at = 16; at < 64; at++) {
    const a = w[at - 15] ?? 0
    const b = w[at - 2] ?? 0
    const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)
    const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10)
    w[at] = (w[at - 16] ?? 0) + s0 + (w[at - 7] ?? 0) + s1
  }
  let a = START[0] ?? 0
  let b = START[1] ?? 0
  let c = START[2] ?? 0
  let d = START[3] ?? 0
  let e = START[4] ?? 0
  let f = START[5] ?? 0
  let g = START[6] ?? 0
  let h = START[7] ?? 0
  for (let at = 0; at < 64; at++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (K[at] ?? 0) + (w[at] ?? 0)) | 0
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  return (a + (START[0] ?? 0)) >>> 0
}
