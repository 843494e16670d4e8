import { expect, type Page, test } from '@playwright/test'
import { createTransport } from 'nodemailer'
import { type Api, apiOf } from '../support/api.ts'
import { violations } from '../support/axe.ts'
import { takeBack } from '../support/people.ts'
import { portOf, THIS_WORKER } from '../support/ports.ts'
import { goTo, openInbox, READER, unique } from './mailing.ts'

interface Prepared {
  readonly api: Api
  readonly folderId: number
  /** Stands in every subject. */
  readonly word: string
  /** Delivers mails and moves them to the folder. */
  readonly add: (mails: readonly Mail[]) => Promise<void>
}

interface Mail {
  readonly from: string
  readonly subject: string
  readonly size?: number
}

async function prepare(server: string): Promise<Prepared> {
  const api = await apiOf(server, READER.account)
  const word = unique('z').replace(/\s/g, '')
  const { folderId } = await api.post('mail/main/folder/save', { folderName: word.slice(0, 20) })
  const add = async (mails: readonly Mail[]) => {
    const url = process.env.YANSHU_SMTP_URL ?? `smtp://localhost:${portOf(THIS_WORKER) + 1}`
    const transport = createTransport({ url, pool: true })
    const send = ({ from, subject, size = 1 }: Mail) =>
      transport.sendMail({ from, to: READER.mail, subject: `${subject} ${word}`, text: 'x'.repeat(size) })
    await Promise.all(mails.map(send))
    transport.close()
    const { folderId: inbox } = await api.folder('inbox')
    const asked = { searchType: 4, scope: '1', searchKeyword: word, mailboxId: inbox }
    // What has just come is found once its words are in the index.
    const found = () => api.get('mail/email/search/marked', asked)
    await expect.poll(async () => (await found()).list.length, { timeout: 60_000 }).toBe(mails.length)
    const { list } = await found()
    const mailUids = list.map(([, , uid]) => uid)
    await api.post('mail/email/move', { mailboxId: inbox, targetMailboxId: folderId, mailUids })
  }
  return { api, folderId, word, add }
}

test.afterEach(async ({ baseURL }) => {
  const api = await apiOf(baseURL ?? '', READER.account)
  const { customList } = await api.get('mail/main/folder/list')
  for (const { folderName, folderId } of customList) {
    if (folderName.startsWith('z')) await api.post('mail/main/folder/delete/password', { folderId })
  }
})

const rows = (page: Page) => page.getByRole('row').locator('[data-mail]').filter({ visible: true })
const more = (page: Page) => page.getByRole('button', { name: '列表操作' }).filter({ visible: true })
const chips = (page: Page) => page.getByRole('list', { name: '排序和筛选' }).filter({ visible: true })

async function choose(page: Page, branch: string, item: string): Promise<void> {
  await more(page).click()
  await page.getByRole('menuitem', { name: branch }).press('ArrowRight')
  await page.getByRole('menuitemradio', { name: item }).click()
}

