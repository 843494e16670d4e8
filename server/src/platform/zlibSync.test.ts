import { randomBytes } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import zlib from 'node:zlib'
import { expect, test } from 'vitest'
import * as zlibSync from './zlibSync.mjs'

const TEXT = Buffer.from(`${randomBytes(2_000).toString('hex')} ${'会议 '.repeat(3_000)}`)
const CALLS = 100
/** A quarter of one block for each call. */
const LEFT_MAX = 4 * 1_024 * CALLS

const pairs = [
  ['brotli', zlibSync.brotliCompressSync, zlib.brotliDecompressSync],
  ['brotli, unpacked', zlib.brotliCompressSync, zlibSync.brotliDecompressSync],
  ['gzip', zlibSync.gzipSync, zlib.gunzipSync],
  ['zstd', zlibSync.zstdCompressSync, zlib.zstdDecompressSync],
  ['zstd, unpacked', zlib.zstdCompressSync, zlibSync.zstdDecompressSync],
] as const

test.each(pairs)('%s: the same bytes come back', (_name, pack, unpack) => {
  const long = Buffer.concat(Array.from({ length: 40 }, () => TEXT))
  for (const bytes of [Buffer.alloc(0), Buffer.from('a'), TEXT, long]) {
    expect(unpack(pack(bytes)).equals(bytes)).toBe(true)
  }
})

test('options count, and what cannot be unpacked is an error', () => {
  const params = (quality: number) => ({ params: { [zlib.constants.BROTLI_PARAM_QUALITY]: quality } })
  for (const quality of [1, 9]) {
    expect(zlibSync.brotliCompressSync(TEXT, params(quality))).toEqual(zlib.brotliCompressSync(TEXT, params(quality)))
  }
  expect(() => zlibSync.zstdDecompressSync(TEXT)).toThrow(/Unknown frame descriptor/)
})

test('nothing is left outside V8’s heap for a full collection', async () => {
  setFlagsFromString('--expose-gc')
  const gc: (options?: { type: 'minor' }) => void = runInNewContext('gc')
  const brotli = zlib.brotliCompressSync(TEXT)
  const zstd = zlib.zstdCompressSync(TEXT)
  const works = {
    brotliCompressSync: () => zlibSync.brotliCompressSync(TEXT),
    brotliDecompressSync: () => zlibSync.brotliDecompressSync(brotli),
    gzipSync: () => zlibSync.gzipSync(TEXT),
    zstdCompressSync: () => zlibSync.zstdCompressSync(TEXT),
    zstdDecompressSync: () => zlibSync.zstdDecompressSync(zstd),
  }
  for (const [name, work] of Object.entries(works)) {
    gc()
    const before = process.memoryUsage().arrayBuffers
    for (let call = 0; call < CALLS; call++) work()
    gc({ type: 'minor' })
    // V8 gives back in a thread of its own what a collection found.
    await expect.poll(() => process.memoryUsage().arrayBuffers - before, { message: name }).toBeLessThan(LEFT_MAX)
  }
})
