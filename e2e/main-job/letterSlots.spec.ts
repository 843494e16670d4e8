import { expect, type Page } from '@playwright/test'
import { fields, fresh, newMail, SAVED } from '../compose/desk.ts'
import { violations } from '../support/axe.ts'
import { builtManifest, publish, unpublish } from '../support/manifest.ts'
import { test } from '../support/test.ts'
import { remoteTryWith, withRemoteTry } from './remoteTry.ts'

test.afterEach(({ ownServer }) => unpublish(ownServer))

/** A letter to a colleague with its words, of which the server has everything. */
async function written(page: Page, words: string) {
  const letter = await newMail(page)
  await letter.to.pressSequentially('li.na@yanshu.test,')
  await letter.subject.fill(fresh('盖章'))
  await letter.text.click()
  await page.keyboard.type(words)
  return letter
}

test('given an option and a check of another remote, then drafts keep the one, the other asks, refuses and transforms, and without the remote nothing is left out in silence', async ({
  someone,
  ownServer,
}) => {
  const candidate = await remoteTryWith(ownServer.client, ['letter.option', 'letter.check'])
  const built = builtManifest()
  publish(ownServer, withRemoteTry(built, candidate))
  const { page, api, context, seen, words } = await someone({ user: 'admin', server: ownServer.url, language: 'zh' })
  const letter = await written(page, '请查看')
  const stamp = page.getByRole('checkbox', { name: '盖章' })
  await stamp.check()
  await expect(letter.status.filter({ hasText: SAVED })).toBeVisible()
  expect(await violations(page, { include: 'main' })).toEqual([])

  const question = page.getByRole('alertdialog')
  await letter.send.click()
  await expect(question).toContainText('盖章后不能更改')
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await expect(letter.text).toContainText('请查看')

  // The draft brings it back, whatever page opens it.
  const { folderList } = await api.get('mail/main/folder/list')
  const drafts = folderList.find(({ role }) => role === 'drafts')?.folderId ?? 0
  const { list } = await api.get('mail/email/mailbox/list', { mailboxId: drafts })
  const mailId = list[0]?.mailId ?? 0
  const second = await context.newPage()
  await second.goto(`/#/write/draft/${mailId}`)
  await expect(second.getByRole('checkbox', { name: '盖章' })).toBeChecked()
  await second.close()

  const posted = page.waitForRequest('**/api/mail/email/send')
  await letter.send.click()
  await question.getByRole('button', { name: '盖章并发送' }).click()
  const body = (await posted).postDataJSON()
  expect(body.options).toEqual({ 'remote-try.stamp': true })
  expect(body.html).toMatch(/请查看.*<p>朱印<\/p>$/s)
  await expect(page.locator('[aria-live]').filter({ hasText: '已发送' })).toBeVisible()

  const refused = await written(page, '绝密')
  await stamp.check()
  await expect(refused.status.filter({ hasText: SAVED })).toBeVisible()
  await refused.send.click()
  await expect(page.getByText('邮件没有发出：绝密内容不能外发')).toBeVisible()
  const left = (await api.get('mail/email/mailbox/list', { mailboxId: drafts })).list[0]?.mailId ?? 0

  publish(ownServer, { ...built, revision: built.revision + 2 })
  const later = await context.newPage()
  await later.goto(`/#/write/draft/${left}`)
  await expect(fields(later).text).toContainText('绝密')
  await expect(later.getByRole('checkbox', { name: '盖章' })).toHaveCount(0)
  await fields(later).send.click()
  const asked = later.getByRole('alertdialog')
  await expect(asked).toContainText('remote-try.stamp')
  await expect(asked.getByRole('button', { name: words.compose.strangeOptions.back, exact: true })).toBeFocused()
  await asked.getByRole('button', { name: words.compose.strangeOptions.send }).click()
  await expect(later.locator('[aria-live]').filter({ hasText: '已发送' })).toBeVisible()
  expect(seen.violations).toEqual([])
  expect(seen.errors).toEqual([])
})
