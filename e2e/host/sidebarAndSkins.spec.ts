import { expect } from '@playwright/test'
import { goTo, mailRows, pathOf } from '../support/people.ts'
import { test } from '../support/test.ts'
import { askToSignOut } from './people.ts'

/** Other specs use the same server. */
test.afterEach(({ ownServer }) =>
  ownServer.change(`delete from switch_value where name in ('skin', 'fontSize');
    update account set quota_bytes = 0 where address = 'peng.kai@yanshu.test'`),
)

test('the sidebar, the look and the widths are as they were left; a skin of the organisation, its locked size, the quota, and the question before a sign-out', async ({
  someone,
  ownServer,
}) => {
  ownServer.setSwitches({ skin: 'skin_3', fontSize: 2 })
  const person = await someone({ user: 'peng.kai', server: ownServer.url, rests: true })
  const { page, words } = person
  const { shell } = words
  const html = page.locator('html')
  const looks = page.getByRole('button', { name: shell.topBar.appearance })
  const left = async () => Math.round((await page.locator('main').boundingBox())?.x ?? -1)
  const choose = async (name: string) => {
    await looks.click()
    await page.getByRole('menuitemradio', { name, exact: true }).click()
    await page.keyboard.press('Escape')
  }
  const loadAnew = async () => {
    await page.reload()
    await expect(mailRows(page).first()).toBeVisible()
  }
  const line = page.getByRole('separator', { name: words.mail.list.width })
  const names = page.getByRole('separator', { name: words.mail.list.senderWidth })
  await expect(mailRows(page).first()).toBeVisible()

  await test.step('a skin of the organisation, dark as the system says, sizes', async () => {
    await expect(html).toHaveAttribute('data-skin', 'skin_3')
    await expect(html).toHaveAttribute('data-font', '2')
    // Light and dark follow the system until the person chooses one.
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(html).toHaveAttribute('data-mode', 'dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(html).toHaveAttribute('data-mode', 'light')
    // A person's own choice goes before; a locked one is shown and cannot be chosen.
    await choose(shell.topBar.fontSize3)
    await expect(html).toHaveAttribute('data-font', '3')
    ownServer.setSwitches({ fontSize: 1 }, true)
  })

  await test.step('the sidebar is collapsed and the list as wide as they were left', async () => {
    // How full the mailbox is: without a limit in words, with one as a bar, which warns when it is nearly full.
    await expect(page.getByText(/^已用 .*B$/)).toBeVisible()
    await choose(shell.topBar.sidebarCollapsed)
    await expect.poll(left).toBe(56)
    await line.focus()
    await page.keyboard.press('Shift+ArrowRight')
    const width = await line.getAttribute('aria-valuenow')
    await loadAnew()
    await expect.poll(left).toBe(56)
    await expect(line).toHaveAttribute('aria-valuenow', width ?? '')
    await expect(html).toHaveAttribute('data-font', '1')
    await looks.click()
    await expect(page.getByRole('menuitemradio', { name: shell.topBar.fontSize2, exact: true })).toBeDisabled()
    await page.keyboard.press('Escape')
  })

  await test.step('the sidebar is hidden and the names as wide as they were left, and the room is half used', async () => {
    await choose(shell.topBar.sidebarHidden)
    await expect.poll(left).toBe(0)
    // In two columns the names are: by pointer and by key.
    await choose(shell.topBar.layout2)
    await expect(names).toHaveAttribute('aria-valuenow', '180')
    const { x = 0, y = 0, height = 0 } = (await names.boundingBox()) ?? {}
    await page.mouse.move(x, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + 60, y + height / 2, { steps: 4 })
    await page.mouse.up()
    await expect(names).toHaveAttribute('aria-valuenow', '240')
    await names.press('ArrowRight')
    await expect(names).toHaveAttribute('aria-valuenow', '256')
    ownServer.change("update account set quota_bytes = used_bytes * 2 where address = 'peng.kai@yanshu.test'")
    await loadAnew()
    await expect.poll(left).toBe(0)
    await expect(names).toHaveAttribute('aria-valuenow', '256')
    const columns = await page
      .locator('[data-mail]')
      .first()
      .evaluate((row) => getComputedStyle(row).gridTemplateColumns)
    expect(columns.split(' ')[2]).toBe('256px')
    await page.getByRole('button', { name: shell.topBar.menu }).click()
    await expect.poll(left).toBe(210)
    const bar = page.getByRole('progressbar', { name: shell.sidebar.quotaLabel })
    await expect(bar).toHaveAttribute('aria-valuenow', '50')
  })

  await test.step('the room is nearly used up, and the gear leads to the folders', async () => {
    ownServer.change("update account set quota_bytes = used_bytes + 1 where address = 'peng.kai@yanshu.test'")
    await loadAnew()
    await expect(page.getByText(shell.sidebar.quotaFull)).toBeVisible()
    await page
      .getByRole('navigation', { name: shell.sidebar.label })
      .getByRole('button', { name: '管理文件夹和标签' })
      .click()
    await expect.poll(() => pathOf(page)).toBe('/set/foldermanagement')
  })

  await test.step('with something that is not saved, a sign-out is asked about', async () => {
    await page.route('**/api/mail/email/drafts', () => undefined)
    await goTo(page, '/write/new/0?c=unsaved')
    await page.getByRole('textbox', { name: words.compose.fields.subject }).fill('没有保存')
    await askToSignOut(person)
    const question = page.getByRole('alertdialog', { name: shell.unsaved.signOutTitle })
    await question.getByRole('button', { name: shell.unsaved.stay }).click()
    await expect(question).toHaveCount(0)
    expect(pathOf(page)).toContain('/write/')
    await askToSignOut(person)
    await question.getByRole('button', { name: shell.unsaved.signOutAnyway }).click()
    await expect(page.locator('[name=password]')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  })
})
