import { expect, test } from '@playwright/test'
import { bodyOf, deliver, openInbox, rowOf, unique } from './mailing.ts'

test('mail is read, starred, answered and deleted without a pointer', async ({ page }) => {
  const [first, second] = [unique('键盘一'), unique('键盘二')]
  await deliver({ subject: first, text: '第一封的正文' })
  await openInbox(page)
  await expect(rowOf(page, first)).toBeVisible()
  await deliver({ subject: second, text: '第二封的正文' })
  await expect(rowOf(page, second)).toBeVisible()

  await page.getByRole('grid').filter({ visible: true }).focus()
  await page.keyboard.press('Home')
  // Mail kept on top stands before them.
  while (!(await page.locator('[role=row][data-active]').textContent())?.includes(second))
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(bodyOf(page)).toContainText('第二封的正文')
  await page.keyboard.press('s')
  await expect(rowOf(page, second).getByRole('button', { name: '取消星标' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(bodyOf(page)).toContainText('第一封的正文')
  await page.keyboard.press('Shift+U')
  await expect(rowOf(page, first)).toHaveAttribute('data-unread', '')
  await page.keyboard.press('k')
  await expect(bodyOf(page)).toContainText('第二封的正文')
  await page.keyboard.press('#')
  await expect(rowOf(page, second)).toHaveCount(0)
  await expect(bodyOf(page)).toContainText('第一封的正文')
  await page.keyboard.press('u')
  await expect(page.locator('article').filter({ visible: true })).toHaveCount(0)
})

test('a quick reply is sent by Ctrl Enter and can be taken back', async ({ page }) => {
  const subject = unique('快捷回复')
  await deliver({ subject, from: '"李娜" <li.na@yanshu.test>', text: '在吗？' })
  await openInbox(page)
  await rowOf(page, subject).click()
  await page.getByRole('button', { name: /^回复 李娜…/ }).click()
  await page.getByRole('textbox', { name: '快捷回复' }).fill('在的，请讲。')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('回复已发送')).toBeVisible()
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(page.getByText('邮件已撤回，保存为草稿')).toBeVisible()
})
