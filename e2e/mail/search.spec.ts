import { expect, test } from '@playwright/test'
import { deliver, openInbox, rowOf, unique } from './mailing.ts'

test('Chinese words are found in subject and text, and marked', async ({ page }) => {
  const subject = unique('鸿雁传书')
  await deliver({ subject, text: '云中谁寄锦书来，雁字回时，月满西楼。' })
  await openInbox(page)
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: '关键词' }).fill('锦书')
  await expect(page.getByRole('option').filter({ hasText: subject })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '“锦书”的搜索结果' })).toBeVisible()
  await expect(rowOf(page, subject).locator('mark').filter({ hasText: '锦书' })).toBeVisible()
})

test('an empty keyword is warned of, and a word that is nowhere gets advice', async ({ page }) => {
  await openInbox(page)
  await page.keyboard.press('/')
  await page.keyboard.press('Enter')
  await expect(page.getByText('请输入要搜索的关键词')).toBeVisible()
  await page.getByRole('combobox', { name: '关键词' }).fill('绝无此词甲乙丙')
  await page.keyboard.press('Enter')
  await expect(page.getByText('没有找到与“绝无此词甲乙丙”相符的邮件')).toBeVisible()
})
