import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { byFolder, ROOT, vitestOutcome } from './steps.ts'

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

test('given tests of several folders, then each folder has the sum of its own', () => {
  const of = (name: string, ms: number) => ({ name, ms })
  const durations = [
    of('e2e/mail/a.spec.ts › x', 2_000),
    of('e2e/ai/b.spec.ts › y', 500),
    of('e2e/mail/c.spec.ts › z', 1),
  ]
  const outcome = { passed: 3, failed: 0, again: 0, durations }
  expect(byFolder([outcome], 2)).toEqual(['    2.0 s  e2e/mail, 2 tests', '    0.5 s  e2e/ai, 1 tests'])
})
