import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureChromium } from './chromium.ts'

/**
 * `npm test`: style, types, unit and server tests, build, browser tests. Each step says how long it took; the last line
 * counts the tests. Ends with 1 as soon as a step fails, with that step's output above.
 */
const root = path.resolve(import.meta.dirname, '..')
const reports = mkdtempSync(path.join(tmpdir(), 'yanshu-test-'))
const vitestReport = path.join(reports, 'vitest.json')
const playwrightReport = path.join(reports, 'playwright.json')

/** Runs one step in the foreground. Resolves to its exit code. */
function run(title: string, program: string, parameters: string[], env: Record<string, string> = {}): Promise<number> {
  console.log(`\n── ${title}`)
  const begun = Date.now()
  return new Promise((resolve) => {
    const child = spawn(program, parameters, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('error', (error) => {
      console.error(String(error))
      resolve(1)
    })
    child.on('exit', (code) => {
      console.log(`── ${title}: ${code === 0 ? 'done' : 'FAILED'} after ${((Date.now() - begun) / 1_000).toFixed(1)} s`)
      resolve(code ?? 1)
    })
  })
}

interface Count {
  passed: number
  failed: number
  /** Of those that passed, how many needed a second attempt. */
  again?: number
}

/** What a report file counted; nothing when the step never came to write it. */
function count(file: string, read: (report: Record<string, unknown>) => Count): Count {
  try {
    const report: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof report === 'object' && report !== null
      ? read(report as Record<string, unknown>)
      : { passed: 0, failed: 0 }
  } catch {
    return { passed: 0, failed: 0 }
  }
}

const vitestCount = (report: Record<string, unknown>): Count => ({
  passed: Number(report.numPassedTests ?? 0),
  failed: Number(report.numFailedTests ?? 0) + Number(report.numFailedTestSuites ?? 0),
})

function playwrightCount(report: Record<string, unknown>): Count {
  const stats = (report.stats ?? {}) as Record<string, unknown>
  const again = Number(stats.flaky ?? 0)
  return { passed: Number(stats.expected ?? 0) + again, failed: Number(stats.unexpected ?? 0), again }
}

async function main(): Promise<number> {
  const chromium = ensureChromium()
  const steps: (() => Promise<number>)[] = [
    () => run('Style and import boundaries', 'pnpm', ['exec', 'biome', 'check', '--error-on-warnings', '.']),
    () => run('Types', 'node', ['tools/typecheck.ts']),
    () =>
      run('Unit and server tests', 'pnpm', [
        'exec',
        'vitest',
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${vitestReport}`,
      ]),
    () => run('Build', 'node', ['tools/build.ts']),
    () =>
      run('Browser tests', 'pnpm', ['--dir', 'e2e', 'exec', 'playwright', 'test'], {
        CHROMIUM_PATH: chromium,
        PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
      }),
  ]
  for (const step of steps) {
    const code = await step()
    if (code !== 0) return code
  }
  return 0
}

let code = 1
try {
  code = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
}
const unit = count(vitestReport, vitestCount)
const browser = count(playwrightReport, playwrightCount)
rmSync(reports, { recursive: true, force: true })
console.log(`\nUnit and server: ${unit.passed} passed, ${unit.failed} failed`)
const again = browser.again ? ` (${browser.again} of them at the second attempt)` : ''
console.log(`Browser: ${browser.passed} passed${again}, ${browser.failed} failed`)
console.log(`${unit.passed + browser.passed} passed, ${unit.failed + browser.failed} failed`)
process.exitCode = code === 0 && unit.passed === 0 ? 1 : code
