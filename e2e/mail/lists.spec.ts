import { devices, expect, type Locator, type Page, test } from '@playwright/test'
import { apiOf } from '../support/api.ts'
import { boxOf } from '../support/people.ts'
import { deliver, goTo, openInbox, READER, rowOf, setGeneral, toInbox, unique } from './mailing.ts'

const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  userAgent: devices['Pixel 7'].userAgent,
}

/** A finger that goes over a row from the middle to one side; `meanwhile` happens before it is lifted. */
async function swipe(
  page: Page,
  subject: string,
  by: number,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<void> {
  const box = await boxOf(rowOf(page, subject))
  const touch = await page.context().newCDPSession(page)
  const y = box.y + box.height / 2
  const x = box.x + box.width / 2
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  for (let step = 1; step <= 8; step++) {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + (by * step) / 8, y }] })
  }
  await meanwhile()
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** What the address has while this mail of the inbox is open. */
async function addressOf(page: Page, subject: string): Promise<RegExp> {
  const mail = (await (await apiOf(new URL(page.url()).origin, READER.account)).inbox()).find(
    (one) => one.subject === subject,
  )
  if (!mail) throw new Error(`no mail ${subject}`)
  return new RegExp(`mail=${mail.mailId}$`)
}

/** Points at a row: nothing in it moves, and what it offers stands over none of its texts. */
async function coversNothing(row: Locator): Promise<void> {
  const texts = row.locator('time, [class*=subject], [class*=preview], [class*=sender], [class*=size], [class*=star]')
  const boxes = () =>
    texts.evaluateAll((all) =>
      all.map((one) => {
        const { x, y, right, bottom } = one.getBoundingClientRect()
        return { x, y, right, bottom }
      }),
    )
  await expect(row).toBeVisible()
  await row.page().mouse.move(0, 0)
  await expect(row.getByRole('checkbox')).toHaveCSS('opacity', '0')
  const before = await boxes()
  expect(before.length).toBeGreaterThanOrEqual(6)
  await row.hover()
  await expect(row.getByRole('checkbox')).toHaveCSS('opacity', '1')
  await expect(row.getByRole('button', { name: '删除' })).toBeVisible()
  expect(await boxes()).toEqual(before)
  for (const name of ['删除', '标为已读']) {
    const box = await row.getByRole('button', { name }).boundingBox()
    if (!box) throw new Error('no such tool')
    const covered = before.filter(
      ({ x, y, right, bottom }) => x < box.x + box.width && right > box.x && y < box.y + box.height && bottom > box.y,
    )
    expect(covered).toEqual([])
  }
}

