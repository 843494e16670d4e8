import { expect, type Page, test } from '@playwright/test'
import { type Api, apiOf } from '../support/api.ts'
import { place, takeBack } from '../support/people.ts'
import { deliver, goTo, openInbox, READER, rowOf, toInbox, unique, unreadAtFirst, unreadOf } from './mailing.ts'

const NAME = '整夹测试'

interface Prepared {
  readonly api: Api
  readonly folderId: number
  readonly subjects: readonly [string, string, string]
}

/** A folder of its own for a step, with three mails, of which the first is read. */
async function prepare(server: string, name: string): Promise<Prepared> {
  const api = await apiOf(server, READER.account)
  const { folderId } = await api.post('mail/main/folder/save', { folderName: name })
  const subjects = [unique('整夹一'), unique('整夹二'), unique('整夹三')] as const
  for (const subject of subjects) await deliver({ subject, text: '你好' })
  const mails = (await api.inbox()).filter((row) => subjects.some((subject) => subject === row.subject))
  expect(mails).toHaveLength(3)
  const read = mails.filter(({ subject }) => subject === subjects[0]).map(({ mailId }) => mailId)
  await api.post('mail/email/seen/update', { mailIds: read, seen: true })
  await api.post('mail/email/move', {
    mailboxId: mails[0]?.mailboxId ?? 0,
    targetMailboxId: folderId,
    mailUids: mails.map(({ mailUid }) => mailUid),
  })
  return { api, folderId, subjects }
}

test.afterEach(async ({ baseURL }) => {
  const api = await apiOf(baseURL ?? '', READER.account)
  const { customList } = await api.get('mail/main/folder/list')
  for (const { folderName, folderId } of customList) {
    if (folderName.startsWith(NAME)) await api.post('mail/main/folder/delete/password', { folderId })
  }
})

/** Holds the answer to a call back until the test releases it, as it is or refused. */
async function hold(page: Page, path: string): Promise<(how: 'answer' | 'refuse') => void> {
  const { promise, resolve } = Promise.withResolvers<'answer' | 'refuse'>()
  await page.route(`**/api/${path}`, async (route) => {
    if ((await promise) === 'answer') return route.continue()
    return route.fulfill({ status: 500, json: { code: 500_001, message: '服务器出错', data: null } })
  })
  return resolve
}

const fromSidebar = async (page: Page, name: string, item: string) => {
  await place(page, name).click({ button: 'right' })
  await page.getByRole('menuitem', { name: item }).click()
}
const counts = (page: Page) => page.locator('header').filter({ visible: true, has: page.locator('h1') })

