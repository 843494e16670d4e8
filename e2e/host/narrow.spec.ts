import { expect, test } from '@playwright/test'
import { LI_NA, pathOf } from './people.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('one column: the bar below leads to the folders, and choosing one shows it', async ({ page }) => {
  await page.goto('/')
  await page.locator('[name=username]').fill(LI_NA.account)
  await page.locator('[name=password]').fill(LI_NA.password)
  await page.locator('[name=password]').press('Enter')
  const bar = page.getByRole('navigation', { name: '主导航' })
  await bar.getByRole('button', { name: '文件夹' }).click()
  await page.getByRole('treeitem', { name: /^草稿箱/ }).click()
  await expect(page.getByRole('tree')).toBeHidden()
  await expect.poll(() => pathOf(page)).toBe('/draftbox')
  await expect(page.getByRole('button', { name: '写信' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
