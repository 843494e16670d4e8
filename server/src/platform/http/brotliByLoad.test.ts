import { expect, test } from 'vitest'
import { brotliDecompressSync } from '../zlibSync.mjs'
import { brotliByLoad } from './brotliByLoad.ts'

const answer = JSON.stringify(
  Array.from({ length: 50 }, (_, at) => ({
    mailId: at * 37,
    subject: `第 ${at} 封信`,
    from: `person${at % 7}@a.example`,
  })),
)
const ANSWERS = 60

test('given an event loop that becomes busy, then answers are compressed less, and as before when it is quiet again', () => {
  let utilization = 0.1
  const compress = brotliByLoad(() => utilization)
  const compressed = () => Array.from({ length: ANSWERS }, () => compress(answer)).at(-1) ?? Buffer.alloc(0)
  const quiet = compressed()
  utilization = 0.95
  const busy = compressed()
  utilization = 0.1
  expect(compressed()).toEqual(quiet)
  expect(busy.length).toBeGreaterThan(quiet.length)
  expect(brotliDecompressSync(busy).toString()).toBe(answer)
})
