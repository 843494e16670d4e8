import { expect } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { goTo, mailRow, mailRows, noticeOf } from '../support/people.ts'
import { test } from '../support/test.ts'
import { bodyOf, deliver, unique } from './mailing.ts'

test('a mail is reported and moved to spam, and the administrator closes the report with an answer', async ({
  someone,
}) => {
  const subject = unique('密码即将到期')
  await deliver({ subject, to: 'peng.kai@yanshu.test', from: '"系统管理" <pay@phish.example>', text: '请点击链接' })
  const person = await someone({ user: 'peng.kai' })
  const { page } = person
  await mailRow(page, subject).click()
  await expect(bodyOf(page)).toContainText('请点击链接')
  await page
    .locator('article')
    .filter({ visible: true })
    .getByRole('toolbar')
    .getByRole('button', { name: '更多' })
    .click()
  await page.getByRole('menuitem', { name: '向管理员举报…' }).click()
  const dialog = page.getByRole('dialog', { name: '举报邮件' })
  await expect(dialog).toContainText('管理员会收到这封邮件的副本')
  await dialog.getByRole('textbox', { name: '补充说明（选填）' }).fill('要我输入密码')
  await dialog.getByRole('checkbox', { name: '同时移到垃圾邮件' }).check()
  expect(await violations(page, { include: '[role=dialog]' })).toEqual([])
  await dialog.getByRole('button', { name: '举报', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(mailRow(page, subject)).toHaveCount(0)
  await expect
    .poll(async () =>
      (await person.api.get('mail/email/mailbox/list', { role: 'spam' })).list.map((one) => one.subject),
    )
    .toContain(subject)

  const admin = await someone({ user: 'admin', path: '/reportedmail', language: 'en' })
  const main = admin.page.getByRole('main')
  const card = main.getByRole('listitem').filter({ hasText: subject })
  await expect(card).toContainText('pay@phish.example')
  await expect(card).toContainText('要我输入密码')
  await card.getByRole('button', { name: 'Show header' }).click()
  await expect(card.getByRole('region', { name: 'Show header' })).toContainText('Received:')
  const saved = admin.page.waitForEvent('download')
  await card.getByRole('button', { name: `Save mail: ${subject}` }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.eml$/)
  await admin.page.setViewportSize({ width: 390, height: 844 })
  expect(await violations(admin.page, { include: 'main' })).toEqual([])
  await card.getByRole('button', { name: `Close report: ${subject}` }).click()
  const closing = admin.page.getByRole('dialog', { name: 'Close report' })
  await closing.getByRole('textbox', { name: 'Note', exact: true }).fill('blocked')
  await closing.getByRole('textbox', { name: 'Answer to who reported' }).fill('确认是诈骗')
  await closing.getByRole('button', { name: 'Close report' }).click()
  await expect(noticeOf(admin.page, 'who reported has an answer')).toBeVisible()
  await expect(card).toHaveCount(0)
  await main.getByRole('radio', { name: 'Closed' }).click()
  await expect(card).toContainText('blocked')

  await goTo(page, '/inbox')
  await mailRow(page, '你举报的邮件已处理').first().click()
  await expect(bodyOf(page)).toContainText('确认是诈骗')

  await test.step('a person who is no administrator sees no reports', async () => {
    await goTo(page, '/reportedmail')
    await expect(mailRows(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { name: '邮件举报' })).toHaveCount(0)
  })
})
