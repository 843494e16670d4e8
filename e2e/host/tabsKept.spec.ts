import { expect } from '@playwright/test'
import { enter, goTo, mailRows, noticeOf, pathOf } from '../support/people.ts'
import { test } from '../support/test.ts'

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
  '/search',
]

test('given twelve tabs in an order of one’s own, when the page is loaded anew, then they are there, and the list stands where it stood; what was done is taken back by key, and keys of one letter can be switched off', async ({
  someone,
}) => {
  const { page, words, api } = await someone({ user: 'li.na', path: '/inbox' })
  const { shell } = words
  await expect(mailRows(page).first()).toBeVisible()
  const strip = page.getByRole('tablist')
  for (const path of PLACES) {
    await goTo(page, path)
    await expect.poll(() => pathOf(page).split('?')[0]).toBe(path)
  }
  const [mail] = await api.inbox()
  await goTo(page, `/reply/${mail?.mailboxId}/${mail?.mailId}`)
  await expect(strip.getByRole('tab')).toHaveCount(12)
  const titles = () => strip.getByRole('tab').allTextContents()

  // Another order: by key, and by dragging.
  await strip.getByRole('tab').nth(0).click()
  await strip.getByRole('tab').nth(0).press('Control+Shift+ArrowRight')
  await expect.poll(async () => (await titles())[1]).toBe(words.own.folder.inbox)
  const walked = await titles()
  await strip.getByRole('tab').nth(4).dragTo(strip.getByRole('tab').nth(3))
  await expect.poll(titles).not.toEqual(walked)
  const before = await titles()
  expect(before[1]).toBe(words.own.folder.inbox)
  const grid = page.getByRole('grid').filter({ visible: true })
  await grid.hover()
  await page.mouse.wheel(0, 400)
  const scrolled = 400
  await expect.poll(() => grid.evaluate((element) => element.scrollTop)).toBe(scrolled)

  await page.reload()
  await expect(mailRows(page).first()).toBeVisible()
  await expect.poll(titles).toEqual(before)
  await expect(strip.getByRole('tab', { selected: true })).toHaveText(words.own.folder.inbox)
  await expect
    .poll(() =>
      page
        .getByRole('grid')
        .filter({ visible: true })
        .evaluate((element) => element.scrollTop),
    )
    .toBe(scrolled)

  // Closed by the middle button, and opened again where it stood.
  const middle = strip.getByRole('tab').nth(2)
  const gone = await middle.textContent()
  await middle.click({ button: 'middle' })
  await expect(strip.getByRole('tab')).toHaveCount(11)
  await strip.getByRole('tab').nth(0).click({ button: 'right' })
  await page.getByRole('menuitem', { name: shell.tabs.reopen }).click()
  await expect(strip.getByRole('tab')).toHaveCount(12)
  await expect(strip.getByRole('tab').nth(2)).toHaveText(gone ?? '')
  // The same by the palette: browsers keep Ctrl Shift T for themselves.
  await strip.getByRole('tab').nth(2).click({ button: 'middle' })
  await expect(strip.getByRole('tab')).toHaveCount(11)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: shell.palette.title })
  await palette.getByRole('combobox').fill(shell.tabs.reopen)
  await expect(palette.getByRole('option', { name: shell.tabs.reopen })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+Shift+t')
  await expect(strip.getByRole('tab').nth(2)).toHaveText(gone ?? '')

  // Many are closed with one question.
  await page.route('**/api/mail/email/drafts', () => undefined)
  for (const name of ['one', 'two']) {
    await goTo(page, `/write/new/0?c=kept-${name}-${Date.now()}`)
    await page.getByRole('textbox', { name: words.compose.fields.subject }).filter({ visible: true }).fill(name)
  }
  await page.unroute('**/api/mail/email/drafts')
  await strip.getByRole('tab').nth(0).click({ button: 'right' })
  await page.getByRole('menuitem', { name: shell.tabs.closeAll }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('2')
  await question.getByRole('button', { name: shell.tabs.closeYes }).click()
  await expect.poll(() => strip.getByRole('tab').count()).toBeLessThan(3)
  await expect(question).toHaveCount(0)

  await goTo(page, '/inbox')
  await test.step('what was done is taken back by key, and keys of one letter can be switched off', async () => {
    await page.getByRole('button', { name: shell.sidebar.addFolder }).click()
    const dialog = page.getByRole('dialog', { name: shell.names.newFolder })
    const name = `撤销${Date.now() % 100_000}`
    await dialog.getByLabel(shell.names.folderName).fill(name)
    await page.keyboard.press('Enter')
    const line = page.getByRole('treeitem', { name })
    await expect(line).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await line.click({ button: 'right' })
    await page.getByRole('menuitem', { name: shell.sidebar.rename }).click()
    await page.getByRole('dialog').getByLabel(shell.names.folderName).fill(`${name}乙`)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('treeitem', { name: `${name}乙` })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(noticeOf(page, `${name}乙`).getByRole('button', { name: words.ui.undo })).toBeVisible()
    await page.locator('main').focus()
    await page.keyboard.press('Control+z')
    await expect(page.getByRole('treeitem', { name, exact: true })).toBeVisible()
    await page.locator('main').focus()
    await page.keyboard.press('Control+z')
    await expect(line).toHaveCount(0)
    await page.locator('main').focus()
    await page.keyboard.press('Control+z')
    await expect(page.getByText(shell.shortcuts.nothingToUndo)).toBeVisible()

    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: shell.shortcuts.title })
    await sheet.getByRole('switch').click()
    await expect(sheet.getByRole('switch')).not.toBeChecked()
    await page.keyboard.press('Escape')
    await page.locator('main').focus()
    await page.keyboard.press('?')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: shell.palette.title })).toBeVisible()
    await expect(sheet).toHaveCount(0)
    await page.keyboard.press('Escape')
    await api.save({ singleKeys: true })
  })

  // No other account finds any of them.
  await goTo(page, '/outbox')
  await enter(page, 'zhang.wei', '/inbox')
  await expect(mailRows(page).first()).toBeVisible()
  await expect(strip.getByRole('tab')).toHaveCount(1)
})
