import { expect } from '@playwright/test'
import { enter, mailRows } from '../support/people.ts'
import { test } from '../support/test.ts'

test('messages that need a browser: nothing selected, copied and not, what the server refuses, what it cannot be asked', async ({
  stranger,
}) => {
  const { page, user, words, api } = await stranger({ user: 'tian.ye' })
  const { mail, own } = words
  const said = page.locator('[data-place=start]')

  // A list without mails has nothing that could be moved.
  const { folderId: mailboxId } = await api.folder('spam')
  const { list } = await api.get('mail/email/mailbox/list', { mailboxId, pageSize: 200 })
  if (list.length > 0) await api.post('mail/email/recoverEmail', { mailIds: list.map(({ mailId }) => mailId) })
  await enter(page, user, '/spam')
  await expect(page.getByRole('heading', { level: 1, name: own.folder.spam })).toBeVisible()
  await expect(page.getByText(mail.empty.spam)).toBeVisible()
  await page.locator('main').focus()
  await page.keyboard.press('v')
  await expect(said).toContainText(mail.error.nothingSelected)

  // Copying reports whether it worked.
  await page.getByRole('treeitem', { name: new RegExp(`^${own.folder.inbox}`) }).click()
  await mailRows(page)
    .filter({ has: page.locator('[data-mail]') })
    .first()
    .click()
  const person = page
    .locator('article')
    .filter({ visible: true })
    .locator('button[aria-haspopup=menu][title*="@"]')
    .first()
  const copy = async () => {
    await person.click()
    await page.getByRole('menuitem', { name: mail.people.copy }).click()
  }
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await copy()
  await expect(said).toContainText(mail.people.copied)
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await copy()
  await expect(said).toContainText(mail.people.notCopied)

  // What the server refuses is shown in its words with the code; what is no answer, in the client's.
  const create = async (name: string) => {
    await page.getByRole('button', { name: words.shell.sidebar.addFolder }).click()
    const dialog = page.getByRole('dialog', { name: words.shell.names.newFolder })
    await dialog.getByLabel(words.shell.names.folderName).fill(name)
    await page.keyboard.press('Enter')
    return dialog
  }
  const name = `消息${Date.now() % 100_000}`
  await create(name)
  await expect(page.getByText(`已创建“${name}”`)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const again = await create(name)
  // Once, beside the field.
  await expect(page.getByText('该名称已存在，请换一个名称')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(again).toBeHidden()
  await page.route('**/api/mail/main/folder/save', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<html>Bad gateway</html>' }),
  )
  await create(`${name}乙`)
  await expect(page.getByText(own.error.unreadable)).toBeVisible()
})
