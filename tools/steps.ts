import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { childrenSeconds } from './processor/processTree.ts'

export const ROOT = path.resolve(import.meta.dirname, '..')

/** One step of a run: its title, and how it goes. */
export interface Step {
  readonly title: string
  readonly program: string
  readonly parameters: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Runs one step in the foreground and prints how long it took. Resolves to its exit code. */
export function runStep({ title, program, parameters, env = {} }: Step): Promise<number> {
  console.log(`\n── ${title}`)
  const begun = Date.now()
  const before = childrenSeconds()
  return new Promise((resolve) => {
    const child = spawn(program, parameters, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('error', (error) => {
      console.error(String(error))
      resolve(1)
    })
    child.on('exit', (code) => {
      const after = childrenSeconds()
      const worked = before === null || after === null ? '' : `, ${(after - before).toFixed(0)} s of processor time`
      const passed = ((Date.now() - begun) / 1_000).toFixed(1)
      console.log(`── ${title}: ${code === 0 ? 'done' : 'FAILED'} after ${passed} s${worked}`)
      resolve(code ?? 1)
    })
  })
}

/** Runs the steps in turn until one fails. Resolves to the exit code of the last one that ran. */
export async function runSteps(steps: readonly Step[]): Promise<number> {
  for (const step of steps) {
    const code = await runStep(step)
    if (code !== 0) return code
  }
  return 0
}

/** Style, import boundaries and types: what needs nothing built. */
export const STATIC_STEPS: readonly Step[] = [
  {
    title: 'Style and import boundaries',
    program: 'pnpm',
    parameters: ['exec', 'biome', 'check', '--error-on-warnings', '.'],
  },
  { title: 'Types', program: 'node', parameters: ['tools/typecheck.ts'] },
  { title: 'Public surfaces', program: 'node', parameters: ['tools/api-report/main.ts', '--check'] },
]

/** What the tests of one program came to. */
export interface Outcome {
  readonly passed: number
  readonly failed: number
  /** Of those that passed, how many needed a second attempt. */
  readonly again: number
  /** Every test with its duration in milliseconds. */
  readonly durations: readonly Duration[]
}

export interface Duration {
  readonly name: string
  readonly ms: number
}

const NOTHING: Outcome = { passed: 0, failed: 0, again: 0, durations: [] }

interface VitestFile {
  readonly name: string
  readonly status: string
  readonly assertionResults?: readonly {
    readonly fullName: string
    readonly status: string
    readonly duration?: number | null
  }[]
}

interface VitestReport {
  readonly numPassedTests?: number
  readonly testResults?: readonly VitestFile[]
}

interface PlaywrightSuite {
  readonly file?: string
  readonly specs?: readonly {
    readonly title: string
    readonly file: string
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[]
  }[]
  readonly suites?: readonly PlaywrightSuite[]
}

interface PlaywrightReport {
  readonly stats?: { readonly expected?: number; readonly unexpected?: number; readonly flaky?: number }
  readonly suites?: readonly PlaywrightSuite[]
}

/** A report file; nothing when the step never came to write it. */
function readReport<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return null
  }
}

/** The failed tests of a file; one for a file that failed without them: it could not be read, or a hook failed. */
function failedIn({ status, assertionResults = [] }: VitestFile): number {
  const failed = assertionResults.filter((test) => test.status === 'failed').length
  return failed === 0 && status === 'failed' ? 1 : failed
}

/** Reads the report that vitest wrote. Its own count of failed suites has every file and `describe` of a failed test. */
export function vitestOutcome(file: string): Outcome {
  const report = readReport<VitestReport>(file)
  if (!report) return NOTHING
  const files = report.testResults ?? []
  return {
    passed: report.numPassedTests ?? 0,
    failed: files.reduce((sum, one) => sum + failedIn(one), 0),
    again: 0,
    durations: files.flatMap(({ name, assertionResults = [] }) =>
      assertionResults.map(({ fullName, duration }) => ({
        name: `${path.relative(ROOT, name)} › ${fullName}`,
        ms: duration ?? 0,
      })),
    ),
  }
}

function durationsOf({ specs = [], suites = [] }: PlaywrightSuite): Duration[] {
  const own = specs.map(({ title, file, tests }) => ({
    name: `e2e/${file} › ${title}`,
    ms: tests.reduce((sum, { results }) => sum + results.reduce((all, { duration }) => all + duration, 0), 0),
  }))
  return [...own, ...suites.flatMap(durationsOf)]
}

/** Reads the report that Playwright wrote. */
export function playwrightOutcome(file: string): Outcome {
  const report = readReport<PlaywrightReport>(file)
  if (!report) return NOTHING
  const { expected = 0, unexpected = 0, flaky = 0 } = report.stats ?? {}
  return {
    passed: expected + flaky,
    failed: unexpected,
    again: flaky,
    durations: (report.suites ?? []).flatMap(durationsOf),
  }
}

/** The slowest tests, a line each, the slowest first. */
export function slowest(outcomes: readonly Outcome[], count: number): string[] {
  return outcomes
    .flatMap(({ durations }) => durations)
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ name, ms }) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${name}`)
}

/** How long the tests of each folder took together, a line each, the longest first. `depth`: how many folders make one. */
export function byFolder(outcomes: readonly Outcome[], depth: number): string[] {
  const sums = new Map<string, { ms: number; tests: number }>()
  for (const { name, ms } of outcomes.flatMap(({ durations }) => durations)) {
    const folder = (name.split(' › ')[0] ?? '').split('/').slice(0, depth).join('/')
    const { ms: before, tests } = sums.get(folder) ?? { ms: 0, tests: 0 }
    sums.set(folder, { ms: before + ms, tests: tests + 1 })
  }
  return [...sums]
    .toSorted(([, a], [, b]) => b.ms - a.ms)
    .map(([folder, { ms, tests }]) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${folder}, ${tests} tests`)
}
