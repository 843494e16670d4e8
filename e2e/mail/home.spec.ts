import { expect, type Page } from '@playwright/test'
import type { Api } from '../support/api.ts'
import { violations } from '../support/axe.ts'
import { watchQuiet } from '../support/collectors.ts'
import { enter, goTo, mailRows, pathOf } from '../support/people.ts'
import { test } from '../support/test.ts'
import { deliver, unique } from './mailing.ts'

/** A person whose mailbox no other spec reads. */
const USER = 'luo.dan'
const FAR = { address: 'yuan.fang@partner.example', name: '远方' }
const NEAR = { address: 'lin.ju@partner.example', name: '邻居' }

/** Reads everything, takes every star away and throws every draft away, so that what is counted is the test's own. */
async function clear(api: Api): Promise<void> {
  const { folderList, customList } = await api.get('mail/main/folder/list')
  for (const { folderId } of [...folderList, ...customList]) {
    await api.post('mail/email/allSeen', { mailboxId: folderId })
  }
  const idsOf = (list: readonly { mailId: number }[]) => list.map(({ mailId }) => mailId)
  const starred = idsOf((await api.get('mail/email/favorite/list', { pageSize: 200 })).list)
  if (starred.length > 0) await api.post('mail/email/color/update', { mailIds: starred, color: 0 })
  const { folderId } = await api.folder('drafts')
  const drafts = idsOf((await api.get('mail/email/mailbox/list', { mailboxId: folderId, pageSize: 200 })).list)
  if (drafts.length > 0) await api.post('mail/email/draftdelete', { mailIds: drafts })
}

const send = (from: typeof FAR, subject: string) =>
  deliver({ to: `${USER}@yanshu.test`, from: `"${from.name}" <${from.address}>`, subject, text: '你好' })

const draft = (subject: string) => ({
  kind: 'new' as const,
  sourceMailId: null,
  mailId: null,
  revision: null,
  to: [],
  cc: [],
  bcc: [],
  subject,
  html: '<p>一半</p>',
  fileIds: [],
})

/** Links that count, and none that name a mail. */
const COUNTED = /(\d+)\s*(?:未读|星标|草稿)$/
const home = (page: Page) => page.locator('#main section').filter({ visible: true })
const numbers = (page: Page) => page.locator('#main').getByRole('link').filter({ visible: true, hasText: COUNTED })

/** The number that a link of the home page shows. */
const numberIn = (text: string): number => Number(COUNTED.exec(text)?.[1] ?? Number.NaN)

/** What the frame asks when the person does nothing, whichever view is open. */
const ASKED_ANYWAY = [
  ...['/api/mail/main/quota/useInfo', '/api/mail/email/getWriteParams', '/api/user/journalKey'],
  ...['/api/mail/offline/mails', '/api/mail/offline/texts'],
]

