import { expect, type Page, test } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { open } from './people.ts'

/** Problems of the frame, leaving out what remotes show in the main area. */
const problems = (page: Page) => violations(page, { exclude: 'main section' })

test('the login page, in both languages and with errors', async ({ page }) => {
  await page.goto('/')
  await page.locator('form').waitFor()
  expect(await problems(page)).toEqual([])
  await page.locator('[name=password]').press('Enter')
  await page.getByText('English').click()
  await page.getByRole('heading', { name: 'Sign in to your mail' }).waitFor()
  expect(await problems(page)).toEqual([])
})

test('the menus and dialogs of the frame', async ({ page }) => {
  await open(page)
  // The heading is the remote's, which comes after the frame.
  await page.getByRole('heading', { level: 1 }).filter({ visible: true }).waitFor()
  const layer = page.getByRole('dialog')
  const looked = async () => {
    await expect(layer).toBeVisible()
    expect(await problems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(layer).toHaveCount(0)
  }
  await page.getByRole('button', { name: /^账户：/ }).click()
  await looked()
  await page.keyboard.press('Control+k')
  await looked()
  await page.getByRole('button', { name: '新建标签' }).click()
  await looked()
})

test('the first stop of the keyboard skips to the content', async ({ page }) => {
  await open(page)
  await page.reload()
  await page.getByRole('tree').waitFor()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: '跳到主要内容' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
})
