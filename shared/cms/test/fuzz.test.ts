import { expect, test } from 'vitest'
import { octetsOf, readDer } from '../src/der/readDer.ts'
import {
  type Bytes,
  CmsError,
  decrypt,
  judgeForMail,
  readCertificate,
  readCms,
  readKeyFile,
  readRequest,
  verify,
} from '../src/index.ts'
import { BY_CODE, ENCRYPTED, KEY_FILES, MAIL, SIGNED } from './cases.ts'
import { DAY, fixtures } from './fixtures.ts'

const RUNS = Number(process.env.YANSHU_FUZZ_RUNS ?? 250)
/** The time for all runs, in milliseconds. */
const TIME = 30_000 + RUNS * 100
const SEED = Number(process.env.YANSHU_FUZZ_SEED ?? 1)

/** Numbers from 0 to 1 that a seed repeats. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Turns, repeats, cuts and moves parts of bytes, as a hostile sender would. */
function changed(bytes: Bytes, random: () => number): Bytes {
  const result = Array.from(bytes)
  const place = () => Math.floor(random() * result.length)
  for (let left = 1 + Math.floor(random() * 4); left > 0; left -= 1) {
    const kind = random()
    if (kind < 0.4) result[place()] = Math.floor(random() * 256)
    else if (kind < 0.55) result.splice(place(), 1 + Math.floor(random() * 8))
    else if (kind < 0.7) result.splice(place(), 0, ...result.slice(place(), place()))
    else if (kind < 0.85) result.splice(place(), 2, 0x30, 0x80)
    else result.length = Math.max(1, place())
  }
  return Uint8Array.from(result.slice(0, 64 * 1024))
}

const trust = { roots: [fixtures.certificate('root')], certificates: [fixtures.certificate('middle')], at: DAY }

async function readAsMail(bytes: Bytes): Promise<void> {
  const data = readCms(bytes)
  if (data.type === 'enveloped') {
    await decrypt(data, fixtures.held('ec', 'rsa', 'sm2'))
    return
  }
  for (const { certificate } of await verify(data, { content: MAIL })) {
    if (certificate) await judgeForMail(certificate, { address: 'rsa@yanshu.test', use: 'signing' }, trust)
  }
}

/** Runs a reader; anything that it throws but its own error is a defect. */
async function onlyOwnErrors(read: () => unknown, bytes: Bytes): Promise<void> {
  try {
    await read()
  } catch (error) {
    if (error instanceof CmsError) return
    throw new Error(`${error} for ${Buffer.from(bytes).toString('base64')}`, { cause: error })
  }
}

test(
  'given protected mail that was changed anywhere, then it is read, or refused by the own error',
  async () => {
    const random = randomFrom(SEED)
    const encrypted = [...ENCRYPTED, BY_CODE].map(({ file }) => `encrypted/${file}`)
    const whole = [...SIGNED.map(({ file }) => `signed/${file}`), ...encrypted]
    for (let run = 0; run < RUNS; run += 1) {
      const name = whole[run % whole.length] ?? ''
      const bytes = changed(fixtures.read(name), random)
      await onlyOwnErrors(() => readAsMail(bytes), bytes)
    }
  },
  TIME,
)

test(
  'given certificates, requests and key files that were changed anywhere, then the own error is the only one',
  async () => {
    const random = randomFrom(SEED + 1)
    const certificate = fixtures.certificate('ec').der
    for (let run = 0; run < RUNS; run += 1) {
      const one = changed(certificate, random)
      await onlyOwnErrors(() => readCertificate(one), one)
      await onlyOwnErrors(() => readRequest(one), one)
      if (run % 8) continue
      const { file, password } = KEY_FILES[(run / 8) % KEY_FILES.length] ?? { file: 'ec.p12', password: '' }
      const bytes = changed(fixtures.read(`key-files/${file}`), random)
      await onlyOwnErrors(() => readKeyFile(bytes, password), bytes)
    }
  },
  TIME,
)

test('given structures that are made to fill memory or the stack, then they are refused at once', () => {
  const deep = new Uint8Array(200_000).fill(0x30)
  for (let at = 1; at < deep.length; at += 2) deep[at] = 0x80
  expect(() => readCms(deep)).toThrow(/too-large/)
  const many = new Uint8Array(1_000_006)
  many.set([0x30, 0x83, 0x0f, 0x42, 0x40])
  for (let at = 5; at < many.length - 1; at += 2) many[at] = 0x05
  expect(() => readCms(many)).toThrow(/too-large/)
  // As many pieces of BER as are read: joined, not handed to a function one by one.
  const pieces = new Uint8Array(2 + 3 * 200_000 + 2)
  pieces.set([0x24, 0x80])
  for (let at = 2; at < pieces.length - 2; at += 3) pieces.set([0x04, 0x01, 0x61], at)
  expect(octetsOf(readDer(pieces)).length).toBe(200_000)
  const long = Uint8Array.of(0x30, 0x84, 0xff, 0xff, 0xff, 0xff)
  expect(() => readCms(long)).toThrow(/malformed/)
})
