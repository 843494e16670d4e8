import { expect } from '@playwright/test'
import { goTo, mailRows, pathOf } from '../support/people.ts'
import { type OwnServer, startServer } from '../support/startServer.ts'
import { test } from '../support/test.ts'

let server: OwnServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.remove())

const set = (name: string, value: unknown, locked = 0) => server.setSwitches({ [name]: value }, locked === 1)

test('the sidebar is open, collapsed or hidden, as it was left; its gear, its quota, and the question before a sign-out', async ({
  someone,
}) => {
  const { page, words } = await someone({ user: 'luo.dan', server: server.url, path: '/inbox' })
  const { shell } = words
  await expect(mailRows(page).first()).toBeVisible()
  const left = async () => Math.round((await page.locator('main').boundingBox())?.x ?? -1)
  const choose = async (name: string) => {
    await page.getByRole('button', { name: shell.topBar.appearance }).click()
    await page.getByRole('menuitemradio', { name, exact: true }).click()
    await page.keyboard.press('Escape')
  }
  for (const [name, width] of [
    [shell.topBar.sidebarCollapsed, 56],
    [shell.topBar.sidebarHidden, 0],
  ] as const) {
    await choose(name)
    await expect.poll(left).toBe(width)
    await page.reload()
    await expect(mailRows(page).first()).toBeVisible()
    await expect.poll(left).toBe(width)
  }
  await page.getByRole('button', { name: shell.topBar.menu }).click()
  await expect.poll(left).toBe(210)

  // How full the mailbox is: without a limit in words, with one as a bar, which warns when it is nearly full.
  await expect(page.getByText(/^已用 .*B$/)).toBeVisible()
  server.change("update account set quota_bytes = used_bytes * 2 where address = 'luo.dan@yanshu.test'")
  await page.reload()
  const bar = page.getByRole('progressbar', { name: shell.sidebar.quotaLabel })
  await expect(bar).toHaveAttribute('aria-valuenow', '50')
  server.change("update account set quota_bytes = used_bytes + 1 where address = 'luo.dan@yanshu.test'")
  await page.reload()
  await expect(page.getByText(shell.sidebar.quotaFull)).toBeVisible()

  await page
    .getByRole('navigation', { name: shell.sidebar.label })
    .getByRole('button', { name: '管理文件夹和标签' })
    .click()
  await expect.poll(() => pathOf(page)).toBe('/set/foldermanagement')

  // With something that is not saved, a sign-out is asked about.
  await page.route('**/api/mail/email/drafts', () => undefined)
  await goTo(page, '/write/new/0?c=unsaved')
  await page.getByRole('textbox', { name: words.compose.fields.subject }).fill('没有保存')
  const out = async () => {
    await page.getByRole('banner').getByRole('button', { name: shell.topBar.more, exact: true }).click()
    await page.getByRole('menuitem', { name: shell.topBar.signOut }).click()
  }
  await out()
  const question = page.getByRole('alertdialog', { name: shell.unsaved.signOutTitle })
  await question.getByRole('button', { name: shell.unsaved.stay }).click()
  await expect(question).toHaveCount(0)
  expect(pathOf(page)).toContain('/write/')
  await out()
  await question.getByRole('button', { name: shell.unsaved.signOutAnyway }).click()
  await expect(page.locator('[name=password]')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
})

test('a skin of the organisation, dark as the system says, sizes, and the width of the list', async ({ someone }) => {
  set('skin', 'skin_3')
  set('fontSize', 2)
  const { page, words } = await someone({ user: 'peng.kai', server: server.url, path: '/inbox' })
  const { shell } = words
  const html = page.locator('html')
  await expect(mailRows(page).first()).toBeVisible()
  await expect(html).toHaveAttribute('data-skin', 'skin_3')
  await expect(html).toHaveAttribute('data-font', '2')

  // Light and dark follow the system while nobody has chosen.
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(html).toHaveAttribute('data-mode', 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(html).toHaveAttribute('data-mode', 'light')

  // A person's own choice goes before; a locked one is shown and cannot be chosen.
  const looks = page.getByRole('button', { name: shell.topBar.appearance })
  await looks.click()
  await page.getByRole('menuitemradio', { name: shell.topBar.fontSize3 }).click()
  await expect(html).toHaveAttribute('data-font', '3')
  await page.keyboard.press('Escape')
  set('fontSize', 1, 1)
  await page.reload()
  await expect(html).toHaveAttribute('data-font', '1')
  await looks.click()
  await expect(page.getByRole('menuitemradio', { name: shell.topBar.fontSize2, exact: true })).toBeDisabled()
  await page.keyboard.press('Escape')

  // The list is as wide as it was left.
  const line = page.getByRole('separator', { name: words.mail.list.width })
  await line.focus()
  await page.keyboard.press('Shift+ArrowRight')
  const width = await line.getAttribute('aria-valuenow')
  await page.reload()
  await expect(line).toHaveAttribute('aria-valuenow', width ?? '')

  // In two columns the names are: by pointer and by key.
  await looks.click()
  await page.getByRole('menuitemradio', { name: shell.topBar.layout2, exact: true }).click()
  await page.keyboard.press('Escape')
  const names = page.getByRole('separator', { name: words.mail.list.senderWidth })
  await expect(names).toHaveAttribute('aria-valuenow', '180')
  const { x = 0, y = 0, height = 0 } = (await names.boundingBox()) ?? {}
  await page.mouse.move(x, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + 60, y + height / 2, { steps: 4 })
  await page.mouse.up()
  await expect(names).toHaveAttribute('aria-valuenow', '240')
  await names.press('ArrowRight')
  await expect(names).toHaveAttribute('aria-valuenow', '256')
  await page.reload()
  await expect(names).toHaveAttribute('aria-valuenow', '256')
  const columns = () =>
    page
      .locator('[data-mail]')
      .first()
      .evaluate((row) => getComputedStyle(row).gridTemplateColumns)
  expect((await columns()).split(' ')[2]).toBe('256px')
})
