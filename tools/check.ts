import { spawnSync } from 'node:child_process'
import { ensureTestBrowser } from './chromium.ts'
import { specsFor } from './specsFor.ts'
import { ROOT, runSteps, STATIC_STEPS, type Step } from './steps.ts'

/**
 * `npm run check [REVISION]`: for use before a commit. Style, types, unit tests, server tests on SQLite, and the
 * browser tests of the packages that differ from REVISION (the branch `main` when it is not checked out, else the last
 * commit). `npm test` runs everything.
 */
const git = (...parameters: string[]): string[] => {
  const { status, stdout, stderr } = spawnSync('git', parameters, { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${parameters.join(' ')}: ${stderr.trim()}`)
  return stdout.split('\n').filter((line) => line !== '')
}

/** What is compared with: on another branch what `main` had when it began, on `main` the commit before the last. */
function startingPoint(): string {
  const [branch] = git('rev-parse', '--abbrev-ref', 'HEAD')
  if (branch !== 'main') {
    const [base] = git('merge-base', 'HEAD', 'main')
    if (base) return base
  }
  return 'HEAD~1'
}

function changedFiles(revision: string): string[] {
  return [...git('diff', '--name-only', revision), ...git('ls-files', '--others', '--exclude-standard')]
}

async function main(): Promise<number> {
  const revision = process.argv[2] ?? startingPoint()
  const folders = specsFor(changedFiles(revision))
  const steps: Step[] = [
    ...STATIC_STEPS,
    {
      title: 'Unit and server tests, on SQLite',
      program: 'pnpm',
      parameters: ['exec', 'vitest', 'run'],
      env: { YANSHU_TEST_STORES: 'sqlite' },
    },
  ]
  if (folders.length > 0) {
    steps.push(
      { title: 'Build', program: 'node', parameters: ['tools/build.ts'] },
      {
        title: `Browser tests of ${folders.join(', ')}`,
        program: 'pnpm',
        parameters: ['--dir', 'e2e', 'exec', 'playwright', 'test', ...folders.map((folder) => `${folder}/`)],
        env: { CHROMIUM_PATH: ensureTestBrowser() },
      },
    )
  }
  console.log(
    folders.length > 0
      ? `Compared with ${revision}: browser tests of ${folders.join(', ')}.`
      : `Compared with ${revision}: nothing that a browser shows has changed.`,
  )
  return runSteps(steps)
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
