import { expect, type Locator, type Page, test } from '@playwright/test'
import { apiOf } from '../support/api.ts'
import { violations } from '../support/axe.ts'
import { noticeOf, takeBack } from '../support/people.ts'
import {
  bodyOf,
  deliver,
  onPaper,
  openInbox,
  READER,
  rowOf,
  setGeneral,
  takePaper,
  toInbox,
  unique,
} from './mailing.ts'

test.beforeEach(({ request }) => setGeneral(request, { conversations: true }))
test.afterEach(({ request }) => setGeneral(request, { conversations: false }))

const ZHANG = '"张伟" <zhang.wei@out.example>'
const LI = '"李娜" <li.na@out.example>'

/** Has a picture of another site, and a link that names another one than it leads to. */
const HOSTILE = `<p>第 3 次回复。</p><a href="https://evil.example/">https://bank.example/</a>
<img src="https://pictures.example/a.png" width="40" height="40" alt="">`

/**
 * A question and its answers come in, one after the other; returns the subject.
 * @param more what else each of the answers has
 */
async function converse(
  answers: number,
  more: (n: number) => string = () => '',
): Promise<{ subject: string; answer: (n: number) => Promise<void> }> {
  const subject = unique('会话').replaceAll(' ', '')
  const id = (n: number) => `<${n}.${subject.replace(/\W/g, '')}@out.example>`
  await deliver({ subject, from: ZHANG, messageId: id(0), text: '合同草案已经发出，请在星期五之前确认付款条件。' })
  const answer = (n: number) =>
    deliver({
      ...{ subject: `Re: ${subject}`, from: n % 2 ? LI : ZHANG, messageId: id(n), inReplyTo: id(n - 1) },
      text: `第 ${n} 次回复。\n\n合同草案已经发出，请在星期五之前确认付款条件。${more(n)}`,
      ...(n === 3 ? { html: HOSTILE } : {}),
    })
  for (let n = 1; n <= answers; n++) await answer(n)
  return { subject, answer }
}

/** The frames of the mails that have their text. */
const frames = (page: Page) => page.locator('article iframe').filter({ visible: true })

/** A mail of the conversation that is open beside the one in hand, by its place. */
const opened = (page: Page, place: number) => page.getByRole('region', { name: new RegExp(`^第 ${place} 封：`) })

const textIn = (mail: Locator) => mail.locator('iframe').contentFrame().locator('.yanshu-mail')

