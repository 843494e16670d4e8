import { expect, type Page } from '@playwright/test'
import { Code } from '@yanshu/contracts'
import { violations } from '../support/axe.ts'
import { goTo, place } from '../support/people.ts'
import { test } from '../support/test.ts'
import { filled } from '../support/words.ts'

const USER = 'wang.fang'
const NAME = 'e2e 工资'
const PASSWORD = '开门 1234'

const row = (page: Page) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: new RegExp(NAME) }) })

test('given a password on a folder, then its mail is behind it in every other session, and the archive is made without it', async ({
  someone,
}) => {
  const { page, words, api, seen } = await someone({ user: USER, path: '/set/foldermanagement' })
  const { folders, manage, archive } = words.settings
  const { folderId } = await api.post('mail/main/folder/save', { folderName: NAME })
  const inbox = await api.folder('inbox')
  const { list } = await api.get('mail/email/mailbox/list', { mailboxId: inbox.folderId, pageSize: 1 })
  const [mail] = list
  if (!mail) throw new Error('the inbox of the demonstration is empty')
  await api.post('mail/email/move', { mailboxId: inbox.folderId, targetMailboxId: folderId, mailUids: [mail.mailUid] })

  await row(page)
    .getByRole('button', { name: filled(folders.more, { name: NAME }) })
    .click()
  await page.getByRole('menuitem', { name: manage.setPassword }).click()
  const dialog = page.getByRole('dialog', { name: filled(manage.password, { name: NAME }) })
  await dialog.getByLabel(manage.newPassword).fill(PASSWORD)
  await dialog.getByLabel(manage.repeat).fill('something else')
  await dialog.getByRole('button', { name: manage.set, exact: true }).click()
  await expect(dialog.getByText(manage.differ)).toBeVisible()
  await dialog.getByLabel(manage.repeat).fill(PASSWORD)
  expect(await violations(page, { include: '[role=dialog]' })).toEqual([])
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await goTo(page, `/custombox/${folderId}`)
  await expect(page.getByText(mail.subject).first()).toBeVisible()

  // Another session of the same user: it has the mail by the password alone.
  const mails = () => api.get('mail/email/mailbox/list', { mailboxId: folderId })
  await expect(mails()).rejects.toThrow(`answered ${Code.folderClosed}`)
  await api.post('mail/main/folder/validPwd', { folderId, password: PASSWORD })
  expect((await mails()).list).toMatchObject([{ mailId: mail.mailId }])

  // Locked again from the sidebar, it is closed to this session, with what is open of it.
  await goTo(page, `/reply/${folderId}/${mail.mailId}`)
  await expect(page.getByRole('heading', { name: mail.subject }).filter({ visible: true })).toBeVisible()
  await place(page, NAME).click({ button: 'right' })
  await page.getByRole('menuitem', { name: words.shell.sidebar.lock }).click()
  await expect(page.getByText(filled(words.shell.names.locked, { name: NAME }))).toBeVisible()
  await expect(page.getByRole('heading', { name: mail.subject })).toHaveCount(0)
  await goTo(page, `/custombox/${folderId}`)
  const { closed } = words.mail
  const gate = page.getByRole('main')
  await expect(gate.getByRole('heading', { name: filled(closed.title, { name: NAME }) })).toBeVisible()
  await expect(page.getByText(mail.subject)).toHaveCount(0)
  expect(await violations(page, { include: 'main' })).toEqual([])
  // So it is in a page that begins there.
  await page.reload()
  await expect(gate.getByRole('heading', { name: filled(closed.title, { name: NAME }) })).toBeVisible()
  await expect(page.getByText(mail.subject)).toHaveCount(0)
  // Others keep it open.
  expect((await mails()).list).toHaveLength(1)
  await gate.getByLabel(closed.password).fill('wrong')
  await gate.getByRole('button', { name: closed.open, exact: true }).click()
  await expect(gate.getByText('文件夹密码不正确')).toBeVisible()
  await gate.getByLabel(closed.password).fill(PASSWORD)
  await gate.getByRole('button', { name: closed.open, exact: true }).click()
  await expect(page.getByText(mail.subject).first()).toBeVisible()

  await goTo(page, '/set/archive')
  await page.getByRole('button', { name: archive.begin }).click()
  await expect(page.getByRole('button', { name: archive.download })).toBeVisible()
  expect(await violations(page, { include: 'main' })).toEqual([])
  await page.getByRole('button', { name: archive.download }).click()
  const asking = page.getByRole('dialog', { name: archive.download })
  await asking.getByLabel(archive.password).fill(PASSWORD)
  await asking.getByRole('button', { name: archive.download }).click()
  await expect(asking.getByLabel(archive.password)).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('Escape')

  await goTo(page, '/set/foldermanagement')
  await page.getByRole('button', { name: filled(folders.delete, { name: NAME }) }).click()
  const deleting = page.getByRole('dialog', { name: filled(folders.delete, { name: NAME }) })
  await deleting.getByLabel(manage.oldPassword).fill(PASSWORD)
  await deleting.getByRole('button', { name: manage.delete, exact: true }).click()
  await expect(place(page, NAME)).toHaveCount(0)
  await api.post('mail/email/recoverEmail', { mailIds: [mail.mailId] })
  expect(seen.violations).toEqual([])
})
