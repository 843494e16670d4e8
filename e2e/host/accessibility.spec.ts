import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { goTo, logIn } from './people.ts'

/** Serious problems of the page, leaving out what remotes show in the main area. */
async function problems(page: Page) {
  // Colours are judged when they have arrived.
  await page.evaluate(() => {
    const arriving = document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
    return Promise.allSettled(arriving.map((one) => one.finished)).then(() => undefined)
  })
  const { violations } = await new AxeBuilder({ page }).exclude('main section').analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`)
}

test('the login page, in both languages and with errors', async ({ page }) => {
  await page.goto('/')
  await page.locator('form').waitFor()
  expect(await problems(page)).toEqual([])
  await page.locator('[name=password]').press('Enter')
  await page.getByText('English').click()
  await page.getByRole('heading', { name: 'Sign in to your mail' }).waitFor()
  expect(await problems(page)).toEqual([])
})

test('the frame, its menus and dialogs', async ({ page }) => {
  await logIn(page)
  // The heading is the remote's, which comes after the frame.
  await page.getByRole('heading', { level: 1 }).filter({ visible: true }).waitFor()
  expect(await problems(page)).toEqual([])
  await page.getByRole('button', { name: /^账户：/ }).click()
  expect(await problems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  expect(await problems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '新建标签' }).click()
  expect(await problems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await goTo(page, '/nowhere')
  expect(await problems(page)).toEqual([])
})

test('the first stop of the keyboard skips to the content', async ({ page }) => {
  await logIn(page)
  await page.reload()
  await page.getByRole('tree').waitFor()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: '跳到主要内容' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
})
