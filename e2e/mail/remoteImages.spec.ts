import { expect, test } from '@playwright/test'
import { bodyOf, deliver, openInbox, rowOf, toInbox, unique } from './mailing.ts'

test('remote images', async ({ page }) => {
  await openInbox(page)

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
})
