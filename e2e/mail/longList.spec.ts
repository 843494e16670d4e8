import { expect, test } from '@playwright/test'
import { openInbox } from './mailing.ts'

test('the end of a long list is one key away, in a constant number of rows', async ({ page }) => {
  await openInbox(page)
  const grid = page.getByRole('grid').filter({ visible: true })
  const count = Number(await grid.getAttribute('aria-rowcount'))
  expect(count).toBeGreaterThan(60)
  await grid.focus()
  await page.keyboard.press('End')
  const last = page.locator(`[role=row][aria-rowindex="${count}"] [data-mail]`)
  await expect(last).toBeVisible()
  expect(await page.getByRole('row').count()).toBeLessThanOrEqual(60)
  await page.keyboard.press('Home')
  await expect(page.locator('[role=row][aria-rowindex="1"] [data-mail]')).toBeVisible()
})

test('whoever reads on from the top finds the next page there', async ({ page }) => {
  const next = page.waitForRequest((request) => /\/email\/mailbox\/list\?.*sortValues=/.test(request.url()))
  await openInbox(page)
  // Nobody scrolls.
  await next
})
