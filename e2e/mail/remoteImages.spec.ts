import { expect, test } from '@playwright/test'
import { bodyOf, deliver, openInbox, rowOf, unique } from './mailing.ts'

test('remote images are held until asked for, and then come through the server', async ({ page }) => {
  const subject = unique('有图片的')
  await deliver({ subject, html: '<p>看图</p><img src="https://tracker.example.net/open.png" width="90" height="90">' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await openInbox(page)
  await rowOf(page, subject).click()
  await expect(bodyOf(page)).toContainText('看图')
  await expect(page.getByRole('status').filter({ hasText: 'tracker.example.net' })).toBeVisible()
  expect(asked.filter((url) => url.includes('tracker.example.net'))).toEqual([])
  await page.getByRole('button', { name: '显示图片' }).click()
  await expect.poll(() => asked.filter((url) => url.includes('/api/file/remoteImage?')).length).toBeGreaterThan(0)
  expect(asked.filter((url) => new URL(url).host === 'tracker.example.net')).toEqual([])
})
