import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { createTransport } from 'nodemailer'
import { apiOf } from '../support/api.ts'
import { settled } from '../support/axe.ts'
import { enter, goTo } from '../support/people.ts'
import { portOf, THIS_WORKER } from '../support/ports.ts'

export { goTo } from '../support/people.ts'

/** Whose mailbox these tests read. */
export const READER = { account: 'chen.jie', mail: 'chen.jie@yanshu.test', password: 'Wild-Goose-7' } as const

export interface Letter {
  subject: string
  from?: string
  /** The reader when not given. */
  to?: string
  cc?: string
  text?: string
  html?: string
  messageId?: string
  inReplyTo?: string
  attachments?: { filename: string; content: Buffer | string; contentType?: string; cid?: string }[]
}

/** A mail comes in by SMTP, at once; `YANSHU_SMTP_URL` names the server's port when it is not the test's own. */
export async function deliver({ from = '"测试 来信" <someone@example.org>', ...letter }: Letter): Promise<void> {
  const transport = createTransport(process.env.YANSHU_SMTP_URL ?? `smtp://localhost:${portOf(THIS_WORKER) + 1}`)
  await transport.sendMail({ from, to: READER.mail, ...letter })
  transport.close()
}

/** A subject that no other test has. */
export const unique = (name: string): string => `${name} ${Date.now().toString(36)}${Math.floor(Math.random() * 1e6)}`

/** Opens the inbox as the reader, who has logged in, and waits for a list. */
export async function openInbox(page: Page, options: { readonly rests?: boolean } = {}): Promise<void> {
  await enter(page, READER.account, '/inbox', options)
  await page.getByRole('row').locator('[data-mail]').filter({ visible: true }).first().waitFor()
}

/**
 * Leads the window of {@link openInbox} back to the inbox for the next step of a test: no answer of the server is held
 * back any more, no notice offers to undo what the step before did, and the list stands at its beginning.
 * @param subjects mails whose rows must stand in the list, in their places
 */
export async function toInbox(page: Page, ...subjects: readonly string[]): Promise<void> {
  await page.unrouteAll({ behavior: 'wait' })
  const closeNotice = () =>
    page.evaluate(() => {
      const buttons = document.querySelectorAll<HTMLElement>('[data-place=start] [data-kind] button')
      ;[...buttons].at(-1)?.click()
      return buttons.length
    })
  await expect.poll(closeNotice).toBe(0)
  await goTo(page, '/inbox')
  const list = page.getByRole('grid', { name: /^(收件箱|Inbox)$/ })
  await list.locator('[data-mail]').first().waitFor()
  await list.evaluate((grid) => grid.scrollTo(0, 0))
  for (const subject of subjects) await rowOf(page, subject).first().waitFor()
  // Rows that have just come move the others down.
  if (subjects.length > 0) await settled(page)
}

/** The row of a mail in the list in front. */
export const rowOf = (page: Page, subject: string): Locator =>
  page.getByRole('row').filter({ hasText: subject }).locator('[data-mail]').filter({ visible: true })

/** The text of the open mail, inside its frame. */
export const bodyOf = (page: Page): Locator =>
  page.locator('article iframe').filter({ visible: true }).contentFrame().locator('.yanshu-mail')

/** Unread mails of the inbox as the header of the list shows them. */
export async function unreadOf(page: Page): Promise<number> {
  const text = await page
    .locator('header')
    .filter({ has: page.locator('h1') })
    .filter({ visible: true })
    .textContent()
  return Number(/(?:未读\s*|mails\s*)(\d+)/.exec(text ?? '')?.[1] ?? 0)
}

/** The same once the header shows the numbers of the server: they come after the rows. */
export async function unreadAtFirst(page: Page): Promise<number> {
  const { unread } = await (await apiOf(new URL(page.url()).origin, READER.account)).folder('inbox')
  await expect.poll(() => unreadOf(page)).toBe(unread)
  return unread
}

/** Changes personal settings of the reader over the API. */
export async function setGeneral(request: APIRequestContext, part: Record<string, unknown>): Promise<void> {
  const login = await request.post('/api/mail/apilogin/userLogin', {
    data: { account: READER.account, password: READER.password },
  })
  const { data } = await login.json()
  await request.post('/api/mail/main/generalConfig/save', {
    headers: { authorization: `Bearer ${data.accessToken}` },
    data: part,
  })
}

/** Pages whose paper is taken, each with what waits for the next sheet. */
const papers = new WeakMap<Page, { onPaper: (html: string) => void }>()

/**
 * What would go on paper, as the document of its frame: taken where the browser would print it, which one without windows
 * does not.
 */
export async function takePaper(page: Page): Promise<{ readonly printed: Promise<string> }> {
  const printed = Promise.withResolvers<string>()
  const taking = papers.get(page)
  if (taking) {
    taking.onPaper = printed.resolve
    return { printed: printed.promise }
  }
  const waiting = { onPaper: printed.resolve }
  papers.set(page, waiting)
  await page.exposeFunction('onPaper', (html: string) => waiting.onPaper(html))
  await page.evaluate(() => {
    const onLoad = ({ target }: Event) => {
      if (!(target instanceof HTMLIFrameElement) || target.ariaHidden !== 'true' || !target.contentWindow) return
      const sheet = target.contentWindow
      sheet.print = () => Reflect.get(window, 'onPaper')(sheet.document.documentElement.outerHTML)
    }
    document.addEventListener('load', onLoad, true)
  })
  return { printed: printed.promise }
}

/** The document on a page of its own, as wide as paper. */
export async function onPaper(page: Page, html: string): Promise<Page> {
  const paper = await page.context().newPage()
  await paper.setViewportSize({ width: 672, height: 900 })
  await paper.goto('/mail-frame.html')
  await paper.evaluate((text) => {
    document.documentElement.innerHTML = text
  }, html)
  return paper
}