test.describe('on a phone', () => {
  test.use(phone)

  test('fingers on a phone: swipes, the search of the top bar, and Back out of a mail', async ({ page }) => {
    await openInbox(page)

    await test.step('a swipe to the right stars a mail, one to the left deletes it, a short one does nothing', async () => {
      const subject = unique('滑动')
      await deliver({ subject, text: '你好' })
      await toInbox(page, subject)
      await swipe(page, subject, 40)
      await expect(rowOf(page, subject).getByRole('button', { name: '加星标' })).toBeVisible()
      await swipe(page, subject, 150)
      await expect(rowOf(page, subject).getByRole('button', { name: '取消星标' })).toBeVisible()
      await swipe(page, subject, -150)
      await expect(rowOf(page, subject)).toHaveCount(0)
      await page.getByRole('button', { name: '撤销' }).click()
      await expect(rowOf(page, subject)).toBeVisible()
    })

    await test.step('a swipe deletes the mail it began on, though another one comes in above it', async () => {
      const [meant, other] = [unique('要滑走的'), unique('刚来的')]
      await deliver({ subject: meant, text: '你好' })
      await toInbox(page, meant)
      await swipe(page, meant, -150, async () => {
        await deliver({ subject: other, text: '你好' })
        await expect(rowOf(page, other)).toBeVisible()
      })
      await expect(rowOf(page, meant)).toHaveCount(0)
      await expect(rowOf(page, other)).toBeVisible()
    })

    await test.step('Back leads from a mail to the list, however quickly one mail followed the other', async () => {
      const [first, second] = [unique('先看的'), unique('后看的')]
      for (const subject of [first, second]) await deliver({ subject, text: '你好' })
      await toInbox(page, first, second)
      await rowOf(page, second).click()
      await page.keyboard.press('j')
      await expect(page.getByRole('article', { name: first })).toBeVisible()
      await expect(page).toHaveURL(await addressOf(page, first))
      await page.goBack()
      await expect(rowOf(page, second)).toBeVisible()
      await expect(page.getByRole('article', { name: first })).toBeHidden()
      await page.goForward()
      await expect(page.getByRole('article', { name: first })).toBeVisible()
    })

    await test.step('Back leads to the list although the next mail was opened a moment before', async () => {
      const [first, second] = [unique('先开的'), unique('后开的')]
      for (const subject of [first, second]) await deliver({ subject, text: '你好' })
      await toInbox(page, first, second)
      await rowOf(page, second).click()
      await expect(page.getByRole('article', { name: second })).toBeVisible()
      await expect(page).toHaveURL(await addressOf(page, second))
      // In one turn of the page, so that the address of the next mail is still to come.
      await page.evaluate(() => {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
        history.back()
      })
      await expect(page).not.toHaveURL(/mail=/)
      for (const subject of [first, second]) {
        await expect(page.getByRole('article', { name: subject })).toBeHidden()
      }
      await expect(rowOf(page, second)).toBeVisible()
    })

    await test.step('search opened from the top bar waits for words', async () => {
      await toInbox(page)
      await page.getByRole('button', { name: '搜索', exact: true }).click()
      await expect(page.getByRole('searchbox', { name: '关键词' })).toBeFocused()
    })
  })
})