test('folders, labels and searches are sorted and filtered, and a long folder is acted on as a whole', async ({
  page,
  baseURL,
}) => {
  // Before the page is there, which would follow each of them.
  const long = await prepare(baseURL ?? '')
  const many = { from: '"Many" <many@out.example>' }
  await long.add(Array.from({ length: 260 }, (_, at) => ({ ...many, subject: `n${at}` })))
  await openInbox(page)

  await test.step('a folder, a label and a search are sorted and filtered, keep their order with what comes, and are remembered', async () => {
    const { api, folderId, word, add } = await prepare(baseURL ?? '')
    await add([
      { from: '"Zoe" <zoe@out.example>', subject: 'beta', size: 9_000 },
      { from: '"Amy" <amy@out.example>', subject: 'Re: alpha' },
      { from: '"Zoe" <zoe@out.example>', subject: 'gamma' },
    ])
    await goTo(page, `/custombox/${folderId}`)
    await expect(rows(page)).toHaveCount(3)
    await choose(page, '排序方式', '主题')
    await expect(chips(page)).toContainText('按主题，从 A 到 Z')
    await expect(rows(page)).toContainText(['alpha', 'beta', 'gamma'])
    await add([{ from: '"Bob" <bob@out.example>', subject: 'Fwd: bacon' }])
    await expect(rows(page)).toContainText(['alpha', 'bacon', 'beta', 'gamma'])
    await choose(page, '排序方式', '大小')
    await expect(rows(page).first()).toContainText('beta')

    // The hits of a search in another order, which is remembered as that of the folder is.
    await goTo(page, `/search?keyword=${word}&type=1`)
    await expect(rows(page)).toHaveCount(4)
    await page.getByRole('button', { name: '排序方式' }).filter({ visible: true }).press('Enter')
    await expect(page.getByText('只排最新的 2,000 封结果')).toBeVisible()
    await page.getByRole('menuitemradio', { name: '主题' }).click()
    await expect(rows(page)).toContainText(['alpha', 'bacon', 'beta', 'gamma'])
    expect(await violations(page, {})).toEqual([])
    await page.reload()
    await expect(rows(page)).toContainText(['alpha', 'bacon', 'beta', 'gamma'])
    await page
      .getByRole('button', { name: /按主题/ })
      .filter({ visible: true })
      .click()
    await expect(rows(page).first()).toContainText('bacon')

    await goTo(page, `/custombox/${folderId}`)
    await expect(chips(page)).toContainText('按大小，从大到小')
    await expect(rows(page).first()).toContainText('beta')
    expect(await violations(page, {})).toEqual([])

    await more(page).click()
    await page.getByRole('menuitem', { name: '按发件人整理…' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('listitem').first()).toContainText('Zoe')
    await expect(dialog.getByRole('listitem').first()).toContainText('2 封')
    await dialog.getByRole('button', { name: '只看 Zoe 的邮件' }).click()
    await expect(rows(page)).toHaveCount(2)
    await expect(chips(page)).toContainText('发件人 zoe@out.example')
    await chips(page)
      .getByRole('button', { name: /zoe@out.example/ })
      .click()
    await chips(page)
      .getByRole('button', { name: /按大小/ })
      .click()
    await expect(chips(page)).toHaveCount(0)
    await expect(rows(page)).toHaveCount(4)
    await expect(rows(page).first()).toContainText('bacon')

    // A label in another order.
    const { labelId } = await api.post('mail/main/label/save', { labelName: word.slice(0, 10) })
    const { list } = await api.get('mail/email/mailbox/list', { mailboxId: folderId })
    await api.post('mail/email/label/update', { mailIds: list.map(({ mailId }) => mailId), add: [labelId], remove: [] })
    await goTo(page, `/otherfolders2/other2/${labelId}`)
    await expect(rows(page).first()).toContainText('bacon')
    await choose(page, '排序方式', '主题')
    await expect(chips(page)).toContainText('按主题，从 A 到 Z')
    await expect(rows(page)).toContainText(['alpha', 'bacon', 'beta', 'gamma'])
    await more(page).click()
    await page.getByRole('menuitem', { name: '只看' }).press('ArrowRight')
    await page.getByRole('menuitemcheckbox', { name: '有附件' }).click()
    await expect(page.getByText('没有符合条件的邮件')).toBeVisible()
    await page.getByRole('button', { name: '显示全部邮件' }).click()
    await expect(rows(page)).toHaveCount(4)
    await api.post('mail/main/label/delete', { labelId })
  })

  await test.step('a long folder is acted on as it was when it was marked, in steps, and that is taken back', async () => {
    const { api, folderId, add } = long
    await goTo(page, `/custombox/${folderId}`)
    await rows(page).first().waitFor()
    await page.getByRole('checkbox', { name: '全选' }).filter({ visible: true }).click()
    const bar = page.getByRole('toolbar').filter({ visible: true, hasText: '已选 260 封' })
    await expect(bar).toBeVisible()
    await add([{ from: '"Late" <late@out.example>', subject: 'late' }])
    await expect(rows(page).filter({ hasText: 'late' })).toBeVisible()
    await expect(bar).toBeVisible()
    await bar.getByRole('button', { name: '删除' }).click()
    await expect(page.getByText('已将 260 封邮件移至回收站').filter({ visible: true }).first()).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page).first()).toContainText('late')
    await takeBack(page, /已将 260 封邮件移至回收站/)
    await expect(page.getByText('已撤销，恢复 260 封邮件')).toBeVisible()
    const mailsIn = async () =>
      (await api.get('mail/main/folder/list')).customList.find((one) => one.folderId === folderId)?.mail
    expect(await mailsIn()).toBe(261)
  })
})
