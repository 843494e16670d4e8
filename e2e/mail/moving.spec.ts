import { expect, test } from '@playwright/test'
import { deliver, goTo, openInbox, rowOf, unique } from './mailing.ts'

test('a mail moves to a folder found by typing, and comes back by undo', async ({ page }) => {
  const subject = unique('要移动的')
  await deliver({ subject, text: '你好' })
  await openInbox(page)
  await rowOf(page, subject).getByRole('checkbox').check({ force: true })
  await page.keyboard.press('v')
  await page.getByRole('combobox', { name: '查找或新建文件夹' }).fill('垃圾')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, subject)).toHaveCount(0)
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(rowOf(page, subject)).toBeVisible()
  await page.reload()
  await expect(rowOf(page, subject)).toBeVisible()
})

test('a mail is deleted, found in the recycle bin, put back, and deleted for good after a question', async ({
  page,
}) => {
  const subject = unique('要删除的')
  await deliver({ subject, text: '你好' })
  await openInbox(page)
  await rowOf(page, subject).click()
  await page.locator('article').getByRole('button', { name: '删除', exact: true }).click()
  await expect(rowOf(page, subject)).toHaveCount(0)

  await goTo(page, '/recyclebin')
  await rowOf(page, subject).click()
  await page.locator('article').filter({ visible: true }).getByRole('button', { name: '恢复' }).click()
  await expect(rowOf(page, subject)).toHaveCount(0)
  await goTo(page, '/inbox')
  await expect(rowOf(page, subject)).toBeVisible()

  await rowOf(page, subject).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '彻底删除' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '彻底删除' }).click()
  await expect(rowOf(page, subject)).toHaveCount(0)
  await goTo(page, '/recyclebin')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: '回收站' })).toBeVisible()
  await expect(rowOf(page, subject)).toHaveCount(0)
})

test('a move that the server refuses is taken back, and the reader is told', async ({ page }) => {
  const subject = unique('移动失败')
  await deliver({ subject, text: '你好' })
  await openInbox(page)
  await page.route('**/api/mail/email/recoverableDelete', (route) =>
    route.fulfill({ status: 500, json: { code: 500_001, message: '服务器出错', data: null } }),
  )
  await rowOf(page, subject).hover()
  await page.getByRole('row').filter({ hasText: subject }).getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('操作没有完成，邮件已恢复原状')).toBeVisible()
  await expect(rowOf(page, subject)).toBeVisible()
})
