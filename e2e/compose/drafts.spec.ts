import { expect, type Page, test } from '@playwright/test'
import {
  call,
  closeLetter,
  fields,
  fresh,
  go,
  LI_NA,
  mailsCalled,
  newMail,
  open,
  pageOf,
  SAVED,
  ZHANG,
} from './desk.ts'

/** Mails of the inbox, newest first. */
async function mailsInInbox(page: Page): Promise<{ mailId: number }[]> {
  const { folderList } = await call<{ folderList: { folderId: number; role: string }[] }>(page, 'mail/main/folder/list')
  const inbox = folderList.find(({ role }) => role === 'inbox')?.folderId
  const { list } = await call<{ list: { mailId: number }[] }>(page, `mail/email/mailbox/list?mailboxId=${inbox}`)
  return list
}

/** What the letter in front shows once the server has it. */
const saved = (page: Page) => page.getByText(SAVED).filter({ visible: true })

/** Waits until the server has these words of a draft, and the page shows that: its line alone may be of an earlier saving. */
async function savedWith(page: Page, subject: string, words: string): Promise<void> {
  await expect
    .poll(async () => {
      const [draft] = await mailsCalled(page, subject)
      return draft && (await call<{ html: string }>(page, 'mail/email/editAgain', { mailId: draft.mailId })).html
    })
    .toContain(words)
  await expect(saved(page)).toBeVisible()
}

test('a draft: none of an untouched letter, one of each that is written, as it was when one comes back or loads the page again', async ({
  page,
  context,
}) => {
  await open(page, ZHANG)

  await test.step('an untouched mail leaves no trace', async () => {
    let saves = 0
    page.on('request', (request) => {
      if (request.url().includes('mail/email/drafts')) saves += 1
    })
    await newMail(page)
    await closeLetter(page)
    expect(saves).toBe(0)
  })

  await test.step('a first save whose answer is lost makes one draft', async () => {
    const subject = fresh('一份')
    let lost = false
    await page.route('**/api/mail/email/drafts', async (route) => {
      if (lost) return route.continue()
      lost = true
      await route.fetch()
      await route.abort('connectionreset')
    })
    const { subject: field } = await newMail(page)
    await field.fill(subject)
    await expect(saved(page)).toBeVisible()
    expect(lost).toBe(true)
    expect(await mailsCalled(page, subject)).toHaveLength(1)
    await page.unroute('**/api/mail/email/drafts')
    await closeLetter(page)
  })

  await test.step('closing the tab saves the draft', async () => {
    const subject = fresh('关闭')
    const { subject: field } = await newMail(page)
    await field.fill(subject)
    await page.getByTitle(/^关闭/).last().click()
    await expect(page.getByText('已存入草稿箱')).toBeVisible()
    expect(await mailsCalled(page, subject)).toHaveLength(1)
  })

  await test.step('a letter is unchanged when one comes back to its tab, saved or not, answered or new', async () => {
    const [row] = await mailsInInbox(page)
    for (const path of [`/write/reply/${row?.mailId}`, '/write/new/0']) {
      await go(page, path)
      const subject = fresh('来回')
      const screen = fields(page)
      const field = screen.subject.filter({ visible: true })
      await field.fill(subject)
      await expect(saved(page)).toBeVisible()
      const address = new URL(page.url()).hash.slice(1)
      await go(page, '/inbox')
      await expect(page.getByRole('tabpanel').filter({ visible: true }).getByRole('grid')).toBeVisible()
      await go(page, address)
      await expect(field).toHaveValue(subject)
      await field.fill(`${subject}二`)
      await expect(async () => expect(await mailsCalled(page, `${subject}二`)).toHaveLength(1)).toPass()
      expect(await mailsCalled(page, subject)).toHaveLength(0)
    }
  })

  const title =
    'a letter begun at the plain address is saved by itself, once, and found again after a reload, and two of them stay apart'
  await test.step(title, async () => {
    const other = await context.newPage()
    await other.goto('/')
    await other.getByRole('tree').waitFor()
    const letters = [
      [page, fresh('甲')],
      [other, fresh('乙')],
    ] as const
    for (const [window, subject] of letters) {
      await go(window, '/write/new/0')
      const { to, subject: field, text } = fields(window)
      await to.pressSequentially(`${LI_NA},`)
      await field.fill(subject)
      await text.click()
      await window.keyboard.type(`${subject}第一稿`)
      await savedWith(window, subject, '第一稿')
      await window.keyboard.type('，第二稿')
      await savedWith(window, subject, '第一稿，第二稿')
    }
    for (const [window, subject] of letters) {
      await window.reload()
      await expect(fields(window).subject).toHaveValue(subject)
      await expect(fields(window).text).toHaveText(`${subject}第一稿，第二稿`)
    }
    for (const [window, subject] of letters)
      await expect(async () => expect(await mailsCalled(window, subject)).toHaveLength(1)).toPass()
    await go(page, '/write/new/0')
    await expect(fields(page).subject.filter({ visible: true })).toHaveValue('')
  })
})

