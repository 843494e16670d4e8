import { expect, test } from '@playwright/test'
import { bodyOf, deliver, openInbox, rowOf, setGeneral, toInbox, unique } from './mailing.ts'

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==',
  'base64',
)

test('in a mail words are found, read out and decoded, links to mails are followed, attachments are previewed, and pictures of other sites wait', async ({
  page,
  request,
}) => {
  // The browser of the tests has no voices.
  await page.addInitScript(() => {
    const read: string[][] = []
    const voices = { cancel: () => undefined }
    Reflect.set(voices, 'speak', ({ lang, text }: SpeechSynthesisUtterance) => void read.push([lang, text]))
    Object.assign(window, { read })
    Object.defineProperty(window, 'speechSynthesis', { value: voices })
  })
  await openInbox(page)

  await test.step('attachments are previewed one after the other, and saved under their names', async () => {
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
    await toInbox(page, subject)
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

  await test.step('a long name is cut in its middle by the room it has, its extension stays; a picture is drawn in its tile', async () => {
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
    await toInbox(page, subject)
    await rowOf(page, subject).click()
    const tiles = page.getByRole('region', { name: '附件' }).getByRole('listitem')
    const long = tiles.filter({ hasText: name })
    const [start, end] = [
      long.locator('[title] > [aria-hidden]').first(),
      long.locator('[title] > [aria-hidden]').last(),
    ]
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

  await test.step('remote images are held until asked for, and then come through the server', async () => {
    const subject = unique('有图片的')
    await deliver({
      subject,
      html: '<p>看图</p><img src="https://tracker.example.net/open.png" width="90" height="90">',
    })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await toInbox(page, subject)
    await rowOf(page, subject).click()
    await expect(bodyOf(page)).toContainText('看图')
    await expect(page.getByRole('status').filter({ hasText: 'tracker.example.net' })).toBeVisible()
    expect(asked.filter((url) => url.includes('tracker.example.net'))).toEqual([])
    await page.getByRole('button', { name: '显示图片' }).click()
    await expect.poll(() => asked.filter((url) => url.includes('/api/file/remoteImage?')).length).toBeGreaterThan(0)
    expect(asked.filter((url) => new URL(url).host === 'tracker.example.net')).toEqual([])
  })

  await test.step('what was held is listed by site, and the domain of a sender is trusted until that is taken back', async () => {
    const from = `"快讯" <news@${unique('d').replace(/[^a-z0-9]/g, '')}.example>`
    const html =
      '<p>快讯</p><img src="https://cdn.example.net/a.png" width="90" height="90">' +
      '<img src="https://count.example.net/x.png" width="1" height="1">'
    const [first, second] = [unique('快讯一'), unique('快讯二')]
    for (const subject of [first, second]) await deliver({ subject, from, html })
    await toInbox(page, first, second)
    await rowOf(page, first).click()
    const bar = page.getByRole('status').filter({ hasText: '已拦截 2 张' })
    await expect(bar).toContainText('其中 1 张用于跟踪阅读')
    await bar.getByRole('button', { name: '拦截记录' }).press('Enter')
    const ledger = page.getByRole('dialog', { name: '拦截记录' })
    await expect(ledger.getByRole('row').nth(1)).toContainText(/count\.example\.net\s*1\s*1\s*已拦截/)
    await ledger.getByRole('button', { name: /^总是显示 @/ }).click()
    await expect(page.getByRole('status').filter({ hasText: '已按您的设定显示' })).toBeVisible()

    await rowOf(page, second).click()
    await expect(page.getByRole('status').filter({ hasText: '已按您的设定显示' })).toBeVisible()
    await page.getByRole('button', { name: '拦截记录' }).click()
    await page.getByRole('button', { name: '不再自动显示这个发件人的图片' }).click()
    await expect(page.getByRole('status').filter({ hasText: '已拦截 2 张' })).toBeVisible()
  })

  await test.step('pictures of a trusted sender are shown without asking', async () => {
    const from = `"可信 来信" <${unique('trusted').replaceAll(' ', '-')}@example.org>`
    const [first, second] = [unique('图一'), unique('图二')]
    for (const [at, subject] of [first, second].entries()) {
      const picture = `https://pictures.example.net/${at}.png`
      await deliver({ subject, from, html: `<p>看图</p><img src="${picture}" width="90" height="90">` })
    }
    await toInbox(page, first, second)
    await rowOf(page, first).click()
    await page.getByRole('status').getByRole('button', { name: '拦截记录' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^总是显示 trusted/ })
      .click()
    const asked = page.waitForRequest((request) => /\/api\/file\/remoteImage\?.*1\.png/.test(request.url()))
    await rowOf(page, second).click()
    await asked
    await expect(page.getByRole('status').filter({ hasText: 'pictures.example.net' })).toHaveCount(0)
  })

  await test.step('in a mail words are found, its encoding is chosen, and a link opens the copy of who has it', async () => {
    const subject = unique('查找')
    const messageId = `<${unique('link').replace(/\W/g, '-')}@example.org>`
    await deliver({ subject, text: '报价单在附件，报价有效期一周。', messageId })
    await setGeneral(request, { colorMode: 'system' })
    await page.emulateMedia({ colorScheme: 'dark' })
    await toInbox(page, subject)
    await rowOf(page, subject).click()
    await expect(bodyOf(page)).toContainText('报价单')
    const mail = page.locator('article').filter({ visible: true })
    const more = mail.getByRole('toolbar').getByRole('button', { name: '更多' })

    await more.click()
    await page.getByRole('menuitem', { name: '在邮件中查找' }).click()
    await page.keyboard.type('报价')
    const find = mail.getByRole('search', { name: '在邮件中查找' })
    await expect(find.getByRole('status')).toHaveText('1 / 2')
    await page.keyboard.press('Enter')
    await expect(find.getByRole('status')).toHaveText('2 / 2')
    await page.keyboard.press('Escape')
    await expect(find).toHaveCount(0)

    await more.click()
    await page.getByRole('menuitem', { name: '朗读' }).click()
    await expect
      .poll(() => page.evaluate(() => Reflect.get(window, 'read')))
      .toEqual([['zh-CN', '报价单在附件，报价有效期一周。']])
    await mail.getByRole('button', { name: '停止朗读' }).click()
    await expect(mail.getByText('正在朗读')).toHaveCount(0)

    await more.click()
    await page.getByRole('menuitem', { name: '文字编码' }).press('ArrowRight')
    await page.getByRole('menuitemradio', { name: '繁体中文（Big5）' }).click()
    await expect(bodyOf(page)).not.toContainText('报价单')
    await more.click()
    await page.getByRole('menuitem', { name: '文字编码' }).press('ArrowRight')
    await page.getByRole('menuitemradio', { name: '自动' }).click()
    await expect(bodyOf(page)).toContainText('报价单')

    const ground = () =>
      page
        .locator('article iframe')
        .filter({ visible: true })
        .evaluate((frame) => frame.style.background)
    expect(await ground()).toBe('')
    await more.click()
    await page.getByRole('menuitemcheckbox', { name: '用白底显示' }).click()
    await expect.poll(ground).toContain('255, 255, 255')

    await page.goto(`/#/message/${encodeURIComponent(messageId)}`)
    await expect(page.getByRole('heading', { name: subject, level: 1 }).filter({ visible: true })).toBeVisible()
    await page.goto(`/#/message/${encodeURIComponent('<unknown@example.org>')}`)
    await expect(page.getByText('您的邮箱里没有这封邮件')).toBeVisible()
  })
})