test('mails and folders are marked and emptied, in both windows and from the sidebar, and brought back', async ({
  page,
  browser,
  baseURL,
}) => {
  await openInbox(page)

  await test.step('what is done in one window shows in the other, counters as well', async () => {
    const subject = unique('两个窗口')
    await deliver({ subject, text: '你好' })
    const windows = await browser.newContext()
    const [one, other] = [page, await windows.newPage()]
    await toInbox(one, subject)
    await openInbox(other)
    await expect(rowOf(other, subject)).toHaveAttribute('data-unread', '')
    const before = await unreadAtFirst(other)
    await expect.poll(() => unreadOf(one)).toBe(before)

    await rowOf(one, subject).getByRole('button', { name: '加星标' }).click()
    await expect(rowOf(other, subject).getByRole('button', { name: '取消星标' })).toBeVisible()

    await rowOf(one, subject).hover()
    await one.getByRole('row').filter({ hasText: subject }).getByRole('button', { name: '标为已读' }).click()
    await expect(rowOf(other, subject)).not.toHaveAttribute('data-unread')
    await expect.poll(() => unreadOf(other)).toBe(before - 1)
    await expect.poll(() => unreadOf(one)).toBe(before - 1)
    await windows.close()
  })

  await test.step('rows out of sight are marked with those in sight, and are as before when that is undone or refused', async () => {
    const api = await apiOf(baseURL ?? '', READER.account)
    const { folderId } = await api.post('mail/main/folder/save', { folderName: unique('一起标记') })
    try {
      const name = unique('一起标记的')
      for (let at = 0; at < 14; at++) await deliver({ subject: `${name} ${at}`, text: '你好' })
      const mails = (await api.inbox()).filter(({ subject }) => subject.startsWith(name))
      await api.post('mail/email/move', {
        mailboxId: mails[0]?.mailboxId ?? 0,
        targetMailboxId: folderId,
        mailUids: mails.map(({ mailUid }) => mailUid),
      })
      // Half of the rows that are drawn are below the window.
      await page.setViewportSize({ width: 1280, height: 500 })
      await goTo(page, `/custombox/${folderId}`)
      const rows = page.getByRole('grid').filter({ visible: true }).locator('[data-mail]')
      const unread = page.getByRole('grid').filter({ visible: true }).locator('[data-mail][data-unread]')
      await expect(rows).toHaveCount(mails.length)
      await expect(unread).toHaveCount(mails.length)
      await expect(rows.last()).not.toBeInViewport()

      await page.getByRole('checkbox', { name: '全选' }).filter({ visible: true }).click()
      const mark = page.getByRole('toolbar').getByRole('button', { name: '标为已读' })
      await mark.click()
      await expect(unread).toHaveCount(0)
      await page.getByRole('button', { name: '撤销' }).click()
      await expect(unread).toHaveCount(mails.length)
      await page.route('**/api/mail/email/seen/update', (route) => route.fulfill({ status: 403, json: { code: 403 } }))
      await mark.click()
      await expect(page.getByText('操作没有完成，邮件已恢复原状')).toBeVisible()
      await expect(unread).toHaveCount(mails.length)
      await page.setViewportSize({ width: 1440, height: 900 })
    } finally {
      await api.post('mail/main/folder/delete/password', { folderId })
    }
  })

  await test.step('marking a folder as read in the sidebar shows in its list and counters at once, and can be taken back', async () => {
    const name = `${NAME}甲`
    const { folderId, subjects, api } = await prepare(baseURL ?? '', name)
    await toInbox(page)
    await goTo(page, `/custombox/${folderId}`)
    await expect(rowOf(page, subjects[1])).toHaveAttribute('data-unread', '')
    await expect(counts(page)).toContainText('未读 2')
    const release = await hold(page, 'mail/email/seen/update')

    await fromSidebar(page, name, '全部标为已读')
    for (const subject of subjects) await expect(rowOf(page, subject)).not.toHaveAttribute('data-unread')
    await expect(counts(page)).not.toContainText('未读 2')
    await expect(place(page, name)).not.toContainText('2')
    release('answer')
    await page.getByRole('button', { name: '撤销' }).click()
    await expect(rowOf(page, subjects[2])).toHaveAttribute('data-unread', '')
    await expect(rowOf(page, subjects[0])).not.toHaveAttribute('data-unread')
    await expect(place(page, name)).toContainText('2')
    await expect
      .poll(async () => (await api.get('mail/main/folder/list')).customList.find((one) => one.folderId === folderId))
      .toMatchObject({ mail: 3, unread: 2 })
  })

  await test.step('marking a folder as read that the server refuses is taken back', async () => {
    const name = `${NAME}乙`
    const { folderId, subjects } = await prepare(baseURL ?? '', name)
    await toInbox(page)
    await goTo(page, `/custombox/${folderId}`)
    await expect(rowOf(page, subjects[1])).toHaveAttribute('data-unread', '')
    const release = await hold(page, 'mail/email/seen/update')
    await fromSidebar(page, name, '全部标为已读')
    await expect(rowOf(page, subjects[1])).not.toHaveAttribute('data-unread')
    release('refuse')
    await expect(page.getByText('操作没有完成，邮件已恢复原状')).toBeVisible()
    await expect(rowOf(page, subjects[1])).toHaveAttribute('data-unread', '')
    await expect(rowOf(page, subjects[0])).not.toHaveAttribute('data-unread')
    await expect(counts(page)).toContainText('未读 2')
    await expect(place(page, name)).toContainText('2')
  })

  await test.step('emptying a folder that the server refuses brings its mails and counters back', async () => {
    const name = `${NAME}丙`
    const { folderId, subjects } = await prepare(baseURL ?? '', name)
    await toInbox(page)
    await goTo(page, `/custombox/${folderId}`)
    await expect(rowOf(page, subjects[1])).toBeVisible()
    const release = await hold(page, 'mail/main/folder/recoverableClear')
    await fromSidebar(page, name, '清空')
    await page.getByRole('alertdialog').getByRole('button', { name: '清空' }).click()
    await expect(page.getByText('这个文件夹还是空的')).toBeVisible()
    release('refuse')
    await expect(page.getByText('操作没有完成，邮件已恢复原状')).toBeVisible()
    for (const subject of subjects) await expect(rowOf(page, subject)).toBeVisible()
    await expect(counts(page)).toContainText(/(?<!\d)3 封/)
    await expect(place(page, name)).toContainText('2')
  })

  await test.step('emptying a folder in the sidebar empties its list and counters at once, and fills the recycle bin', async () => {
    const name = `${NAME}丁`
    const { folderId, subjects, api } = await prepare(baseURL ?? '', name)
    await toInbox(page)
    await goTo(page, `/custombox/${folderId}`)
    await expect(rowOf(page, subjects[1])).toBeVisible()
    const release = await hold(page, 'mail/main/folder/recoverableClear')
    await fromSidebar(page, name, '清空')
    await page.getByRole('alertdialog').getByRole('button', { name: '清空' }).click()
    await expect(page.getByText('这个文件夹还是空的')).toBeVisible()
    await expect(counts(page)).toContainText(/(?<!\d)0 封/)
    await expect(place(page, name)).not.toContainText('2')
    release('answer')
    await expect(page.getByText(`已清空“${name}”`)).toBeVisible()
    await expect(page.getByText('这个文件夹还是空的')).toBeVisible()
    await goTo(page, '/recyclebin')
    for (const subject of subjects) await expect(rowOf(page, subject)).toBeVisible()
    expect((await api.get('mail/main/folder/list')).customList.find((one) => one.folderId === folderId)?.mail).toBe(0)

    // By key, as whatever can be taken back.
    await page.locator('main').focus()
    await page.keyboard.press('Control+z')
    await goTo(page, `/custombox/${folderId}`)
    for (const subject of subjects) await expect(rowOf(page, subject)).toBeVisible()
    await expect(counts(page)).toContainText(/(?<!\d)3 封/)
  })

  await test.step('with a whole list selected, keys and dragging act on all of it, not on the open mail alone', async () => {
    const name = `${NAME}戊`
    const { subjects, folderId } = await prepare(baseURL ?? '', name)
    await toInbox(page)
    await goTo(page, `/custombox/${folderId}`)
    await rowOf(page, subjects[0]).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Shift+I')
    for (const subject of subjects) await expect(rowOf(page, subject)).not.toHaveAttribute('data-unread')
    await page.keyboard.press('Shift+U')
    for (const subject of subjects) await expect(rowOf(page, subject)).toHaveAttribute('data-unread', '')

    await page.keyboard.press('Control+a')
    await rowOf(page, subjects[1]).hover()
    await page.mouse.down()
    await page.mouse.move(420, 300, { steps: 4 })
    await expect(page.locator('[class*=dragHint]')).toHaveText('3 封邮件')
    await place(page, '垃圾邮件').hover()
    await page.mouse.up()
    await expect(page.getByText('这个文件夹还是空的')).toBeVisible()
    // Not the mark of before, which the notice may still offer.
    await takeBack(page, /已将 3 封邮件移至/)
    await expect(rowOf(page, subjects[2])).toBeVisible()

    await rowOf(page, subjects[2]).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await expect(page.getByText('这个文件夹还是空的')).toBeVisible()
    await expect(page.getByText('请选择一封邮件').filter({ visible: true })).toBeVisible()
    await goTo(page, '/recyclebin')
    for (const subject of subjects) await expect(rowOf(page, subject)).toBeVisible()
  })
})
