import { test as base, type Page } from '@playwright/test'
import { LEAK_DOMAIN, type Stage, startStage } from './stage.ts'

declare global {
  var mailHtml: typeof import('../../shared/mail-html/src/index.ts')
  /** Numbers of the vectors whose script has run. */
  var ran: number[]
}

/** Opens the page under the application's policy, with the package loaded. */
export async function openStage(page: Page, stage: Stage): Promise<void> {
  await page.goto(`${stage.origin}/`)
  await page.waitForFunction(() => 'mailHtml' in globalThis)
}

/** A test with both servers running; every hostile host resolves to ours. */
export const test = base.extend<object, { stage: Stage }>({
  stage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const stage = await startStage()
      await use(stage)
      await stage.close()
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, stage }, use) => {
      const rules = `MAP *.${LEAK_DOMAIN}:80 127.0.0.1:${stage.leakPort}, MAP *.${LEAK_DOMAIN}:443 127.0.0.1:${stage.leakPort}`
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), `--host-resolver-rules=${rules}`] })
    },
    { scope: 'worker' },
  ],
})
