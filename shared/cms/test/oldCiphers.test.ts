import { createCipheriv, randomBytes } from 'node:crypto'
import forge from 'node-forge'
import { expect, test } from 'vitest'
import { padLeft } from '../src/bytes.ts'
import { decryptAes192, decryptRc2, decryptTripleDes } from '../src/crypto/oldCiphers.ts'
import { rsaPrivateOperation } from '../src/crypto/oldRsa.ts'
import { fixtures } from './fixtures.ts'

/** Compares what may be long. */
const expectSame = (a: Uint8Array, b: Uint8Array) => expect(Buffer.compare(a, b)).toBe(0)
const random = (length: number) => new Uint8Array(randomBytes(length))
const binary = (bytes: Uint8Array) => Buffer.from(bytes).toString('binary')
/** The last is longer than a piece that is worked on at once. */
const SHORT = [1, 8, 15, 16, 17, 1_000]
const LENGTHS = [...SHORT, 140_000]

function byNode(name: string, key: Uint8Array, iv: Uint8Array, text: Uint8Array) {
  const cipher = createCipheriv(name, key, iv)
  return new Uint8Array(Buffer.concat([cipher.update(text), cipher.final()]))
}

test('given texts that node encrypted with 3DES and AES-192, then they are read with their padding', async () => {
  for (const length of LENGTHS) {
    const text = random(length)
    const [iv, long] = [random(8), random(16)]
    const [key, two] = [random(24), random(16)]
    const opened = (bytes: Uint8Array) => bytes.subarray(0, length)
    expectSame(opened(await decryptTripleDes(key, iv, byNode('des-ede3-cbc', key, iv, text))), text)
    const both = new Uint8Array([...two, ...two.subarray(0, 8)])
    expectSame(opened(await decryptTripleDes(two, iv, byNode('des-ede3-cbc', both, iv, text))), text)
    const read = await decryptAes192(key, long, byNode('aes-192-cbc', key, long, text))
    expectSame(opened(read), text)
    expect(read.at(-1)).toBe(read.length - length)
  }
})

test('given texts that node-forge encrypted with RC2 of several lengths, then they are read', async () => {
  for (const [bytes, bits, lengths] of [
    [16, 128, LENGTHS],
    // The other side is slow: what is longer than a piece is read with one length of the key.
    [16, 40, SHORT],
    [8, 64, SHORT],
    [5, 40, SHORT],
  ] as const) {
    for (const length of lengths) {
      const [text, key, iv] = [random(length), random(bytes), random(8)]
      const cipher = forge.rc2.createEncryptionCipher(binary(key), bits)
      cipher.start(binary(iv))
      cipher.update(forge.util.createBuffer(binary(text)))
      cipher.finish()
      const encrypted = new Uint8Array(Buffer.from(cipher.output.getBytes(), 'binary'))
      expectSame((await decryptRc2(key, bits, iv, encrypted)).subarray(0, length), text)
    }
  }
})

test('given numbers of an RSA key, then its operation undoes the public one, and wrong numbers give nothing', () => {
  const key = fixtures.key('rsa')
  if (key.kind !== 'rsa') throw new Error('no RSA key')
  const [n, e, d, p, q, dP, dQ, qInv] = key.numbers
  const number = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  const modulus = number(n)
  for (const text of [2n, 12_345n, modulus - 1n, number(random(200))]) {
    let power = 1n
    for (const bit of number(e).toString(2)) power = (power * power * (bit === '1' ? text : 1n)) % modulus
    const bytes = (value: bigint) =>
      padLeft(new Uint8Array(Buffer.from(value.toString(16).padStart(512, '0'), 'hex')), 256)
    expect(rsaPrivateOperation(key.numbers, bytes(power) ?? n)).toEqual(bytes(text))
  }
  expect(rsaPrivateOperation(key.numbers, n)).toBeNull()
  // A result that the public exponent does not confirm would show a half of the key.
  expect(rsaPrivateOperation([n, e, d, p, q, dQ, dQ, qInv], random(255))).toBeNull()
  expect(rsaPrivateOperation([n, e, d, q, p, dP, dQ, qInv], random(255))).toBeNull()
  // Exponents without a bound would keep the page busy.
  expect(rsaPrivateOperation([n, e, d, p, q, random(60_000), dQ, qInv], random(255))).toBeNull()
  expect(rsaPrivateOperation([n, random(60_000), d, p, q, dP, dQ, qInv], random(255))).toBeNull()
  expect(rsaPrivateOperation([n, e, d, n, Uint8Array.of(0), dP, dQ, qInv], random(255))).toBeNull()
  expect(rsaPrivateOperation([new Uint8Array(1_025).fill(255), e, d, p, q, dP, dQ, qInv], random(255))).toBeNull()
})
