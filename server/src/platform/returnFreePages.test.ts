import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const FILE = new URL('./returnFreePages.ts', import.meta.url).pathname

/** Fills the heap with blocks, frees all but a few between them, and gives back what is free. */
const PROGRAM = `
  import { returnFreePages } from ${JSON.stringify(FILE)}
  let blocks = Array.from({ length: 20_000 }, () => Buffer.allocUnsafeSlow(5_000).fill(1))
  blocks = blocks.filter((_block, at) => at % 50 === 0)
  globalThis.gc()
  // Blocks are freed by a thread beside the first one; the second collection waits for it.
  globalThis.gc()
  const before = process.memoryUsage.rss()
  const isGiven = returnFreePages()
  console.log(JSON.stringify({ isGiven, freed: before - process.memoryUsage.rss(), kept: blocks.every((one) => one[4_999] === 1) }))
`

test('given free blocks between those in use, then glibc gives their pages back, and what is in use stays', () => {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  const isGlibc = header.glibcVersionRuntime !== undefined
  const answer: { isGiven: boolean; freed: number; kept: boolean } = JSON.parse(
    execFileSync(process.execPath, ['--expose-gc', '--input-type=module', '--eval', PROGRAM], {
      encoding: 'utf8',
      env: { ...process.env, MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_TRIM_THRESHOLD_: '4194304' },
    }),
  )
  expect(answer.kept).toBe(true)
  expect(answer.isGiven).toBe(isGlibc)
  if (isGlibc) expect(answer.freed).toBeGreaterThan(40 * 1_024 * 1_024)
})
