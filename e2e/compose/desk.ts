import { type Browser, expect, type Page } from '@playwright/test'
import { enter } from '../support/people.ts'

export const ZHANG = 'zhang.wei@yanshu.test'
export const LI_NA = 'li.na@yanshu.test'

/** How the foot of the sheet begins for a letter that the server has; the time follows. */
export const SAVED = /^已保存 /

/** A subject that no other test uses. */
export const fresh = (text: string): string =>
  `${text} ${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`

/** Opens the application as a user who has logged in, in Chinese, whatever language a spec before has left. */
export async function open(page: Page, account: string): Promise<void> {
  await enter(page, account.split('@', 1)[0] ?? '', '/', { language: 'zh' })
  await page.getByRole('tree').waitFor()
}

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

interface Listed {
  list: { mailId: number; subject: string; mailboxId: number }[]
}

/** The mails with a subject in all folders, newest first. */
export async function mailsCalled(page: Page, subject: string) {
  const { list } = await call<Listed>(page, 'mail/email/mailbox/list?pageSize=40')
  return list.filter((mail) => mail.subject === subject)
}

/** Waits until a mail with this subject has come. */
export async function arrival(page: Page, subject: string): Promise<number> {
  let found: number | undefined
  await expect(async () => {
    found = (await mailsCalled(page, subject))[0]?.mailId
    expect(found).toBeDefined()
  }).toPass({ timeout: 30_000 })
  if (found === undefined) throw new Error('unreachable')
  return found
}
