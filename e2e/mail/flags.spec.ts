import { expect, test } from '@playwright/test'
import { deliver, openInbox, rowOf, unique, unreadOf } from './mailing.ts'

test('what is done in one window shows in the other, counters as well', async ({ browser }) => {
  const subject = unique('两个窗口')
  await deliver({ subject, text: '你好' })
  const [one, other] = await Promise.all(
    [0, 1].map(async () => {
      const page = await (await browser.newContext()).newPage()
      await openInbox(page)
      return page
    }),
  )
  if (!one || !other) throw new Error('no windows')
  await expect(rowOf(other, subject)).toHaveAttribute('data-unread', '')
  const before = await unreadOf(other)

  await rowOf(one, subject).getByRole('button', { name: '加星标' }).click()
  await expect(rowOf(other, subject).getByRole('button', { name: '取消星标' })).toBeVisible()

  await rowOf(one, subject).hover()
  await one.getByRole('row').filter({ hasText: subject }).getByRole('button', { name: '标为已读' }).click()
  await expect(rowOf(other, subject)).not.toHaveAttribute('data-unread')
  await expect.poll(() => unreadOf(other)).toBe(before - 1)
  await expect.poll(() => unreadOf(one)).toBe(before - 1)
})