test('the home page counts what it leads to, as things come in, and lists what is to be done today', async ({
  stranger,
}) => {
  const person = await stranger({ user: USER })
  const { page, api } = person

  await test.step('every number on the home page leads to the list that has exactly so many rows', async () => {
    await clear(api)
    // No digit at the end: the number follows.
    const name = `${unique('归档').slice(0, 18)}夹`
    const { folderId } = await api.post('mail/main/folder/save', { folderName: name })
    for (let i = 0; i < 3; i++) await send(FAR, unique('远'))
    for (let i = 0; i < 2; i++) await send(NEAR, unique('近'))
    const arrived = (await api.inbox()).filter((mail) => !mail.seen)
    expect(arrived).toHaveLength(5)
    const [first, second] = arrived
    if (!first || !second) throw new Error('nothing arrived')
    await api.post('mail/email/move', {
      mailboxId: first.mailboxId,
      targetMailboxId: folderId,
      mailUids: [first.mailUid],
    })
    await api.post('mail/email/color/update', { mailIds: [first.mailId, second.mailId], color: 1 })
    await api.post('mail/email/drafts', draft(unique('草稿')))

    // Opened after all this, so that no call that its push messages cause is counted among those of the home page.
    const quiet = watchQuiet(page)
    await enter(page, USER, '/inbox')
    await expect(page.getByRole('treeitem', { name: /^草稿箱.*1/ })).toBeVisible()
    await expect(mailRows(page).filter({ hasText: second.subject })).toBeVisible()
    await quiet()
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/') && !ASKED_ANYWAY.includes(pathname)) asked.push(pathname)
    })
    await goTo(page, '/dashboard')
    // Unread, starred, drafts; two people; two folders.
    await expect(numbers(page)).toHaveCount(7)
    await expect.poll(() => asked).toContain('/api/calendar/today')
    await quiet()
    // Two of its own, the second for the card of the day, and one of the calendar's card.
    expect(asked.filter((path) => path.startsWith('/api/mail/'))).toEqual([
      '/api/mail/home/index',
      '/api/mail/home/today',
    ])
    expect(asked.length, asked.join()).toBeLessThanOrEqual(3)
    await expect(page.getByRole('button', { name: person.words.shell.sidebar.compose })).toHaveCount(1)
    await expect(home(page).getByRole('region', { name: '最近星标' }).getByRole('listitem')).toHaveCount(2)
    await expect(home(page).getByRole('region', { name: '没写完的邮件' }).getByRole('button')).toHaveCount(1)

    const texts = await numbers(page).allTextContents()
    expect(texts.map(numberIn).toSorted()).toEqual([1, 1, 2, 2, 3, 4, 5])
    for (const [at, text] of texts.entries()) {
      await goTo(page, '/dashboard')
      await expect(numbers(page)).toHaveCount(7)
      const link = numbers(page).nth(at)
      await expect(link).toHaveText(text)
      await link.click()
      await expect.poll(() => pathOf(page)).not.toBe('/dashboard')
      await expect(mailRows(page), text).toHaveCount(numberIn(text))
    }
    await clear(api)
  })

  await test.step('what comes in while the home page is open is counted there', async () => {
    await clear(api)
    await goTo(page, '/dashboard')
    await expect(home(page).getByText('所有邮件都已读完')).toBeVisible()
    await send(FAR, unique('新来的'))
    await expect(numbers(page).filter({ hasText: FAR.name })).toHaveText(/1\s*未读$/)
    await clear(api)
    await expect(home(page).getByText('所有邮件都已读完')).toBeVisible()
  })

  await test.step('what is to be done today stands in one card, and each number leads to its list', async () => {
    await clear(api)
    const subject = unique('人写的')
    await send(FAR, subject)
    const { mailId } = (await api.inbox()).find((mail) => mail.subject === subject) ?? { mailId: 0 }
    await api.post('mail/pending/saveOrUpdatePendingInfo', { mailIds: [mailId], when: { kind: 'workdays', days: 1 } })
    await goTo(page, '/dashboard')
    const card = home(page).getByRole('region', { name: '今天待办' })
    const people = card.getByRole('link', { name: /未读的个人来信/ })
    await expect(people).toHaveText(/1$/)
    // Nothing is due, and what is switched off has no line.
    await expect(card.getByRole('link')).toHaveCount(1)
    expect(await violations(page, { include: 'main' })).toEqual([])
    await people.click()
    await expect(page.getByRole('heading', { name: '未读的个人来信' }).filter({ visible: true })).toBeVisible()
    await expect(mailRows(page)).toHaveCount(1)
    await clear(api)
    await goTo(page, '/dashboard')
    await expect(card.getByText('没有要处理的事。')).toBeVisible()
  })
})

test('a list that was opened by its unread mails shows all of them when asked, also after coming back', async ({
  someone,
}) => {
  const { page, api } = await someone({ user: USER })
  await clear(api)
  const [unread, read] = [unique('没读过'), unique('读过')]
  await send(FAR, read)
  await clear(api)
  await send(FAR, unread)
  const row = (subject: string) => mailRows(page).filter({ hasText: subject })
  await goTo(page, '/dashboard')
  await numbers(page).filter({ hasText: '收件箱' }).click()
  await expect(row(unread)).toHaveCount(1)
  await expect(row(read)).toHaveCount(0)
  await page.getByRole('radio', { name: '全部' }).filter({ visible: true }).click({ force: true })
  await expect(row(read)).toHaveCount(1)
  await goTo(page, '/dashboard')
  await numbers(page).filter({ hasText: '收件箱' }).click()
  await expect(row(unread)).toHaveCount(1)
  await expect(row(read)).toHaveCount(0)
  await clear(api)
})
