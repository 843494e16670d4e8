import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ROOT, vitestOutcome } from './steps.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'yanshu-steps-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** What a run of vitest over these files comes to. */
function outcomeOf(files: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
  const report = path.join(folder, 'report.json')
  const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs')
  const flags = ['--globals', '--reporter=json', `--outputFile.json=${report}`, '--no-file-parallelism']
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--root', folder, ...flags], {
    cwd: folder,
    // A run inside of a run: it must not take the outer one's worker for its own.
    env: { PATH: process.env.PATH ?? '' },
  })
  return { status, ...vitestOutcome(report) }
}

test('given tests that fail and files that cannot run, then each is counted once', () => {
  const outcome = outcomeOf({
    'fails.test.js': `
      describe('outer', () => describe('inner', () => {
        test('holds', () => {})
        test('fails', () => expect(1).toBe(2))
        test('fails too', () => expect(1).toBe(3))
      }))`,
    'unreadable.test.js': "import './missing.js'\ntest('never runs', () => {})",
    'hook.test.js': "beforeAll(() => { throw new Error('no database') })\ntest('is passed over', () => {})",
    'holds.test.js': "test('holds', () => {})",
  })
  expect(outcome).toMatchObject({ status: 1, passed: 2, failed: 4 })
}, 60_000)

test('given no report, then nothing is counted', () => {
  expect(vitestOutcome(path.join(folder, 'report.json'))).toMatchObject({ passed: 0, failed: 0, durations: [] })
})
