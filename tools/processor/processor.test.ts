import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ROOT } from '../steps.ts'
import { judge, readBudget, readTimes } from './budget.ts'
import { FileTimes, TIMES_FILE } from './fileTimes.ts'
import { childrenSeconds, treeSeconds } from './processTree.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'yanshu-processor-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test.runIf(process.platform === 'linux')(
  'given a program that works, then its processor time is counted, and that of one that waits is not',
  () => {
    const [children, tree] = [childrenSeconds() ?? 0, treeSeconds() ?? 0]
    // A tenth of a second more than what is asked for below: the reporter's count is in hundredths and rounds down.
    const work =
      'const end = process.cpuUsage().user + 400_000; while (process.cpuUsage().user < end) for (let at = 0; at < 1e6; at++);'
    spawnSync(process.execPath, ['-e', work])
    expect((childrenSeconds() ?? 0) - children).toBeGreaterThanOrEqual(0.3)
    expect((treeSeconds() ?? 0) - tree).toBeGreaterThanOrEqual(0.3)
  },
)

test('given files that run side by side, then what is used meanwhile is divided among them', () => {
  let used = 10
  const times = new FileTimes(() => used)
  times.begin('a')
  used += 4
  times.begin('b')
  used += 2
  times.end('a')
  used += 5
  times.end('b')
  used += 100
  times.begin('a')
  used += 1
  times.end('a')
  expect(times.seconds).toEqual({ a: 6, b: 6 })
})

test('given processes that left the tree, then no file has used less than before', () => {
  let used = 10
  const times = new FileTimes(() => used)
  times.begin('a')
  used = 12
  times.begin('a')
  used = 3
  times.end('a')
  used = 4
  times.end('a')
  expect(times.seconds).toEqual({ a: 3 })
})

test('given a system that does not tell, then nothing is printed and nothing is over', () => {
  const times = new FileTimes(() => null)
  times.begin('e2e/mail/a.spec.ts')
  times.end('e2e/mail/a.spec.ts')
  expect(judge([times.seconds, readTimes(path.join(folder, 'none.json'))], { 'e2e/mail': 1 }, 2)).toEqual({
    lines: [],
    over: [],
  })
})

test('given folders within, over and far over their budgets, then the last alone are refused', () => {
  const times = [
    { 'e2e/mail/a.spec.ts': 20, 'e2e/mail/b.spec.ts': 9, 'tools/steps.test.ts': 500 },
    { 'server/src/areas/mail/lists.test.ts': 31, 'deploy/test/a.test.ts': 5 },
  ]
  expect(judge(times, { 'e2e/mail': 10, 'server/src': 10, 'deploy/test': 10 }, 2)).toEqual({
    lines: [
      '    500 s of    –  tools',
      '     31 s of   10  server/src',
      '     29 s of   10  e2e/mail',
      '      5 s of   10  deploy/test',
    ],
    over: ['server/src'],
  })
})

test.runIf(process.platform === 'linux')(
  'given a run of two files, then the reporter writes what each of them took',
  () => {
    // A tenth of a second more than what is asked for below: the reporter's count is in hundredths and rounds down.
    const work =
      'const end = process.cpuUsage().user + 400_000; while (process.cpuUsage().user < end) for (let at = 0; at < 1e6; at++);'
    writeFileSync(path.join(folder, 'works.test.js'), `test('works', () => { ${work} })`)
    writeFileSync(path.join(folder, 'idles.test.js'), "test('idles', () => {})")
    const written = path.join(folder, 'times.json')
    const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs')
    const reporter = path.join(import.meta.dirname, 'vitestReporter.ts')
    spawnSync(
      process.execPath,
      [vitest, 'run', '--globals', `--reporter=${reporter}`, '--root', folder, '--no-file-parallelism'],
      // A run inside of a run: it must not take the outer one's worker for its own.
      { cwd: folder, env: { PATH: process.env.PATH ?? '', [TIMES_FILE]: written } },
    )
    const times = Object.entries(JSON.parse(readFileSync(written, 'utf8')) as Record<string, number>)
    expect(times.map(([file]) => path.basename(file)).sort()).toEqual(['idles.test.js', 'works.test.js'])
    expect(times.find(([file]) => file.endsWith('works.test.js'))?.[1]).toBeGreaterThanOrEqual(0.3)
  },
  60_000,
)

test('given the folders of browser tests, then each has a budget', () => {
  const folders = new Set(globSync('e2e/*/*.spec.ts', { cwd: ROOT }).map((file) => path.dirname(file)))
  expect(Object.keys(readBudget())).toEqual(expect.arrayContaining([...folders]))
})
