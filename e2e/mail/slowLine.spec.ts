import { expect, test } from '@playwright/test'
import { bodyOf, deliver, openInbox, rowOf, unique } from './mailing.ts'

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('on a line that saves data pictures wait, a file is asked about with its size, and lists come without first words', async ({
  page,
}) => {
  const subject = unique('慢速网络')
  await deliver({
    subject,
    text: '摘要',
    html: '<p>现场照片</p><img src="cid:one@example" alt="照片">',
    attachments: [
      { filename: '附件.zip', content: Buffer.alloc(200_000, 'x') },
      ...[{ filename: 'one.png', content: PICTURE, contentType: 'image/png', cid: 'one@example' }],
    ],
  })
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g', downlink: 10 } })
  })
  const pictures: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('file/show/')) pictures.push(request.url())
  })
  await openInbox(page)
  await expect(rowOf(page, subject)).not.toContainText('摘要')
  await rowOf(page, subject).click()
  await expect(bodyOf(page)).toContainText('现场照片')
  const bar = page.getByRole('status').filter({ hasText: '1 张图片没有加载' })
  await expect(bar).toBeVisible()
  expect(pictures).toEqual([])
  await bar.getByRole('button', { name: '显示图片' }).click()
  await expect.poll(() => pictures.length).toBe(1)
  await expect(bar).toHaveCount(0)

  const files = page.getByRole('region', { name: '附件' }).filter({ visible: true })
  const download = files.getByRole('button', { name: /^下载/ }).first()
  await download.click()
  const question = page.getByRole('alertdialog', { name: '网络较慢，要下载吗？' })
  await expect(question).toContainText('“附件.zip”有')
  await question.getByRole('button', { name: '取消' }).click()
  await expect(question).toHaveCount(0)
  await download.click()
  const saved = page.waitForEvent('download')
  await question.getByRole('button', { name: '下载', exact: true }).click()
  expect((await saved).suggestedFilename()).toBe('附件.zip')
})
