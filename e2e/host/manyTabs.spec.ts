import { expect, type Locator } from '@playwright/test'
import { goTo, mailRows, pathOf } from '../support/people.ts'
import { test } from '../support/test.ts'

/** More places than views stay mounted. */
const PLACES = [
  '/outbox',
  '/draftbox',
  '/recyclebin',
  '/spam',
  '/favorite',
  '/noread',
  '/readed',
  '/dashboard',
  '/inboxct',
]

/** The subject of the first row that stands in sight as a whole. */
const firstInSight = (grid: Locator) =>
  grid.evaluate((element) => {
    const top = element.getBoundingClientRect().top
    const rows = [...element.querySelectorAll('[role=row]:not([aria-busy])')]
    const inSight = rows
      .map((row) => ({ row, top: row.getBoundingClientRect().top }))
      .filter((one) => one.top >= top)
      .sort((a, b) => a.top - b.top)
    return inSight[0]?.row.textContent
  })

/** The same, once a row with words stands there: nothing found before and after would be no proof. */
async function wordsInSight(grid: Locator): Promise<string> {
  let words = ''
  await expect
    .poll(async () => {
      words = (await firstInSight(grid)) ?? ''
      return words
    })
    .toMatch(/\S/)
  return words
}

test('a list behind another view is not seen; behind more tabs than stay mounted it comes back as it was left, and a letter with unsaved words stays', async ({
  someone,
}) => {
  const { page, words } = await someone({ user: 'li.na', path: '/inbox' })
  const strip = page.getByRole('tablist')
  const tab = strip.getByRole('tab', { name: words.own.folder.inbox })
  const panel = page.locator(`#${await tab.getAttribute('aria-controls')}`)
  const grid = panel.locator('[role=grid]')
  const subjectField = page.getByRole('textbox', { name: words.compose.fields.subject })

  await test.step('given a list behind another view, then nothing of it is seen, and what lay over it goes with it', async () => {
    const subject = await wordsInSight(grid)
    await goTo(page, '/draftbox')
    await expect(page.getByRole('heading', { level: 1, name: words.own.folder.drafts })).toBeVisible()
    await expect(grid).toBeHidden()
    await expect(page.getByRole('grid', { name: words.own.folder.inbox })).toHaveCount(0)
    await tab.click()
    await expect(grid).toBeVisible()
    // Marks of a row may come later than its words.
    await expect.poll(() => firstInSight(grid)).toContain(subject)

    await mailRows(page).first().click({ button: 'right' })
    await expect(page.getByRole('menu')).toBeVisible()
    await goTo(page, '/draftbox')
    await expect(grid).toBeHidden()
    await expect(page.getByRole('menu')).toBeHidden()
    await tab.click()
  })

  await mailRows(page).nth(1).getByRole('checkbox').check({ force: true })
  await mailRows(page).nth(3).getByRole('checkbox').check({ force: true })
  const bar = panel.getByRole('toolbar', { name: words.mail.select.bar })
  const selected = /2/
  await expect(bar).toContainText(selected)
  await grid.hover()
  await page.mouse.wheel(0, 400)
  const scrolled = 400
  await expect.poll(() => grid.evaluate((element) => element.scrollTop)).toBe(scrolled)
  const seen = await wordsInSight(grid)

  await page.route('**/api/mail/email/drafts', () => undefined)
  await goTo(page, `/write/new/0?c=many-${Date.now()}`)
  await subjectField.fill('还没有保存')
  const letter = pathOf(page)
  const written = page.locator(`#${await strip.getByRole('tab', { selected: true }).getAttribute('aria-controls')}`)
  for (const path of PLACES) {
    await goTo(page, path)
    await expect.poll(() => pathOf(page).split('?')[0]).toBe(path)
    await expect(page.getByRole('tabpanel')).toBeVisible()
  }
  await expect(tab).toBeVisible()
  await expect(panel.locator('*')).toHaveCount(0)
  await expect(written.getByRole('textbox', { name: words.compose.fields.subject, includeHidden: true })).toHaveCount(1)

  await test.step('given a letter with unsaved words behind many tabs, then its view stays', async () => {
    await goTo(page, letter)
    await expect(subjectField).toHaveValue('还没有保存')
  })

  await test.step('given more tabs than stay mounted, when a person comes back to a list, then it is as they left it', async () => {
    await tab.click()
    await expect(bar).toContainText(selected)
    await expect.poll(() => grid.evaluate((element) => element.scrollTop)).toBe(scrolled)
    await expect.poll(() => firstInSight(grid)).toContain(seen)
    await expect(strip.getByRole('tab')).toHaveCount(PLACES.length + 2)
  })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
