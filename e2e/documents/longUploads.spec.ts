import { writeFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { test } from '../support/test.ts'
import { withFileCentre } from './stage.ts'

withFileCentre()

/** Two parts of 8 MB and a little. */
const CONTENT = Buffer.concat([Buffer.alloc(8 * 1_048_576, '雁'), Buffer.alloc(1_001, '书')])
const SECOND = /documents\/upload\/part\?.*part=1/

test('a long file is paused, goes on after the page was closed with what is missing, and lies in its folder', async ({
  someone,
  ownServer,
}, testInfo) => {
  // A file of the disk: one that is handed to the browser as bytes is encoded and sent twice.
  const long = testInfo.outputPath('录像.bin')
  await writeFile(long, CONTENT)
  const { page } = await someone({ user: 'zhu.zhe', server: ownServer.url, path: '/documentcenter' })
  const main = page.getByRole('main')
  const choose = () => main.locator('input[type=file]').first().setInputFiles(long)
  await page.route(SECOND, (route) => route.abort())
  const lost = page.waitForEvent('requestfailed', (request) => SECOND.test(request.url()))
  await choose()
  await lost
  await main.getByRole('button', { name: '暂停上传 录像.bin' }).click()
  await expect(main.getByText('已暂停')).toBeVisible()
  expect(await violations(page, { include: 'main' })).toEqual([])

  await page.reload()
  await page.unroute(SECOND)
  const begun = page.waitForResponse(/documents\/upload\/begin/)
  const finished = page.waitForResponse(/documents\/upload\/finish/)
  await choose()
  expect(((await (await begun).json()) as { data: { parts: number[] } }).data.parts).toEqual([0])
  expect((await finished).ok()).toBe(true)
  await expect(main.getByRole('row').filter({ hasText: '录像.bin' })).toContainText('8')
  await expect(main.getByRole('button', { name: '暂停上传 录像.bin' })).toHaveCount(0)
})
