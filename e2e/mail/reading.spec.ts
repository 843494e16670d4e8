import { expect, test } from '@playwright/test'
import { bodyOf, deliver, openInbox, rowOf, unique, unreadOf } from './mailing.ts'

test('a mail arrives on top, opens at once, and is read', async ({ page }) => {
  await openInbox(page)
  const before = await unreadOf(page)
  const subject = unique('季度总结')
  await deliver({ subject, html: '<p>各位好，<b>附件</b>是总结。</p><script>document.title = "x"</script>' })
  await expect(rowOf(page, subject)).toBeVisible()
  await expect.poll(() => unreadOf(page)).toBe(before + 1)
  await rowOf(page, subject).click()
  await expect(page.locator('article').getByRole('heading', { name: subject })).toBeVisible()
  await expect(bodyOf(page)).toContainText('各位好，附件是总结。')
  await expect.poll(() => unreadOf(page)).toBe(before)
})

test('plain text keeps its lines and its links, and folds what is quoted', async ({ page }) => {
  const subject = unique('纯文本')
  await deliver({ subject, text: '第一行\n第二行 https://example.org/a\n\n> 之前的话\n> 又一行' })
  await openInbox(page)
  await rowOf(page, subject).click()
  await expect(bodyOf(page)).toContainText('第一行')
  await expect(bodyOf(page).getByRole('link', { name: 'https://example.org/a' })).toBeVisible()
})

test('a link that shows one host and leads to another is pointed out', async ({ page }) => {
  const subject = unique('请核对')
  await deliver({ subject, html: '<a href="https://evil.example.net/login">https://bank.example.com</a>' })
  await openInbox(page)
  await rowOf(page, subject).click()
  await expect(page.getByRole('alert').filter({ hasText: 'evil.example.net' })).toBeVisible()
})

test('a mail that is gone is said to be gone', async ({ page }) => {
  await openInbox(page)
  await page.goto('/#/reply/1/999999999')
  await expect(page.getByRole('alert').filter({ hasText: '邮件不存在' })).toBeVisible()
})
