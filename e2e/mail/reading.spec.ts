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

test('the keys of the browser’s print print the mail that is open, not the page', async ({ page }) => {
  const subject = unique('要打印的')
  await deliver({ subject, text: '在纸上' })
  await openInbox(page)
  await rowOf(page, subject).click()
  await expect(bodyOf(page)).toContainText('在纸上')
  await page.keyboard.press('Control+p')
  const sheet = page.locator(`iframe[aria-hidden=true][title="${subject}"]`)
  await expect(sheet.contentFrame().locator('h1')).toHaveText(subject)
  await expect(sheet.contentFrame().locator('.yanshu-mail')).toContainText('在纸上')
})

test('a page printed from the menu of the browser is light, and has the mail without what stands around it', async ({
  page,
}) => {
  const subject = unique('整页打印')
  await deliver({ subject, text: '在纸上' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await openInbox(page)
  await rowOf(page, subject).click()
  await expect(bodyOf(page)).toContainText('在纸上')
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'light')
  await expect(page.getByRole('heading', { name: subject })).toBeVisible()
  await expect(bodyOf(page)).toContainText('在纸上')
  for (const chrome of ['[role=search]', 'nav', '[role=tablist]', '[role=grid]', '[role=toolbar]']) {
    await expect(page.locator(chrome).filter({ visible: true })).toHaveCount(0)
  }
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })
  await expect(page.getByRole('grid').filter({ visible: true })).toBeVisible()
})
