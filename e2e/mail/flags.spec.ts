import { expect, test } from '@playwright/test'
import { apiOf } from '../support/api.ts'
import { deliver, goTo, openInbox, READER, rowOf, unique, unreadAtFirst, unreadOf } from './mailing.ts'

test('what is done shows in another window, in rows out of sight too, and is undone', async ({
  page,
  browser,
  baseURL,
}) => {
  await test.step('what is done in one window shows in the other, counters as well', async () => {
    const subject = unique('两个窗口')
    await deliver({ subject, text: '你好' })
    const windows = await browser.newContext()
    const [one, other] = [page, await windows.newPage()]
    await openInbox(one)
    await openInbox(other)
    await expect(rowOf(other, subject)).toHaveAttribute('data-unread', '')
    const before = await unreadAtFirst(other)
    await expect.poll(() => unreadOf(one)).toBe(before)

    await rowOf(one, subject).getByRole('button', { name: '加星标' }).click()
    await expect(rowOf(other, subject).getByRole('button', { name: '取消星标' })).toBeVisible()

    await rowOf(one, subject).hover()
    await one.getByRole('row').filter({ hasText: subject }).getByRole('button', { name: '标为已读' }).click()
    await expect(rowOf(other, subject)).not.toHaveAttribute('data-unread')
    await expect.poll(() => unreadOf(other)).toBe(before - 1)
    await expect.poll(() => unreadOf(one)).toBe(before - 1)
    await windows.close()
  })

  await test.step('rows out of sight are marked with those in sight, and are as before when that is undone or refused', async () => {
    const api = await apiOf(baseURL ?? '', READER.account)
    const { folderId } = await api.post('mail/main/folder/save', { folderName: unique('一起标记') })
    try {
      const name = unique('一起标记的')
      for (let at = 0; at < 14; at++) await deliver({ subject: `${name} ${at}`, text: '你好' })
      const mails = (await api.inbox()).filter(({ subject }) => subject.startsWith(name))
      await api.post('mail/email/move', {
        mailboxId: mails[0]?.mailboxId ?? 0,
        targetMailboxId: folderId,
        mailUids: mails.map(({ mailUid }) => mailUid),
      })
      // Half of the rows that are drawn are below the window.
      await page.setViewportSize({ width: 1280, height: 500 })
      await goTo(page, `/custombox/${folderId}`)
      const rows = page.getByRole('grid').filter({ visible: true }).locator('[data-mail]')
      const unread = page.getByRole('grid').filter({ visible: true }).locator('[data-mail][data-unread]')
      await expect(rows).toHaveCount(mails.length)
      await expect(unread).toHaveCount(mails.length)
      await expect(rows.last()).not.toBeInViewport()

      await page.getByRole('checkbox', { name: '全选' }).filter({ visible: true }).click()
      const mark = page.getByRole('toolbar').getByRole('button', { name: '标为已读' })
      await mark.click()
      await expect(unread).toHaveCount(0)
      await page.getByRole('button', { name: '撤销' }).click()
      await expect(unread).toHaveCount(mails.length)
      await page.route('**/api/mail/email/seen/update', (route) => route.fulfill({ status: 403, json: { code: 403 } }))
      await mark.click()
      await expect(page.getByText('操作没有完成，邮件已恢复原状')).toBeVisible()
      await expect(unread).toHaveCount(mails.length)
    } finally {
      await api.post('mail/main/folder/delete/password', { folderId })
    }
  })
})
