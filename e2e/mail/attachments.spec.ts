import { expect, test } from '@playwright/test'
import { deliver, openInbox, rowOf, unique } from './mailing.ts'

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==',
  'base64',
)

test('attachments are previewed one after the other, and saved under their names', async ({ page }) => {
  const subject = unique('附件')
  await deliver({
    subject,
    text: '请查收',
    attachments: [
      { filename: '现场照片.png', content: PIXEL, contentType: 'image/png' },
      { filename: '说明 文件.txt', content: '第一章 总则', contentType: 'text/plain; charset=utf-8' },
      { filename: '脚本.html', content: '<script>1</script>', contentType: 'text/html' },
    ],
  })
  await openInbox(page)
  await rowOf(page, subject).click()
  const files = page.getByRole('region', { name: '附件' })
  await expect(files.getByRole('listitem')).toHaveCount(3)
  await expect(files.getByRole('listitem').filter({ hasText: '.html' }).getByRole('button')).toHaveCount(2)

  await files.getByRole('button', { name: /预览.*照片/ }).click()
  const dialog = page.getByRole('dialog', { name: '文件预览' })
  await expect(dialog.getByRole('img', { name: '现场照片.png' })).toBeVisible()
  await expect
    .poll(() =>
      dialog.getByRole('img', { name: '现场照片.png' }).evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBe(1)
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByText('第一章 总则')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  const saved = page.waitForEvent('download')
  await files.getByRole('button', { name: /下载.*说明/ }).click()
  expect((await saved).suggestedFilename()).toBe('说明 文件.txt')
})
