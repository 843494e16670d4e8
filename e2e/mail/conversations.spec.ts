import { expect, type Page, test } from '@playwright/test'
import { apiOf } from '../support/api.ts'
import { violations } from '../support/axe.ts'
import { noticeOf, takeBack } from '../support/people.ts'
import { bodyOf, deliver, openInbox, READER, rowOf, setGeneral, unique } from './mailing.ts'

test.beforeEach(({ request }) => setGeneral(request, { conversations: true }))
test.afterEach(({ request }) => setGeneral(request, { conversations: false }))

const ZHANG = '"张伟" <zhang.wei@out.example>'
const LI = '"李娜" <li.na@out.example>'

/** A question and its answers come in, one after the other; returns the subject. */
async function converse(answers: number): Promise<{ subject: string; answer: (n: number) => Promise<void> }> {
  const subject = unique('会话').replaceAll(' ', '')
  const id = (n: number) => `<${n}.${subject.replace(/\W/g, '')}@out.example>`
  await deliver({ subject, from: ZHANG, messageId: id(0), text: '合同草案已经发出，请在星期五之前确认付款条件。' })
  const answer = (n: number) =>
    deliver({
      ...{ subject: `Re: ${subject}`, from: n % 2 ? LI : ZHANG, messageId: id(n), inReplyTo: id(n - 1) },
      text: `第 ${n} 次回复。\n\n合同草案已经发出，请在星期五之前确认付款条件。`,
    })
  for (let n = 1; n <= answers; n++) await answer(n)
  return { subject, answer }
}

const members = (page: Page, region: '更早' | '更新') =>
  page
    .getByRole('region', { name: `会话中${region}的邮件` })
    .filter({ visible: true })
    .getByRole('listitem')

test('given conversations, then a folder has one row of one, which opens at its first unread mail with the others in place', async ({
  page,
  baseURL,
}) => {
  const { subject, answer } = await converse(3)
  const api = await apiOf(baseURL ?? '', READER.account)
  const inbox = (await api.folder('inbox')).folderId
  const found = await api.get('mail/email/conversation/list', { mailboxId: inbox })
  const head = found.list.find((row) => row.subject.includes(subject))
  const { ids } = await api.get('mail/email/conversation/mails', { mailId: head?.mailId ?? 0 })
  await api.post('mail/email/seen/update', { mailIds: ids.slice(0, 2), seen: true })

  await openInbox(page)
  const row = rowOf(page, subject)
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('4 封往来邮件')
  await expect(row).toContainText('张伟')
  await expect(row).toContainText('李娜')
  await row.click()
  await expect(bodyOf(page)).toContainText('第 2 次回复')
  // Without any mark of a quote.
  await expect(bodyOf(page).locator('details.yanshu-quote')).toContainText('合同草案已经发出')
  await expect(members(page, '更早')).toHaveCount(2)
  await expect(members(page, '更新')).toHaveCount(1)
  await members(page, '更新').getByRole('button').press('Enter')
  await expect(bodyOf(page)).toContainText('第 3 次回复')
  await expect(members(page, '更早')).toHaveCount(3)
  expect(await violations(page, {})).toEqual([])

  await answer(4)
  await expect(rowOf(page, subject)).toContainText('5 封往来邮件')
  await expect(rowOf(page, subject)).toHaveCount(1)
})

test('given a row of a conversation, when it is deleted, then all of it goes, and comes back when that is undone', async ({
  page,
  baseURL,
}) => {
  const { subject } = await converse(2)
  const api = await apiOf(baseURL ?? '', READER.account)
  const before = await api.folder('inbox')
  await openInbox(page)
  const row = rowOf(page, subject)
  await expect(row).toContainText('3 封往来邮件')
  await row.hover()
  await page.getByRole('row').filter({ hasText: subject }).getByRole('button', { name: '删除会话' }).click()
  await expect(row).toHaveCount(0)
  await expect(noticeOf(page, '3')).toBeVisible()
  await expect.poll(async () => (await api.folder('inbox')).mail).toBe(before.mail - 3)
  await takeBack(page, '3')
  await expect(row).toContainText('3 封往来邮件')
  await expect.poll(async () => (await api.folder('inbox')).mail).toBe(before.mail)

  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: '标为已读' }).click()
  await expect.poll(async () => (await api.folder('inbox')).unread).toBe(before.unread - 3)
  await expect(row).toHaveCount(1)
  await setGeneral(page.request, { conversations: false })
  await page.reload()
  await expect(rowOf(page, subject)).toHaveCount(3)
})
