import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureTestBrowser } from './chromium.ts'
import { judge, readBudget, readTimes } from './processor/budget.ts'
import { TIMES_FILE } from './processor/fileTimes.ts'
import { byFolder, playwrightOutcome, runSteps, STATIC_STEPS, slowest, vitestOutcome } from './steps.ts'

/**
 * `npm test`: style, types, unit and server tests, build, browser tests. Each step prints how long it took, on the clock
 * and on the processor; the last lines name the slowest tests and folders and count all tests. Ends with 1 as soon as a step fails, with that step's output above.
 */
const SLOWEST = 20
/** Folders are named by their first two parts: e2e/mail, server/src, remote-mail/test. */
const FOLDER_DEPTH = 2
const reports = mkdtempSync(path.join(tmpdir(), 'yanshu-test-'))
const vitestReport = path.join(reports, 'vitest.json')
const playwrightReport = path.join(reports, 'playwright.json')
const vitestTimes = path.join(reports, 'vitestTimes.json')
const playwrightTimes = path.join(reports, 'playwrightTimes.json')

async function main(): Promise<number> {
  const chromium = ensureTestBrowser()
  return runSteps([
    ...STATIC_STEPS,
    {
      title: 'Unit and server tests',
      program: 'pnpm',
      parameters: [
        'exec',
        'vitest',
        'run',
        '--reporter=default',
        '--reporter=json',
        '--reporter=tools/processor/vitestReporter.ts',
        `--outputFile.json=${vitestReport}`,
      ],
      env: { [TIMES_FILE]: vitestTimes },
    },
    { title: 'Build', program: 'node', parameters: ['tools/build.ts'] },
    {
      title: 'Browser tests',
      program: 'pnpm',
      parameters: ['--dir', 'e2e', 'exec', 'playwright', 'test'],
      env: {
        CHROMIUM_PATH: chromium,
        PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
        [TIMES_FILE]: playwrightTimes,
      },
    },
  ])
}

let code = 1
try {
  code = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
}
const unit = vitestOutcome(vitestReport)
const browser = playwrightOutcome(playwrightReport)
const processor = judge([readTimes(vitestTimes), readTimes(playwrightTimes)], readBudget(), FOLDER_DEPTH)
rmSync(reports, { recursive: true, force: true })
const slow = slowest([unit, browser], SLOWEST)
if (slow.length > 0) {
  console.log(`\nThe slowest tests:\n${slow.join('\n')}`)
  console.log(
    `\nThe folders, tests of the same moment each for itself:\n${byFolder([unit, browser], FOLDER_DEPTH).join('\n')}`,
  )
}
if (processor.lines.length > 0) {
  console.log(`\nProcessor time of the folders, and their budgets:\n${processor.lines.join('\n')}`)
}
console.log(`\nUnit and server: ${unit.passed} passed, ${unit.failed} failed`)
const again = browser.again ? ` (${browser.again} of them at the second attempt)` : ''
console.log(`Browser: ${browser.passed} passed${again}, ${browser.failed} failed`)
console.log(`${unit.passed + browser.passed} passed, ${unit.failed + browser.failed} failed`)
for (const folder of processor.over) {
  console.log(
    `FAILED: the tests of ${folder} take far more processor time than their budget in tools/processor/budget.json.`,
  )
}
const isWrong = unit.passed === 0 || processor.over.length > 0
process.exitCode = code === 0 && isWrong ? 1 : code
