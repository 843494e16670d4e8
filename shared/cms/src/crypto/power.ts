import { type Bytes, toHex } from '../bytes.ts'

/** Bytes of an RSA key. Longer ones are used by no mail program, and would keep the page busy. */
export const LONGEST_KEY = 1_024

/** The number that bytes are, the highest first. */
export const numberOfBytes = (bytes: Bytes): bigint => BigInt(`0x${toHex(bytes) || '0'}`)

/**
 * A power in the ring of a modulus. Its time depends on its numbers: one with a secret exponent is blinded by its caller.
 * Four bits of the exponent are worked on at once.
 */
export function powerOf(base: bigint, exponent: bigint, modulus: bigint): bigint {
  const table = [1n]
  for (let at = 1; at < 16; at += 1) table.push(((table[at - 1] ?? 1n) * base) % modulus)
  let result = 1n
  for (const digit of exponent.toString(16)) {
    for (let bit = 0; bit < 4; bit += 1) result = (result * result) % modulus
    result = (result * (table[Number.parseInt(digit, 16)] ?? 1n)) % modulus
  }
  return result
}

/** The reciprocal in the ring of a modulus; null where there is none. */
export function reciprocalOf(number: bigint, modulus: bigint): bigint | null {
  let [rest, next] = [modulus, number % modulus]
  let [sum, factor] = [0n, 1n]
  while (next > 0n) {
    const times = rest / next
    ;[rest, next] = [next, rest - times * next]
    ;[sum, factor] = [factor, sum - times * factor]
  }
  if (rest !== 1n) return null
  return sum < 0n ? sum + modulus : sum
}