test('a list keeps mails on top, has days as headings and a header that is whole, loses read mails, and waits for what is slow', async ({
  page,
  request,
  baseURL,
}) => {
  const next = page.waitForRequest((asked) => /\/email\/mailbox\/list\?.*sortValues=/.test(asked.url()))
  await openInbox(page)

  await test.step('the next page is asked for before one scrolls', async () => {
    await next
  })

  await test.step('the end of a long list is one key away, in a constant number of rows', async () => {
    const grid = page.getByRole('grid').filter({ visible: true })
    const count = Number(await grid.getAttribute('aria-rowcount'))
    expect(count).toBeGreaterThan(60)
    await grid.focus()
    await page.keyboard.press('End')
    const last = page.locator(`[role=row][aria-rowindex="${count}"] [data-mail]`)
    await expect(last).toBeVisible()
    expect(await page.getByRole('row').count()).toBeLessThanOrEqual(60)
    await page.keyboard.press('Home')
    await expect(page.locator('[role=row][aria-rowindex="1"] [data-mail]')).toBeVisible()
  })

  await test.step('a mail kept on top stands above newer ones, and goes back to its place', async () => {
    const [older, newer] = [unique('要置顶'), unique('更新的')]
    await deliver({ subject: older, text: '你好' })
    await toInbox(page, older)
    await rowOf(page, older).click({ button: 'right' })
    await page.getByRole('menuitem', { name: '置顶', exact: true }).click()
    await expect(rowOf(page, older).getByRole('img', { name: '置顶' })).toBeVisible()
    await deliver({ subject: newer, text: '你好' })
    await expect(rowOf(page, newer)).toBeVisible()
    const topOf = async (subject: string) => (await rowOf(page, subject).boundingBox())?.y ?? Number.NaN
    await expect.poll(async () => (await topOf(older)) < (await topOf(newer))).toBe(true)
    await rowOf(page, older).click({ button: 'right' })
    await page.getByRole('menuitem', { name: '取消置顶' }).click()
    await expect.poll(async () => (await topOf(older)) > (await topOf(newer))).toBe(true)
  })

  await test.step('mails stand below the day they came, which stays at the top while they pass', async () => {
    const subject = unique('今天到的')
    await deliver({ subject, text: '你好' })
    await toInbox(page, subject)
    const grid = page.getByRole('grid').filter({ visible: true })
    const row = page.getByRole('row').filter({ hasText: subject })
    await expect(row).toHaveAccessibleDescription('今天')
    const heading = grid.getByText('今天', { exact: true })
    const place = async () => {
      const [list, today, mail] = [await grid.boundingBox(), await heading.boundingBox(), await row.boundingBox()]
      return { today: (today?.y ?? Number.NaN) - (list?.y ?? 0), mail: (mail?.y ?? Number.NaN) - (list?.y ?? 0) }
    }
    await expect.poll(async () => ((at) => at.mail - at.today)(await place())).toBe(28)
    const before = await place()
    await grid.evaluate((list, by) => list.scrollTo(0, by), before.mail + 20)
    await expect.poll(place).toEqual({ today: 0, mail: -20 })

    // At the very end stands the last heading, over the mails that are oldest.
    await grid.focus()
    await page.keyboard.press('End')
    const count = await grid.getAttribute('aria-rowcount')
    await expect(
      page.locator(`[role=row][aria-rowindex="${count}"] [data-mail]`).filter({ visible: true }),
    ).toBeVisible()
    await expect(heading).toHaveCount(0)
    await expect.poll(() => grid.evaluate((list) => list.scrollHeight - list.clientHeight - list.scrollTop)).toBe(0)

    // The heading goes with its last mail, and in a list by another order there is none.
    await goTo(page, `/search?keyword=${encodeURIComponent(subject)}&type=1`)
    await expect(rowOf(page, subject)).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: subject, visible: true })).toHaveAccessibleDescription('')
  })

  await test.step('what a row offers under the pointer covers nothing and moves nothing, in two and three columns', async () => {
    const subject = unique('很长的主题'.repeat(12))
    await deliver({
      subject,
      text: '很长的正文'.repeat(40),
      attachments: [{ filename: 'a.txt', content: 'a', contentType: 'text/plain' }],
    })
    await toInbox(page, subject)
    try {
      for (const layout of [2, 3]) {
        await setGeneral(request, { layout, showMailSize: true })
        await expect(page.locator('[data-beside]').filter({ visible: true })).toHaveCount(layout === 3 ? 1 : 0)
        await coversNothing(page.getByRole('row').filter({ hasText: subject }))
      }
    } finally {
      await setGeneral(request, { layout: 3, showMailSize: true })
    }
  })

  await test.step('a folder that answers slowly shows rows that wait, and nothing of it comes up once somebody is elsewhere', async () => {
    const subject = unique('收件箱里的')
    await deliver({ subject, text: '你好' })
    await toInbox(page, subject)
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/mail/email/mailbox/list?*', async (route) => {
      await answer.promise
      await route.continue()
    })
    const heading = (name: string) => page.getByRole('heading', { level: 1, name })
    await page.getByRole('treeitem', { name: /^草稿箱/ }).click()
    await expect(heading('草稿箱')).toBeVisible()
    await expect(page.locator('[role=row][aria-busy=true]').filter({ visible: true }).first()).toBeVisible()
    // Two clicks before the first has its answer: only the second leads anywhere, and stands in the history.
    await page.evaluate(() => {
      for (const name of ['垃圾邮件', '收件箱']) {
        const item = [...document.querySelectorAll('[role=treeitem]')].find((one) => one.textContent?.startsWith(name))
        if (item instanceof HTMLElement) item.click()
      }
    })
    await expect(heading('收件箱')).toBeVisible()
    answer.resolve()
    await expect(rowOf(page, subject)).toBeVisible()
    await expect(page).toHaveURL(/#\/inbox/)
    await page.goBack()
    await expect(heading('草稿箱')).toBeVisible()
    await page.goForward()
    await expect(rowOf(page, subject)).toBeVisible()
    await expect(page.getByRole('tab', { name: '垃圾邮件' })).toHaveCount(0)
  })

  await test.step('deleting the read mails of a folder leaves the unread ones', async () => {
    const api = await apiOf(baseURL ?? '', READER.account)
    const { folderId } = await api.post('mail/main/folder/save', { folderName: '已读清理' })
    try {
      const [read, unread] = [unique('读过的'), unique('没读的')]
      for (const subject of [read, unread]) await deliver({ subject, text: '你好' })
      const mails = (await api.inbox()).filter(({ subject }) => subject === read || subject === unread)
      await api.post('mail/email/move', {
        mailboxId: mails[0]?.mailboxId ?? 0,
        targetMailboxId: folderId,
        mailUids: mails.map(({ mailUid }) => mailUid),
      })
      await toInbox(page)
      await goTo(page, `/custombox/${folderId}`)
      await rowOf(page, read).click({ button: 'right' })
      await page.getByRole('menuitem', { name: '标为已读' }).click()
      await expect(rowOf(page, read)).not.toHaveAttribute('data-unread')
      await page.getByRole('button', { name: '列表操作' }).filter({ visible: true }).click()
      await page.getByRole('menuitem', { name: '删除已读邮件' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: '删除已读邮件' }).click()
      await expect(rowOf(page, read)).toHaveCount(0)
      await expect(rowOf(page, unread)).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: '已读清理' })).toBeVisible()
      await expect(page.getByText('未读 1', { exact: true }).filter({ visible: true })).toBeVisible()
    } finally {
      await api.post('mail/main/folder/delete/password', { folderId })
    }
  })

  await test.step('a mail that the server still holds says so, and is recalled from the sent folder', async () => {
    const api = await apiOf(baseURL ?? '', READER.account)
    await api.save({ undoSeconds: 30 })
    await toInbox(page)
    await goTo(page, '/outbox')
    await expect(page.getByRole('grid', { name: '已发送' }).getByRole('row').first()).not.toHaveAttribute('aria-busy')
    const subject = unique('等一等')
    await api.post('mail/email/send', {
      kind: 'new',
      sourceMailId: null,
      subject,
      html: '<p>你好</p>',
      fileIds: [],
      mailId: null,
      requestId: crypto.randomUUID(),
      to: [{ name: '李娜', address: 'li.na@yanshu.test' }],
      cc: [],
      bcc: [],
    })
    await rowOf(page, subject).click()
    await expect(page.getByRole('status').filter({ hasText: '秒后发出' })).toBeVisible()
    await page.getByRole('button', { name: '撤回' }).click()
    await expect(page).toHaveURL(/#\/write\//)
    await goTo(page, '/outbox')
    await expect(page.getByRole('heading', { level: 1, name: '已发送' })).toBeVisible()
    await expect(rowOf(page, subject)).toHaveCount(0)
    await goTo(page, '/draftbox')
    await expect(rowOf(page, subject)).toBeVisible()
    await api.save({ undoSeconds: 10 })
  })

  await test.step('the header of a list cuts nothing in English, in large letters and on small screens', async () => {
    await setGeneral(request, { language: 'en' })
    try {
      await toInbox(page)
      const header = page.locator('header').filter({ visible: true, has: page.locator('h1') })
      for (const { width, fontSize } of [
        { width: 1440, fontSize: 3 },
        { width: 390, fontSize: 2 },
        { width: 320, fontSize: 3 },
      ]) {
        await setGeneral(request, { fontSize })
        await expect(page.locator('html')).toHaveAttribute('data-font', `${fontSize}`)
        await page.setViewportSize({ width, height: 800 })
        await expect(header.getByText(/\d unread/)).toBeVisible()
        const cut = await header
          .locator('*')
          .evaluateAll((all) =>
            all
              .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1)
              .map((one) => one.outerHTML),
          )
        expect(cut, `${width} px, font size ${fontSize}`).toEqual([])
      }
    } finally {
      await setGeneral(request, { language: 'zh', fontSize: 1 })
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  })

  await test.step('being offline is shown once', async () => {
    await toInbox(page)
    await page.context().setOffline(true)
    await expect(page.getByText('网络已断开')).toHaveCount(1)
    await page.context().setOffline(false)
    await expect(page.getByText('网络已断开')).toHaveCount(0)
  })
})
