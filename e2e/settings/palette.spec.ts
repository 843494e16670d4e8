import { expect, type Page } from '@playwright/test'
import { pathOf } from '../support/people.ts'
import { test } from '../support/test.ts'

/** Types into the palette and takes the first that is offered. */
async function lookFor(page: Page, typed: string, expected: string): Promise<void> {
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').fill(typed)
  await expect(dialog.getByRole('option').first()).toContainText(expected)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}

const pointed = (page: Page) => page.locator('[data-pointed]').filter({ visible: true })

test('given words in Chinese, pinyin, initials or English, then the palette finds a setting, leads to it and gives it the focus', async ({
  someone,
}) => {
  const { page, words, seen } = await someone({ user: 'chen.jie', path: '/inbox' })
  const { look, list, time, folders, pages } = words.settings
  for (const [typed, setting] of [
    ['字号', look.fontSize],
    ['pifu', look.skin],
    ['myyjs', list.mailCount],
    ['dark', look.colorMode],
    ['time zone', time.timeZone],
    ['标签', folders.labels],
  ] as const) {
    await lookFor(page, typed, setting)
    await expect(pointed(page)).toHaveCount(1)
    await expect(pointed(page)).toContainText(setting)
    await expect(pointed(page)).toBeInViewport({ ratio: 1 })
    // The page of settings has scrolled, and not the frame around it.
    await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1 })
    await expect(pointed(page).locator(':focus')).toHaveCount(1)
  }
  await page.keyboard.press('Tab')
  await expect(pointed(page)).toHaveCount(0)
  expect(pathOf(page)).toBe('/set/foldermanagement')
  await lookFor(page, 'cgsz', pages.normalset)
  await expect(page.getByRole('heading', { level: 1, name: pages.normalset })).toBeVisible()
  await expect(pointed(page)).toHaveCount(0)
  expect(seen.violations).toEqual([])
})
