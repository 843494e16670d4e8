import { expect, type Locator, type Page } from '@playwright/test'
import { goTo, mailRows, pathOf } from '../support/people.ts'
import { test } from '../support/test.ts'

const panel = (page: Page, half: 'left' | 'right'): Locator =>
  page.locator(`main > [data-half=${half}]`).filter({ visible: true })

test('given three tabs, when one is dragged to the right half, then two are used side by side, and stand there after a reload, with the caret of a letter half written', async ({
  someone,
}) => {
  const { page, words, api } = await someone({ user: 'xu.jing', path: '/inbox' })
  const { shell, own } = words
  const title = '常规设置'
  await expect(mailRows(page).first()).toBeVisible()
  await goTo(page, '/outbox')
  await goTo(page, '/set/normalset')
  await expect(page.getByRole('tab', { selected: true })).toHaveText(title)
  await goTo(page, '/inbox')
  const strip = page.getByRole('tablist')
  await expect(strip.getByRole('tab')).toHaveCount(3)
  const settings = strip.getByRole('tab').nth(2)

  // By the mouse, onto what lies over the right half meanwhile.
  await settings.hover()
  await page.mouse.down()
  await page.mouse.move(900, 300, { steps: 4 })
  const place = page.getByText(shell.split.drop)
  await expect(place).toBeVisible()
  await page.mouse.move(1100, 500, { steps: 4 })
  await page.mouse.up()
  await expect(place).toHaveCount(0)
  await expect.poll(() => pathOf(page)).toBe('/set/normalset')
  await expect(page).toHaveTitle(new RegExp(title))
  await expect(panel(page, 'left').getByRole('grid')).toBeVisible()
  await expect(panel(page, 'right').getByRole('heading', { level: 1 }).first()).toBeVisible()

  // Whichever is touched is the one that is used: its address, its title, its keys.
  await mailRows(page)
    .filter({ has: page.locator('[data-mail]') })
    .first()
    .click()
  await expect(strip.getByRole('tab', { selected: true })).toHaveText(own.folder.inbox)
  await expect.poll(() => pathOf(page).split('?')[0]).toBe('/inbox')
  // Half of this window has no room for list and mail: the mail stands in the place of the list.
  await expect(page.locator('article').filter({ visible: true })).toBeVisible()
  await expect(panel(page, 'left').locator('section[inert]')).toHaveCount(1)
  await page.keyboard.press('u')
  await expect(panel(page, 'left').locator('section[inert]')).toHaveCount(0)
  await page.keyboard.press('F6')
  await expect(strip.getByRole('tab', { selected: true })).toHaveText(title)
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[data-half]')?.getAttribute('data-half')))
    .toBe('right')

  // What is gone to takes the half that had the focus.
  await page.getByRole('treeitem', { name: new RegExp(`^${own.folder.sent}`) }).click()
  await expect(panel(page, 'right').getByRole('heading', { name: own.folder.sent })).toBeVisible()
  await expect(panel(page, 'left').getByRole('grid')).toBeVisible()
  await page.goBack()
  await expect(panel(page, 'right').getByRole('heading', { level: 1 }).first()).toBeVisible()

  const line = page.getByRole('separator', { name: shell.split.line })
  await line.focus()
  await page.keyboard.press('Shift+ArrowLeft')
  const share = await line.getAttribute('aria-valuenow')

  // A letter is half written in the right half: a reload leaves both halves, and the caret, in the text and in a field.
  await goTo(page, '/write/new/0?c=caret')
  const subject = panel(page, 'right').getByRole('textbox', { name: words.compose.fields.subject })
  await subject.fill('第三季度的安排')
  const text = panel(page, 'right').locator('[contenteditable=true]').last()
  await text.click()
  await page.keyboard.type('第一段')
  await page.keyboard.press('Enter')
  await page.keyboard.type('abcdef')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  const { folderId } = await api.folder('drafts')
  const drafts = async () =>
    (await api.get('mail/email/mailbox/list', { mailboxId: folderId, pageSize: 50 })).list.map(({ preview }) => preview)
  await expect.poll(drafts).toContainEqual(expect.stringContaining('abcdef'))
  await page.reload()
  await expect(panel(page, 'left').getByRole('grid')).toBeVisible()
  await expect(line).toHaveAttribute('aria-valuenow', share ?? '')
  await expect(text).toContainText('abcdef')
  await expect(text).toBeFocused()
  await page.keyboard.type('X')
  await expect(text).toContainText('abcdXef')
  await subject.click()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.reload()
  await expect(subject).toHaveValue('第三季度的安排')
  await expect(subject).toBeFocused()
  await page.keyboard.type('X')
  await expect(subject).toHaveValue('第X三季度的安排')

  // A phone has room for one; with it again, both are there.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.locator('main > section').filter({ visible: true })).toHaveCount(1)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(panel(page, 'left')).toBeVisible()

  // By key and by the menu; who is closed leaves the room to the other.
  await page.keyboard.press('Control+\\')
  await expect(line).toHaveCount(0)
  await strip.getByRole('tab').nth(1).click({ button: 'right' })
  await page.getByRole('menuitem', { name: shell.tabs.beside }).click()
  await expect(panel(page, 'right').getByRole('heading', { name: own.folder.sent })).toBeVisible()
  await strip.getByRole('tab', { selected: true }).press('Delete')
  await expect(line).toHaveCount(0)
  await expect(page.locator('main > section').filter({ visible: true })).toHaveCount(1)
})
