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

test('a long name is cut in its middle by the room it has, its extension stays; a picture is drawn in its tile', async ({
  page,
}) => {
  const subject = unique('长文件名')
  const name = '二〇二六年第三季度华东区办公设备采购合同（含补充协议与验收单，最终修订版）盖章扫描件.pdf'
  await deliver({
    subject,
    text: '请查收',
    attachments: [
      { filename: name, content: '%PDF-1.4', contentType: 'application/pdf' },
      { filename: '照片.png', content: PIXEL, contentType: 'image/png' },
    ],
  })
  await openInbox(page)
  await rowOf(page, subject).click()
  const tiles = page.getByRole('region', { name: '附件' }).getByRole('listitem')
  const long = tiles.filter({ hasText: name })
  const [start, end] = [long.locator('[title] > [aria-hidden]').first(), long.locator('[title] > [aria-hidden]').last()]
  await expect(end).toHaveText('章扫描件.pdf')
  const widths = (element: HTMLElement) => [element.scrollWidth - element.clientWidth, element.clientWidth]
  // The end stands whole, the start gives way and is drawn with an ellipsis; the tile is wider than its least width.
  expect((await end.evaluate(widths))[0]).toBeLessThanOrEqual(0)
  const [cut, room] = await start.evaluate(widths)
  expect(cut).toBeGreaterThan(0)
  expect(room).toBeGreaterThan(100)
  expect((await long.boundingBox())?.width ?? 0).toBeGreaterThan(400)
  await expect(tiles.filter({ hasText: '照片.png' }).locator('img')).toHaveJSProperty('naturalWidth', 1)
})