test('text that never reached the server is offered after the page is killed, in its own place, and restored once', async ({
  page,
  context,
}) => {
  await open(page, LI_NA)
  const subject = fresh('断线')
  await page.route('**/api/mail/email/drafts', (route) => route.abort('internetdisconnected'))
  const { subject: field, text } = await newMail(page)
  await field.fill(subject)
  await text.click()
  await page.keyboard.type('只在本机')
  await expect(page.getByText('已保存到本机，正在重试保存到服务器')).toBeVisible()
  await page.close({ runBeforeUnload: false })

  const windows = [await context.newPage(), await context.newPage()]
  const [first, second] = windows
  if (!first || !second) throw new Error('unreachable')
  for (const window of windows) {
    await window.goto('/')
    await expect(window.getByRole('button', { name: '恢复未保存的邮件' })).toBeVisible()
  }
  const bar = await first.getByText('封邮件上次没有写完').boundingBox()
  const main = await first.locator('main').boundingBox()
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(main?.y ?? 0)
  // The sheet leaves room for it, down to its foot, in a low window too.
  await first.setViewportSize({ width: 1200, height: 600 })
  await newMail(first)
  await expect(first.getByText('封邮件上次没有写完')).toBeVisible()
  await expect(fields(first).send).toBeInViewport({ ratio: 1 })

  await first.getByRole('button', { name: '恢复未保存的邮件' }).click()
  await expect(first.getByRole('alertdialog')).toContainText(subject)
  await first.getByRole('button', { name: '恢复', exact: true }).click()
  await expect(fields(first).text.filter({ visible: true })).toContainText('只在本机')
  await expect(first.getByText(SAVED)).toBeVisible()
  expect(await mailsCalled(first, subject)).toHaveLength(1)
  await expect(first.getByText('封邮件上次没有写完')).toHaveCount(0)
  await second.bringToFront()
  await second.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(second.getByText('封邮件上次没有写完')).toHaveCount(0)
})

/** A letter to Li Na whose text is 甲, saved as a draft and still being written. */
async function savedDraft(page: Page, subject: string) {
  const first = await newMail(page)
  await first.to.pressSequentially(`${LI_NA},`)
  await first.subject.fill(subject)
  await first.text.click()
  await page.keyboard.type('甲')
  await savedWith(page, subject, '甲')
  const [draft] = await mailsCalled(page, subject)
  return { first, draft }
}

/** Opens a draft in another window, and writes 乙 at its end. */
async function writeElsewhere(other: Page, subject: string, mailId: number | undefined): Promise<void> {
  await go(other, `/write/draft/${mailId}`)
  const { text, subject: field } = fields(other)
  await expect(field).toHaveValue(subject)
  await text.click()
  await other.keyboard.press('Control+End')
  await other.keyboard.type('乙')
  await savedWith(other, subject, '甲乙')
}

test('two windows on one draft: the writer chooses, also after work without a network, and keeps what the other one has thrown away', async ({
  page,
  context,
  browser,
}) => {
  await open(page, ZHANG)
  const other = await pageOf(browser, ZHANG)

  await test.step('the writer chooses, and keeps what the other one has thrown away', async () => {
    const subject = fresh('两处')
    const { first, draft } = await savedDraft(page, subject)
    await writeElsewhere(other, subject, draft?.mailId)

    await first.text.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('丙')
    await expect(page.getByText('已在其他窗口修改')).toBeVisible()
    await page.getByRole('button', { name: '使用另一个版本' }).click()
    await expect(first.text).toContainText('甲乙')

    await call(other, 'mail/email/draftdelete', { mailIds: [draft?.mailId] })
    await first.send.click()
    const keep = page.getByRole('button', { name: '另存为新草稿' })
    await expect(keep).toBeVisible()
    // The only copy is on this page: its tab shows why it does not close.
    await page.keyboard.press('Alt+w')
    await expect(page.getByText(/已在别处发送或删除/)).toHaveCount(2)
    await keep.click()
    await savedWith(page, subject, '甲乙')
    await closeLetter(page)
  })

  const title = 'work that was kept without a network and chosen over another window’s replaces it without asking again'
  await test.step(title, async () => {
    const subject = fresh('离线两处')
    const { draft } = await savedDraft(page, subject)
    await page.route('**/api/mail/email/drafts', (route) => route.abort('internetdisconnected'))
    await page.keyboard.type('本机')
    await expect(page.getByText('已保存到本机，正在重试保存到服务器')).toBeVisible()
    await page.close({ runBeforeUnload: false })
    await writeElsewhere(other, subject, draft?.mailId)
    await other.context().close()

    const next = await context.newPage()
    await next.goto(`/#/write/draft/${draft?.mailId}`)
    await next.getByRole('button', { name: '本机的版本' }).click()
    const banner = next.getByText('已在其他窗口修改')
    // Whichever comes first: the question again, or what was chosen on the server.
    await expect(banner.or(next.getByText(SAVED))).toBeVisible()
    await savedWith(next, subject, '甲本机')
    await expect(banner).toBeHidden()
  })
})
