import { type Browser, expect, type Page } from '@playwright/test'
import type { GetData } from '@yanshu/contracts'
import { type Api, apiOf } from '../support/api.ts'
import { enter, noticeOf } from '../support/people.ts'

export const ZHANG = 'zhang.wei@yanshu.test'
export const LI_NA = 'li.na@yanshu.test'

/** How the foot of the sheet begins for a letter that the server has; the time follows. */
export const SAVED = /^已保存 /

/** A subject that no other test uses. */
export const fresh = (text: string): string =>
  `${text} ${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`

const userOf = (account: string): string => account.split('@', 1)[0] ?? ''

/** Opens the application as a user who has logged in, in Chinese, whatever language a spec before has left. */
export async function open(page: Page, account: string, { rests = false } = {}): Promise<void> {
  await enter(page, userOf(account), '/', { settings: { language: 'zh' }, rests })
  await page.getByRole('tree').waitFor()
}

/** Another user of the server that a page is of, without a browser. */
export const beside = (page: Page, account: string): Promise<Api> => apiOf(new URL(page.url()).origin, userOf(account))

/** A page of its own browser, with the account logged in. */
export async function pageOf(browser: Browser, account: string): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await open(page, account)
  return page
}

export const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    location.hash = to
  }, path)

/** The fields of the write screen that is in front, in Chinese. */
export const fields = (page: Page) => ({
  to: page.getByRole('combobox', { name: '收件人' }),
  cc: page.getByRole('combobox', { name: '抄送' }),
  subject: page.getByRole('textbox', { name: '主题' }),
  text: page.getByRole('textbox', { name: '正文' }),
  files: page.locator('input[type=file][aria-label="添加附件"]'),
  send: page.getByRole('button', { name: '发送', exact: true }),
  status: page.getByRole('status'),
})

let opened = 0

/** Opens an empty mail in a tab of its own and waits for the editor. */
export async function newMail(page: Page) {
  opened += 1
  await go(page, `/write/new/0?c=e${Date.now().toString(36)}${opened}`)
  const screen = fields(page)
  await screen.text.waitFor()
  return screen
}

/** Closes the letter in front by its tab. What is written in it is kept among the drafts. */
export async function closeLetter(page: Page): Promise<void> {
  await page.getByTitle(/^关闭/).last().click()
  await expect(fields(page).text).toHaveCount(0)
}

/** Waits for the notice that a letter was sent, and closes it, so that the next letter cannot be taken for sent by it. */
export async function sentNotice(page: Page): Promise<void> {
  const notice = noticeOf(page, '已发送')
  await notice.getByRole('button', { name: '关闭' }).click()
  await expect(notice).toHaveCount(0)
}

/** Asks the server as the user of the page. */
export function call<T>(page: Page, path: string, body?: unknown): Promise<T> {
  return page.evaluate(
    async ([to, sent]) => {
      const response = await fetch(`/api/${to}`, {
        method: sent === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${localStorage.getItem('accessToken')}`, 'content-type': 'application/json' },
        ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
      })
      return (await response.json()).data
    },
    [path, body] as const,
  )
}

/** The mails with a subject in all folders of the user of a page, or of one beside it, newest first. */
export async function mailsCalled(whose: Page | Api, subject: string) {
  const path = 'mail/email/mailbox/list'
  const { list } =
    'accessToken' in whose
      ? await whose.get(path, { pageSize: 40 })
      : await call<GetData<typeof path>>(whose, `${path}?pageSize=40`)
  return list.filter((mail) => mail.subject === subject)
}

/** Waits until a mail with this subject has come. */
export async function arrival(whose: Page | Api, subject: string): Promise<number> {
  let found: number | undefined
  await expect(async () => {
    found = (await mailsCalled(whose, subject))[0]?.mailId
    expect(found).toBeDefined()
  }).toPass({ timeout: 30_000 })
  if (found === undefined) throw new Error('unreachable')
  return found
}
