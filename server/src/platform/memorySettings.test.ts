import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string
let program: string

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'yanshu-memory-'))
  program = path.join(folder, 'program.mjs')
  const settings = new URL('./memorySettings.mjs', import.meta.url).href
  writeFileSync(
    program,
    `import { withMemorySettings } from '${settings}'
     withMemorySettings(import.meta.filename)
     console.log(JSON.stringify({
       flags: process.execArgv, words: process.argv.slice(2), threshold: process.env.MALLOC_MMAP_THRESHOLD_,
       heaps: process.env.MALLOC_ARENA_MAX, kept: process.env.MALLOC_TRIM_THRESHOLD_,
     }))`,
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (parameters: readonly string[], environment: Readonly<Record<string, string>> = {}) => {
  const { MALLOC_MMAP_THRESHOLD_: _, MALLOC_ARENA_MAX: __, MALLOC_TRIM_THRESHOLD_: ___, ...inherited } = process.env
  const { stdout, stderr } = spawnSync(process.execPath, [...parameters], {
    env: { ...inherited, NODE_OPTIONS: '', ...environment },
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

/** One core is left to the thread that answers calls; V8 has no use for more than four helpers. */
const helpers = `--v8-pool-size=${Math.min(Math.max(availableParallelism() - 1, 1), 4)}`

test('a program runs once, with the settings, its own flags and its words', () => {
  expect(run(['--enable-source-maps', program, 'serve', '--quick'])).toEqual({
    flags: ['--enable-source-maps', '--max-semi-space-size=8', '--no-parallel-scavenge', helpers, '--expose-gc'],
    words: ['serve', '--quick'],
    threshold: '1048576',
    heaps: '2',
    kept: '4194304',
  })
})

test('what an operator has set stays', () => {
  const own = ['--max-semi-space-size=32', '--parallel-scavenge', '--v8-pool-size=3', '--expose-gc']
  expect(run([...own, program]).flags).toEqual(own)
  expect(run([program], { MALLOC_MMAP_THRESHOLD_: '2000000' })).toEqual({ flags: [], words: [], threshold: '2000000' })
  expect(run([program], { MALLOC_ARENA_MAX: '6' }).heaps).toBe('6')
  expect(run([program], { MALLOC_TRIM_THRESHOLD_: '1000' }).kept).toBe('1000')
})
