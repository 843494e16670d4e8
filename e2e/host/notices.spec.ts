import { expect, type Page, test } from '@playwright/test'
import { NOTIFICATION_PAGE_SIZE, NOTIFICATION_SUBJECT_LENGTH } from '@yanshu/contracts'
import { deliver, unique } from '../mail/mailing.ts'
import { unreadInTitle } from '../main-job/writing.ts'
import { apiOf, DOMAIN } from '../support/api.ts'
import { goTo, mailRow, mailRows } from '../support/people.ts'
import { open } from './people.ts'

/** A user to whom no other test sends: a letter of the test before may arrive ten seconds after it was sent. */
const READER = { account: 'shen.jun', mail: `shen.jun@${DOMAIN}` }

/** Resolves with the size of the page of mails that opening a notice asks for. */
const pageSizeAsked = (page: Page) =>
  page
    .waitForRequest((request) => new URL(request.url()).searchParams.get('pageSize') === `${NOTIFICATION_PAGE_SIZE}`)
    .then((request) => Number(new URL(request.url()).searchParams.get('pageSize')))

test('new mail is counted in the title and told on the page, cut, or in the background by the desktop, and opened from there; the page requests nothing that does not exist', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const missing: string[] = []
  page.on('response', (response) => {
    if (response.status() === 404) missing.push(response.url())
  })
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
  await open(page, READER)

  await test.step('the page requests nothing that does not exist, and its manifest has the icons it names', async () => {
    await expect(page).toHaveTitle(/首页 - 雁书$/)
    await goTo(page, '/inbox')
    await expect(mailRows(page).first()).toBeVisible()
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

  await test.step('new mail is told at the bottom right, with a subject that is cut, counted in the title, and opened from there', async () => {
    // The number comes into the title after its words.
    const { unread } = await (await apiOf(baseURL ?? '', READER.account)).folder('inbox')
    await expect.poll(() => unreadInTitle(page)).toBe(unread)
    const subject = `${unique('长主题')} ${'雁'.repeat(NOTIFICATION_SUBJECT_LENGTH)}`
    await deliver({ to: READER.mail, subject, text: '你好' })
    const notice = page.locator('[data-place=end]')
    await expect(notice).toContainText('长主题')
    await expect.poll(() => unreadInTitle(page)).toBe(unread + 1)
    // Two lines: who wrote it, and the subject.
    await expect(notice.locator('strong')).toHaveText('测试 来信')
    const said = (await notice.locator('strong + span').textContent()) ?? ''
    expect([...said]).toHaveLength(NOTIFICATION_SUBJECT_LENGTH)
    expect(said.endsWith('…')).toBe(true)
    const { x = 0, y = 0, width = 0, height = 0 } = (await notice.boundingBox()) ?? {}
    expect(height).toBeLessThan(64)
    expect(x + width).toBeGreaterThan(1440 - 40)
    expect(y + height).toBeGreaterThan(900 - 40)

    const size = pageSizeAsked(page)
    await notice.getByRole('button', { name: '查看' }).click()
    expect(await size).toBe(NOTIFICATION_PAGE_SIZE)
    await expect(page.getByRole('heading', { name: subject }).filter({ visible: true })).toBeVisible()
    // In the list, where it is marked.
    await expect(mailRow(page, subject)).toHaveAttribute('aria-current', /.+/)
  })

  await test.step('a page in the background notifies by the desktop, once for all windows, and a click opens the mail', async () => {
    await context.grantPermissions(['notifications'])
    await page.evaluate(() => Object.defineProperty(document, 'hidden', { configurable: true, get: () => true }))
    const subject = unique('桌面通知')
    await deliver({ to: READER.mail, subject, text: '你好' })
    const shown = () =>
      page.evaluate(() => {
        const shown: Notification[] = Reflect.get(window, 'shown')
        return shown.map(({ title, body, tag }) => ({ title, body, tag }))
      })
    await expect
      .poll(shown)
      .toEqual([{ title: '新邮件：测试 来信', body: subject, tag: expect.stringMatching(/^mail-\d+$/) }])
    await expect(page.locator('[data-place=end] [data-kind]')).toHaveCount(0)

    const size = pageSizeAsked(page)
    await page.evaluate(() => {
      const shown: Notification[] = Reflect.get(window, 'shown')
      shown[0]?.dispatchEvent(new Event('click'))
    })
    expect(await size).toBe(NOTIFICATION_PAGE_SIZE)
    await expect(page.getByRole('heading', { name: subject }).filter({ visible: true })).toBeVisible()
  })
})