const fromMenu = async (page: Page, item: string) => {
  await page.getByRole('toolbar', { name: '邮件操作' }).first().getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

const members = (page: Page, region: '更早' | '更新') =>
  page
    .getByRole('region', { name: `会话中${region}的邮件` })
    .filter({ visible: true })
    .getByRole('listitem')

test('conversations', async ({ page, baseURL }) => {
  // Before the page is there, which would follow each of them.
  const long = await converse(44, (n) => `\n第 ${n} 条备注`.repeat((n * 7) % 31))
  const other = await converse(1)
  await openInbox(page)

  await test.step('given a long conversation with all of it open, then few of its texts are there, and none of it reaches the next one', async () => {
    await rowOf(page, long.subject).click()
    // It opens at the oldest unread one, which is the first.
    await expect(bodyOf(page)).toContainText('合同草案')
    await page.getByRole('toolbar', { name: '会话中的邮件' }).getByRole('button', { name: '全部展开' }).click()
    const answers = page.getByRole('region', { name: '会话中更新的邮件' }).filter({ visible: true })
    await expect(textIn(opened(page, 2))).toContainText('第 1 次回复')
    const scroller = page.locator('article > div').filter({ visible: true }).last()
    const end = () =>
      scroller.evaluate((element) => {
        const texts = [...element.querySelectorAll('iframe')].map(
          (frame) => frame.contentDocument?.querySelector('body')?.textContent,
        )
        const below = Math.round(element.scrollHeight - element.clientHeight - element.scrollTop)
        return { isFew: texts.length <= 16, last: texts.at(-1) ?? '', below }
      })
    // The heights of mails on the way are known once they are drawn.
    await page.keyboard.press('End')
    await expect.poll(end).toEqual({ isFew: true, last: expect.stringContaining('第 44 次回复'), below: 0 })
    await expect(opened(page, 45).locator('iframe')).toBeInViewport()
    await scroller.hover()
    await page.mouse.wheel(0, -300)
    await expect.poll(async () => (await end()).below).toBeGreaterThan(200)
    await page.getByRole('toolbar', { name: '会话中的邮件' }).getByRole('button', { name: '到最新一封' }).click()
    await expect.poll(end).toMatchObject({ last: expect.stringContaining('第 44 次回复'), below: 0 })
    // Far from there, mails stand without their lines too.
    expect(await answers.getByRole('listitem').count()).toBeLessThan(44)

    await rowOf(page, other.subject).click()
    await expect(members(page, '更新')).toHaveCount(1)
    await expect(frames(page)).toHaveCount(1)
  })

  await test.step('given conversations, then a folder has one row of one, which opens at its first unread mail with the others in place', async () => {
    const { subject, answer } = await converse(3)
    const api = await apiOf(baseURL ?? '', READER.account)
    const inbox = (await api.folder('inbox')).folderId
    const found = await api.get('mail/email/conversation/list', { mailboxId: inbox })
    const head = found.list.find((row) => row.subject.includes(subject))
    const { ids } = await api.get('mail/email/conversation/mails', { mailId: head?.mailId ?? 0 })
    await api.post('mail/email/seen/update', { mailIds: ids.slice(0, 2), seen: true })

    await toInbox(page)
    const row = rowOf(page, subject)
    await expect(row).toHaveCount(1)
    await expect(row).toContainText('4 封往来邮件')
    await expect(row).toContainText('张伟')
    await expect(row).toContainText('李娜')
    await row.click()
    await expect(bodyOf(page)).toContainText('第 2 次回复')
    // Without any mark of a quote.
    await expect(bodyOf(page).locator('details.yanshu-quote')).toContainText('合同草案已经发出')
    await expect(members(page, '更早')).toHaveCount(2)
    await expect(members(page, '更新')).toHaveCount(1)

    // A press opens one beside it, with all that is known of it, and the keyboard stays with it.
    await members(page, '更新').getByRole('button').press('Enter')
    const third = opened(page, 4)
    await expect(textIn(third)).toContainText('第 3 次回复')
    await expect(frames(page).first().contentFrame().locator('.yanshu-mail')).toContainText('第 2 次回复')
    await expect(third.getByRole('alert')).toContainText('bank.example')
    await expect(third.getByRole('status').filter({ hasText: '图片' })).toBeVisible()
    await expect(third.getByRole('button', { name: '回复', exact: true })).toBeVisible()
    await expect(third.getByRole('button', { name: '收起这封邮件' })).toBeFocused()
    const unread = async () =>
      (await api.get('mail/email/conversation/mails', { mailId: head?.mailId ?? 0 })).firstUnread
    await expect.poll(unread).toBe(null)
    // Keys are about the mail that has the focus.
    await page.keyboard.press('s')
    await expect(third.getByRole('button', { name: '取消星标' })).toBeVisible()
    await third.getByRole('button', { name: '收起这封邮件' }).press('Enter')
    await expect(frames(page)).toHaveCount(1)
    await expect(members(page, '更新').getByRole('button')).toBeFocused()

    await page.keyboard.press(';')
    await expect(frames(page)).toHaveCount(4)
    for (const frame of await frames(page).all())
      await expect(frame.contentFrame().locator('.yanshu-mail')).not.toBeEmpty()
    expect(await violations(page, {})).toEqual([])
    await fromMenu(page, '在邮件中查找')
    await page.keyboard.type('次回复')
    const find = page.getByRole('search', { name: '在邮件中查找' })
    await expect(find.getByRole('status')).toHaveText('1 / 3')
    await page.keyboard.press('Escape')
    const { printed } = await takePaper(page)
    await fromMenu(page, '打印')
    const paper = await onPaper(page, await printed)
    await expect(paper.locator('.yanshu-sheet')).toHaveCount(4)
    await paper.close()
    await page.keyboard.press(':')
    await expect(frames(page)).toHaveCount(1)

    await answer(4)
    await expect(rowOf(page, subject)).toContainText('5 封往来邮件')
    await expect(rowOf(page, subject)).toHaveCount(1)
  })

  await test.step('given a row of a conversation, when it is deleted, then all of it goes, and comes back when that is undone', async () => {
    const { subject } = await converse(2)
    const api = await apiOf(baseURL ?? '', READER.account)
    const before = await api.folder('inbox')
    await toInbox(page)
    const row = rowOf(page, subject)
    await expect(row).toContainText('3 封往来邮件')
    await row.hover()
    await page.getByRole('row').filter({ hasText: subject }).getByRole('button', { name: '删除会话' }).click()
    await expect(row).toHaveCount(0)
    await expect(noticeOf(page, '3')).toBeVisible()
    await expect.poll(async () => (await api.folder('inbox')).mail).toBe(before.mail - 3)
    await takeBack(page, '3')
    await expect(row).toContainText('3 封往来邮件')
    await expect.poll(async () => (await api.folder('inbox')).mail).toBe(before.mail)

    await row.click({ button: 'right' })
    await page.getByRole('menuitem', { name: '标为已读' }).click()
    await expect.poll(async () => (await api.folder('inbox')).unread).toBe(before.unread - 3)
    await expect(row).toHaveCount(1)
    await setGeneral(page.request, { conversations: false })
    await page.reload()
    await expect(rowOf(page, subject)).toHaveCount(3)
  })
})
