import { expect, type Page, test } from '@playwright/test'
import { NOTIFICATION_PAGE_SIZE, NOTIFICATION_SUBJECT_LENGTH } from '@yanshu/contracts'
import { deliver, openInbox, unique } from '../mail/mailing.ts'
import { mailRow } from '../support/people.ts'

/** Resolves with the size of the page of mails that opening a notice asks for. */
const pageSizeAsked = (page: Page) =>
  page
    .waitForRequest((request) => new URL(request.url()).searchParams.get('pageSize') === `${NOTIFICATION_PAGE_SIZE}`)
    .then((request) => Number(new URL(request.url()).searchParams.get('pageSize')))

test('new mail is told at the bottom right, with a subject that is cut, and opened from there', async ({ page }) => {
  await openInbox(page)
  const subject = `${unique('长主题')} ${'雁'.repeat(NOTIFICATION_SUBJECT_LENGTH)}`
  await deliver({ subject, text: '你好' })
  const notice = page.locator('[data-place=end]')
  await expect(notice).toContainText('长主题')
  // Two lines: who wrote it, and the subject.
  await expect(notice.locator('strong')).toHaveText('测试 来信')
  const said = (await notice.locator('strong + span').textContent()) ?? ''
  expect([...said]).toHaveLength(NOTIFICATION_SUBJECT_LENGTH)
  expect(said.endsWith('…')).toBe(true)
  expect((await notice.boundingBox())?.height ?? 0).toBeLessThan(64)
  const box = await notice.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1440 - 40)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(900 - 40)

  const size = pageSizeAsked(page)
  await notice.getByRole('button', { name: '查看' }).click()
  expect(await size).toBe(NOTIFICATION_PAGE_SIZE)
  await expect(page.getByRole('heading', { name: subject }).filter({ visible: true })).toBeVisible()
  // In the list, where it is marked.
  await expect(mailRow(page, subject)).toHaveAttribute('aria-current', /.+/)
})

test('a page in the background notifies by the desktop, once for all windows, and a click opens the mail', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['notifications'])
  await page.addInitScript(() => {
    const shown: Notification[] = []
    Reflect.set(window, 'shown', shown)
    window.Notification = class extends Notification {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options)
        shown.push(this)
      }
    }
  })
  await openInbox(page)
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { configurable: true, get: () => true }))
  const subject = unique('桌面通知')
  await deliver({ subject, text: '你好' })
  const shown = () =>
    page.evaluate(() => {
      const shown: Notification[] = Reflect.get(window, 'shown')
      return shown.map(({ title, body, tag }) => ({ title, body, tag }))
    })
  await expect
    .poll(shown)
    .toEqual([{ title: '新邮件：测试 来信', body: subject, tag: expect.stringMatching(/^mail-\d+$/) }])
  await expect(page.locator('[data-place=end] > *')).toHaveCount(0)

  const size = pageSizeAsked(page)
  await page.evaluate(() => {
    const shown: Notification[] = Reflect.get(window, 'shown')
    shown[0]?.dispatchEvent(new Event('click'))
  })
  expect(await size).toBe(NOTIFICATION_PAGE_SIZE)
  await expect(page.getByRole('heading', { name: subject }).filter({ visible: true })).toBeVisible()
})

test('the page requests nothing that does not exist, and its manifest has the icons it names', async ({
  page,
  request,
}) => {
  const missing: string[] = []
  page.on('response', (response) => {
    if (response.status() === 404) missing.push(response.url())
  })
  await openInbox(page)
  expect(missing).toEqual([])
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', /^data:image\/png/)
  const manifest = await request.get((await page.locator('link[rel=manifest]').getAttribute('href')) ?? '')
  expect(manifest.headers()['content-type']).toContain('application/manifest+json')
  const { icons }: { icons: { src: string; type: string }[] } = await manifest.json()
  for (const { src, type } of icons) {
    const icon = await request.get(src)
    expect([icon.status(), icon.headers()['content-type']]).toEqual([200, type])
  }
})
