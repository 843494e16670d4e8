/** `npm run test:e2e -- mail/`: the browser tests, or those of a folder, with the arguments for Playwright. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { ROOT } from './steps.ts'

const folder = path.join(ROOT, 'e2e')
const playwright = path.join(folder, 'node_modules/@playwright/test/cli.js')
const { status } = spawnSync(process.execPath, [playwright, 'test', ...process.argv.slice(2)], {
  cwd: folder,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
