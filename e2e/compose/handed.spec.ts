import { expect, test } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { call, fields, fresh, LI_NA, newMail, open, pageOf, SAVED, ZHANG } from './desk.ts'

test('a draft is handed to a colleague, who writes on it while it stands still, and comes back', async ({
  page,
  browser,
}) => {
  await open(page, ZHANG)
  const subject = fresh('交接')
  const screen = await newMail(page)
  await screen.subject.fill(subject)
  await screen.text.click()
  await page.keyboard.type('第一段由张伟写。')
  await screen.files.setInputFiles({ name: '报价.txt', mimeType: 'text/plain', buffer: Buffer.from('报价') })
  await expect(page.getByText(SAVED)).toBeVisible()

  await page.getByRole('button', { name: '发送选项' }).click()
  await page.getByRole('menuitem', { name: '交给同事…' }).click()
  const dialog = page.getByRole('dialog', { name: '交给同事接着写' })
  await dialog.getByRole('textbox', { name: '同事的邮箱地址' }).fill(LI_NA)
  expect(await violations(page, { include: '[role=dialog]' })).toEqual([])
  await dialog.getByRole('button', { name: '交给对方' }).click()
  const link = (await dialog.getByText('/#/write/handed/0?hand=').textContent()) ?? ''
  await dialog.getByRole('button', { name: '完成' }).click()
  await expect(page.getByText('已交给 李娜，对方尚未打开')).toBeVisible()

  const other = await pageOf(browser, LI_NA)
  await other.goto(link)
  const there = fields(other)
  await expect(there.text).toContainText('第一段由张伟写。')
  await expect(there.subject).toHaveValue(subject)
  await expect(other.getByRole('region', { name: '附件' }).getByText('报价.txt').first()).toBeVisible()
  await expect(other.getByText('张伟 交给您的草稿')).toBeVisible()
  await there.text.click()
  await other.keyboard.press('Control+End')
  await other.keyboard.type('第二段由李娜写。')
  await expect(other.getByText(SAVED)).toBeVisible()

  // Its author sees who has it, and cannot write meanwhile.
  await page.reload()
  await expect(page.getByText('李娜 正在修改')).toBeVisible()
  await expect(page.locator('[inert]').getByText('第一段由张伟写。')).toBeAttached()
  expect(await violations(page)).toEqual([])

  await other.getByRole('button', { name: '交回' }).click()
  await expect(other.getByText('已交回给 张伟')).toBeVisible()
  await expect(there.text).toHaveCount(0)
  const { list } = await call<{ list: { subject: string }[] }>(other, 'mail/email/mailbox/list?role=drafts')
  expect(list.some((draft) => draft.subject === subject)).toBe(false)
  await other.context().close()

  await page.reload()
  await expect(page.getByText(/李娜 已交回/)).toBeVisible()
  await expect(fields(page).text).toContainText('第二段由李娜写。')
  // The name as it is read, beside the one that is drawn.
  const named = page.locator(':not([aria-hidden])')
  await expect(page.getByRole('region', { name: '附件' }).getByText('报价.txt').and(named)).toHaveCount(1)
})
