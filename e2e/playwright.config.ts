import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { findTestBrowser, findWholeChromium } from '../tools/chromium.ts'
import { TIMES_FILE } from '../tools/processor/fileTimes.ts'
import { portOf, THIS_WORKER, WORKERS } from './support/ports.ts'

/**
 * Browser tests, three workers with a server each, so that no test meets what another one does to the same mailbox. The
 * servers are the real one with a fresh demonstration organisation; YANSHU_URL names a running server to test instead,
 * by one worker. `--trace retain-on-failure` keeps what a failed test saw, for a quarter more time.
 */
const running = process.env.YANSHU_URL

// Servers find compiled code here, as those of the unit tests do. The first of a run would compile all of its own: a fifth
// of the time that making the demonstration needs.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, '../node_modules/.cache/compiled')

/** What is about notifications, which the headless shell has none of. */
const NOTIFYING = ['host/notices.spec.ts', 'host/webPush.spec.ts']

const launchBy = (executablePath: string | null) => ({
  // Without a character set from the environment Chromium saves files of Chinese names as "download".
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
  ...(executablePath ? { executablePath } : {}),
  args: [
    // Chromium refuses its sandbox to root, which is who runs tests in most containers.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
})

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './support/globalSetup.ts',
  outputDir: '../test-results',
  // Generous, because a machine in a slow hour needs three times the time: only a test that fails waits for them.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  // A whole run on a machine that stalls for seconds gives a test that failed a second browser, and counts it as flaky.
  retries: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? 1 : 0,
  workers: running ? 1 : WORKERS.length,
  forbidOnly: true,
  reporter: [
    ['list'],
    ...(process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['json'] as const] : []),
    ...(process.env[TIMES_FILE] ? [['./support/processorReporter.ts'] as const] : []),
  ],
  use: {
    baseURL: running ?? `http://localhost:${portOf(THIS_WORKER)}`,
    // It fetches the client a second time in each new browser; the specs that are about it, and the main job, allow it.
    serviceWorkers: 'block',
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'pages', testIgnore: NOTIFYING, use: { launchOptions: launchBy(findTestBrowser()) } },
    { name: 'notifications', testMatch: NOTIFYING, use: { launchOptions: launchBy(findWholeChromium()) } },
  ],
})
