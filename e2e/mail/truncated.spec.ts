import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { BODY_SHOWN_MAX } from '@yanshu/contracts'
import { bodyOf, deliver, openInbox, rowOf, unique } from './mailing.ts'

const LINE = '雁过长空，影沉寒水；雁无遗踪之意，水无留影之心。\n'

test('a mail that is too long to be shown whole says so, and is saved whole; one that is shown whole does not', async ({
  page,
}) => {
  const subject = unique('很长的邮件')
  const lines = Math.ceil((BODY_SHOWN_MAX * 1.5) / Buffer.byteLength(LINE))
  await deliver({ subject, text: `第一行在此\n${LINE.repeat(lines)}最后一行在此` })
  await openInbox(page)
  await rowOf(page, subject).click()
  await expect(bodyOf(page)).toContainText('第一行在此')
  await expect(bodyOf(page)).not.toContainText('最后一行在此')
  const notice = page.getByRole('status').filter({ hasText: '邮件内容过长，只显示一部分' })
  await expect(notice).toBeVisible()

  const saved = page.waitForEvent('download')
  await notice.getByRole('button', { name: '下载完整邮件' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe(`${subject}.eml`)
  const [, ...parts] = (await readFile(await download.path(), 'latin1')).split('\r\n\r\n')
  const text = Buffer.from(parts.join(''), 'base64').toString()
  expect(text.split('\n').length).toBe(lines + 2)
  expect(text).toContain('最后一行在此')

  const short = unique('不长的邮件')
  await deliver({ subject: short, text: '全文在此' })
  await rowOf(page, short).click()
  await expect(bodyOf(page)).toContainText('全文在此')
  await expect(page.getByText('邮件内容过长，只显示一部分').filter({ visible: true })).toHaveCount(0)
})
