import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureTestBrowser } from './chromium.ts'
import { byFolder, playwrightOutcome, runSteps, STATIC_STEPS, slowest, vitestOutcome } from './steps.ts'

/**
 * `npm test`: style, types, unit and server tests, build, browser tests. Each step says how long it took, on the clock
 * and on the processor; the last lines name the slowest tests and folders and count all tests. Ends with 1 as soon as a step fails, with that step's output above.
 */
const SLOWEST = 20
/** Folders are named by their first two parts: e2e/mail, server/src, remote-mail/test. */
const FOLDER_DEPTH = 2
const reports = mkdtempSync(path.join(tmpdir(), 'yanshu-test-'))
const vitestReport = path.join(reports, 'vitest.json')
const playwrightReport = path.join(reports, 'playwright.json')

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
        `--outputFile.json=${vitestReport}`,
      ],
    },
    { title: 'Build', program: 'node', parameters: ['tools/build.ts'] },
    {
      title: 'Browser tests',
      program: 'pnpm',
      parameters: ['--dir', 'e2e', 'exec', 'playwright', 'test'],
      env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport },
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
rmSync(reports, { recursive: true, force: true })
const slow = slowest([unit, browser], SLOWEST)
if (slow.length > 0) {
  console.log(`\nThe slowest tests:\n${slow.join('\n')}`)
  console.log(
    `\nThe folders, tests of the same moment each for itself:\n${byFolder([unit, browser], FOLDER_DEPTH).join('\n')}`,
  )
}
console.log(`\nUnit and server: ${unit.passed} passed, ${unit.failed} failed`)
const again = browser.again ? ` (${browser.again} of them at the second attempt)` : ''
console.log(`Browser: ${browser.passed} passed${again}, ${browser.failed} failed`)
console.log(`${unit.passed + browser.passed} passed, ${unit.failed + browser.failed} failed`)
process.exitCode = code === 0 && unit.passed === 0 ? 1 : code
