import { expect, test } from '@playwright/test'
import { deliver, goTo, openInbox, rowOf, unique } from './mailing.ts'

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

test('hits name their folder, and a new search begins with an empty box', async ({ page }) => {
  const subject = unique('洛神赋')
  await deliver({ subject, text: '翩若惊鸿' })
  await openInbox(page)
  const box = page.getByRole('combobox', { name: '关键词' })
  await box.fill('惊鸿')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, subject)).toContainText('收件箱')
  await goTo(page, '/search')
  await expect(box).toHaveValue('')
  await expect(page.getByRole('textbox', { name: '关键词' }).filter({ visible: true })).toHaveValue('')
  await expect(page.getByText('要找什么邮件？')).toBeVisible()
})

test('what was pointed at below the box is not pointed at when the same word is searched for again', async ({
  page,
}) => {
  const subject = unique('滕王阁')
  await deliver({ subject, text: '落霞与孤鹜齐飞' })
  await openInbox(page)
  const box = page.getByRole('combobox', { name: '关键词' })
  await box.fill('孤鹜')
  await expect(page.getByRole('option').filter({ hasText: subject })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '“孤鹜”的搜索结果' })).toBeVisible()
  await goTo(page, '/inbox')
  await box.fill('孤鹜')
  await box.focus()
  await expect(page.getByRole('option').filter({ hasText: subject })).toBeVisible()
  await expect(page.getByRole('option', { selected: true })).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '“孤鹜”的搜索结果' })).toBeVisible()
})

test('a name that stands in no mail leads to the mails with the person of that name', async ({ page }) => {
  const subject = unique('只有地址')
  await deliver({ subject, from: 'li.na@yanshu.test', text: '正文' })
  await openInbox(page)
  await page.getByRole('combobox', { name: '关键词' }).fill('lina')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '与 李娜 的往来邮件' }).click()
  await expect(rowOf(page, subject)).toBeVisible()
})
