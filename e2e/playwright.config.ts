import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from '../tools/chromium.ts'

/**
 * Browser tests, one worker: two cores carry one browser and one server well. The server is the real one with a fresh
 * demonstration organisation; YANSHU_URL names a running server to test instead.
 */
const port = Number(process.env.YANSHU_TEST_PORT ?? 8_180)
const running = process.env.YANSHU_URL
const chromium = findChromium()
// Workers read this file again; they must find the folder that the first reading made.
process.env.YANSHU_TEST_DATA ??= mkdtempSync(path.join(tmpdir(), 'yanshu-e2e-'))

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 1,
  forbidOnly: true,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  use: {
    baseURL: running ?? `http://localhost:${port}`,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        // Chromium refuses its sandbox to root, which is who runs tests in most containers.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  ...(running
    ? {}
    : {
        webServer: {
          command: 'node ../server/src/main.mjs',
          url: `http://localhost:${port}/`,
          timeout: 60_000,
          stdout: 'ignore',
          gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
          env: {
            YANSHU_PORT: String(port),
            YANSHU_SMTP_PORT: String(port + 1),
            YANSHU_DATA: process.env.YANSHU_TEST_DATA,
            YANSHU_CLIENT: path.resolve(import.meta.dirname, '../dist'),
          },
        },
      }),
})
