import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { sm2 } from 'sm-crypto-v2'
import { expect, test } from 'vitest'
import { type Bytes, toHex } from '../src/bytes.ts'
import { decryptBy, encryptTo, isSigned, ORDER, pointOf, signDigest, signerDigest } from '../src/crypto/sm2Curve.ts'
import { longSm3, sm3 } from '../src/crypto/sm3.ts'
import { decryptSm4, encryptSm4 } from '../src/crypto/sm4.ts'
import { withBitTurned } from './fixtures.ts'

/** Compares what may be long. */
const expectSame = (a: Uint8Array, b: Uint8Array) => expect(Buffer.compare(a, b)).toBe(0)
const random = (length: number) => new Uint8Array(randomBytes(length))
const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))
const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))
/** The last is longer than a piece that is worked on at once. */
const LENGTHS = [0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 1_000, 300_000]

test('given bytes of any length, then their digest by SM3 is that of openssl', async () => {
  for (const length of LENGTHS) {
    const bytes = random(length)
    const digest = new Uint8Array(createHash('sm3').update(bytes).digest())
    expect(sm3(bytes)).toEqual(digest)
    expect(await longSm3(bytes)).toEqual(digest)
  }
})

test('given bytes of any length, then SM4 encrypts as openssl does, and decrypts it with its padding', async () => {
  for (const length of LENGTHS) {
    const [key, iv, text] = [random(16), random(16), random(length)]
    const cipher = createCipheriv('sm4-cbc', key, iv)
    const encrypted = joined(cipher.update(text), cipher.final())
    expectSame(await encryptSm4(key, iv, text), encrypted)
    const read = await decryptSm4(key, iv, encrypted)
    expectSame(read.subarray(0, length), text)
    expect(read.at(-1)).toBe(read.length - length)
  }
})

/** Keys of all lengths, with the smallest and the largest secret. */
const SECRETS: readonly Bytes[] = [
  bytesOf('1'.padStart(64, '0')),
  bytesOf((ORDER - 2n).toString(16)),
  ...[1, 2, 3].map(() => joined(Uint8Array.of(0), random(31))),
]

test('given keys and signatures of another library, then each reads what the other made', () => {
  for (const secret of SECRETS) {
    const point = pointOf(secret)
    expect(toHex(point)).toBe(sm2.getPublicKeyFromPrivateKey(toHex(secret)))
    const message = random(100)
    const digest = sm3(joined(signerDigest(point), message))
    const mine = signDigest(secret, digest)
    expect(sm2.doVerifySignature(message, toHex(mine), toHex(point), { hash: true })).toBe(true)
    const theirs = sm2.doSignature(message, toHex(secret), { hash: true })
    const numbers = [theirs.slice(0, 64), theirs.slice(64)].map((hex) => BigInt(`0x${hex}`))
    const [r = 0n, s = 0n] = numbers
    expect(isSigned(point, digest, r, s)).toBe(true)
    expect(isSigned(point, withBitTurned(digest, 0), r, s)).toBe(false)
    expect(isSigned(point, digest, s, r)).toBe(false)
    expect(isSigned(point, digest, r, ORDER - r)).toBe(false)
    expect(() => isSigned(withBitTurned(point, -1), digest, r, s)).toThrow()
  }
})

test('given messages that another library encrypted, then each opens what the other made, and nothing that was changed', () => {
  for (const secret of SECRETS) {
    const point = pointOf(secret)
    const message = random(32)
    const { once, digest, text } = encryptTo(point, message)
    const opened = sm2.doDecrypt(toHex(joined(once, digest, text)), toHex(secret), 1, { output: 'array' })
    expect(new Uint8Array(opened)).toEqual(message)
    const theirs = bytesOf(sm2.doEncrypt(message, toHex(point), 1))
    const cipher = { once: theirs.subarray(0, 64), digest: theirs.subarray(64, 96), text: theirs.subarray(96) }
    expect(decryptBy(secret, cipher)).toEqual(message)
    expect(decryptBy(secret, { ...cipher, text: withBitTurned(cipher.text, 0) })).toBeNull()
    expect(decryptBy(secret, { ...cipher, digest: withBitTurned(cipher.digest, 0) })).toBeNull()
    // Points beside the curve would show the secret step by step.
    expect(() => decryptBy(secret, { ...cipher, once: withBitTurned(cipher.once, -1) })).toThrow()
    expect(() => decryptBy(secret, { ...cipher, once: new Uint8Array(64) })).toThrow()
  }
})
