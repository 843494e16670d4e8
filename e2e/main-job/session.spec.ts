import { expect } from '@playwright/test'
import { apiOf, PASSWORD } from '../support/api.ts'
import { fillLogin, goTo, mailRows, pathOf, place } from '../support/people.ts'
import { test } from '../support/test.ts'
import { fresh, writeScreen } from './writing.ts'

const FORGED = { accessToken: 'A'.repeat(43), refreshToken: 'B'.repeat(43) }
/** As if the night had passed: neither token is good any more. */
const EVERYTHING_EXPIRED = 'UPDATE session SET access_expires_at = 1, refresh_expires_at = 1'
const ACCESS_EXPIRED = 'UPDATE session SET access_expires_at = 1'
/** A search is never fetched ahead, so that it is asked for when it is opened. */
const searchFor = (word: string) => `/search?${new URLSearchParams({ type: '4', keyword: word, unread: '0' })}`

test('given a page that stays open, then an access token that expired is renewed in silence, a session that expired leads through the login back to its place, and over a letter the login keeps the letter', async ({
  someone,
  ownServer,
}) => {
  const person = await someone({ user: 'wang.fang', language: 'en', server: ownServer.url, path: '/outbox' })
  const { page, words } = person
  await expect(mailRows(page).first()).toBeVisible()

  await test.step('an access token that expired alone is renewed, and nothing is said', async () => {
    const token = () => page.evaluate(() => localStorage.getItem('accessToken'))
    const before = await token()
    ownServer.change(ACCESS_EXPIRED)
    await place(page, words.own.folder.sent).click()
    await expect(mailRows(page).first()).toBeVisible()
    await goTo(page, searchFor('预算'))
    await expect(page.getByText(words.own.error.expired)).toHaveCount(0)
    await expect.poll(token).not.toBe(before)
  })

  await test.step('of a session that expired the login says so, and after it the user goes on where it was', async () => {
    ownServer.change(EVERYTHING_EXPIRED)
    // By its address: something fetched ahead may find the session expired first, and then there is no sidebar.
    const path = searchFor('合同')
    await goTo(page, path)
    await expect(page.getByText(words.own.error.expired).first()).toBeVisible()
    await expect(page.getByRole('button', { name: words.login.submit, exact: true })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
    await fillLogin(person)
    await expect(place(page, words.own.folder.inbox)).toBeVisible()
    await expect.poll(() => pathOf(page)).toBe(path)
    expect(person.seen.violations).toEqual([])
  })

  await test.step('of a session that expired over a letter the login stands over it, and the letter is kept', async () => {
    await goTo(page, '/write/new/0?c=expiry')
    const letter = writeScreen(person)
    await letter.text.waitFor()
    const subject = fresh('过期前写的')
    // The letter is saved a while after the last key; by then the session has ended.
    const ended = Promise.withResolvers<void>()
    await page.route('**/api/mail/email/drafts', async (route) => {
      await ended.promise
      await route.continue()
    })
    await letter.subject.fill(subject)
    await letter.text.click()
    await page.keyboard.type('一字不丢')
    ownServer.change(EVERYTHING_EXPIRED)
    ended.resolve()
    const dialog = page.getByRole('dialog', { name: words.shell.relogin.title })
    await expect(dialog).toBeVisible()
    await dialog.getByLabel(words.login.password, { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: words.login.submit, exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(letter.subject).toHaveValue(subject)
    await expect(letter.text).toContainText('一字不丢')
  })
})

test('given forged tokens, then the page shows no mail and asks for a login, which leads back to its path; and the mail of another person in the address is a clear error with nothing of that mail', async ({
  stranger,
  baseURL,
}) => {
  const person = await stranger({ user: 'li.na' })
  const { page, words } = person
  await page.addInitScript((tokens) => {
    if (sessionStorage.getItem('forged')) return
    sessionStorage.setItem('forged', '1')
    localStorage.setItem('accessToken', tokens.accessToken)
    localStorage.setItem('refreshToken', tokens.refreshToken)
    localStorage.setItem('userMail', 'li.na@yanshu.test')
    // biome-ignore lint/suspicious/noDocumentCookie: a forger writes it this way
    document.cookie = `safeMailToken=${tokens.accessToken}; Path=/`
  }, FORGED)
  await page.goto('/#/outbox')
  await expect(page.getByRole('button', { name: words.login.submit, exact: true })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  await fillLogin(person)
  await expect(mailRows(page).first()).toBeVisible()
  // The login leads back to the path that was asked for.
  expect(pathOf(page)).toBe('/outbox')

  await test.step('the mail of another person in the address', async () => {
    const [mail] = await (await apiOf(baseURL ?? '', 'wang.fang')).inbox()
    if (!mail) throw new Error('wang.fang has no mail')
    await goTo(page, `/reply/${mail.mailboxId}/${mail.mailId}`)
    const main = page.getByRole('main')
    await expect(main.getByText(words.mail.reading.gone, { exact: true }).filter({ visible: true })).toBeVisible()
    await expect(main.getByText(words.mail.reading.goneAdvice).filter({ visible: true })).toBeVisible()
    await expect(main.getByText(mail.subject, { exact: true }).filter({ visible: true })).toHaveCount(0)
    await expect(place(page, words.own.folder.inbox)).toBeVisible()
  })
})

test('given a token of a session that was signed out elsewhere, then it opens nothing', async ({
  request,
  baseURL,
}) => {
  const api = await apiOf(baseURL ?? '', 'admin')
  await api.get('oauth/logout')
  const answer = await request.get(`${baseURL}/api/user/info`, {
    headers: { authorization: `Bearer ${api.accessToken}` },
  })
  expect(answer.status()).toBe(401)
})
