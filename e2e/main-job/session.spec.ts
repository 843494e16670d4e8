import { expect } from '@playwright/test'
import { fillLogin, goTo, logIn, mailRows, pathOf, place } from '../support/people.ts'
import { test } from '../support/test.ts'
import { fresh, writeScreen } from './writing.ts'

const FORGED = { accessToken: 'A'.repeat(43), refreshToken: 'B'.repeat(43) }
/** As if the night had passed: neither token is good any more. */
const EVERYTHING_EXPIRED = 'UPDATE session SET access_expires_at = 1, refresh_expires_at = 1'
const SEARCH = '/search?type=4&keyword=%E5%90%88%E5%90%8C&unread=0'
const ACCESS_EXPIRED = 'UPDATE session SET access_expires_at = 1'

test('given a session that expired, then the login says so, and after it the user goes on where it was', async ({
  someone,
  ownServer,
}) => {
  const person = await someone({ user: 'wang.fang', language: 'en', server: ownServer.url, path: '/outbox' })
  const { page, words } = person
  await expect(mailRows(page).first()).toBeVisible()
  ownServer.change(EVERYTHING_EXPIRED)
  // By its address: something fetched ahead may find the session expired first, and then there is no sidebar. A search
  // is never fetched ahead, so that it is asked for now.
  await goTo(page, SEARCH)
  await expect(page.getByText(words.own.error.expired).first()).toBeVisible()
  await expect(page.getByRole('button', { name: words.login.submit, exact: true })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  await fillLogin(person)
  await expect(place(page, words.own.folder.inbox)).toBeVisible()
  await expect.poll(() => pathOf(page)).toBe(SEARCH)
  expect(person.seen.violations).toEqual([])
})

test('given an access token that expired alone, then nobody notices', async ({ someone, ownServer }) => {
  const { page, words } = await someone({ user: 'han.lei', server: ownServer.url })
  await expect(mailRows(page).first()).toBeVisible()
  const token = () => page.evaluate(() => localStorage.getItem('accessToken'))
  const before = await token()
  ownServer.change(ACCESS_EXPIRED)
  await place(page, words.own.folder.sent).click()
  await expect(mailRows(page).first()).toBeVisible()
  // A folder may have been fetched ahead; a search is asked for now.
  await goTo(page, SEARCH)
  await expect(page.getByText(words.own.error.expired)).toHaveCount(0)
  await expect.poll(token).not.toBe(before)
})

test('given a session that expired over a letter, then the login stands over it and the letter is kept', async ({
  someone,
  ownServer,
}) => {
  const person = await someone({ user: 'han.lei', server: ownServer.url })
  const { page, words } = person
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
  await dialog.getByLabel(words.login.password, { exact: true }).fill('Wild-Goose-7')
  await dialog.getByRole('button', { name: words.login.submit, exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(letter.subject).toHaveValue(subject)
  await expect(letter.text).toContainText('一字不丢')
})

test('given forged tokens, then the page shows no mail and asks to log in', async ({ stranger }) => {
  const person = await stranger({ user: 'zhang.wei' })
  const { page, words } = person
  await page.addInitScript((tokens) => {
    if (sessionStorage.getItem('forged')) return
    sessionStorage.setItem('forged', '1')
    localStorage.setItem('accessToken', tokens.accessToken)
    localStorage.setItem('refreshToken', tokens.refreshToken)
    localStorage.setItem('userMail', 'zhang.wei@yanshu.test')
    // biome-ignore lint/suspicious/noDocumentCookie: a forger writes it this way
    document.cookie = `safeMailToken=${tokens.accessToken}; Path=/`
  }, FORGED)
  await page.goto('/#/inbox')
  await expect(page.getByRole('button', { name: words.login.submit, exact: true })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  await fillLogin(person)
  await expect(mailRows(page).first()).toBeVisible()
})

test('given the mail of somebody else in the address, then a clear error and nothing of that mail', async ({
  someone,
  stranger,
}) => {
  const other = await stranger({ user: 'wang.fang' })
  const mail = (await other.api.inbox())[0]
  if (!mail) throw new Error('wang.fang has no mail')
  const person = await someone({ user: 'li.na' })
  const { page, words } = person
  await goTo(page, `/reply/${mail.mailboxId}/${mail.mailId}`)
  const main = page.getByRole('main')
  await expect(main.getByText(words.mail.reading.gone, { exact: true }).filter({ visible: true })).toBeVisible()
  await expect(main.getByText(words.mail.reading.goneAdvice).filter({ visible: true })).toBeVisible()
  await expect(main.getByText(mail.subject, { exact: true }).filter({ visible: true })).toHaveCount(0)
  await expect(place(page, words.own.folder.inbox)).toBeVisible()
})

test('given a token of a session that was signed out elsewhere, then it opens nothing', async ({
  stranger,
  request,
  baseURL,
}) => {
  const { api } = await stranger({ user: 'admin' })
  await api.get('oauth/logout')
  const answer = await request.get(`${baseURL}/api/user/info`, {
    headers: { authorization: `Bearer ${api.accessToken}` },
  })
  expect(answer.status()).toBe(401)
})

test('given a path of the application without a session, then the login leads back to it', async ({ stranger }) => {
  const person = await stranger({ user: 'admin' })
  await logIn(person, '/outbox')
  await expect.poll(() => pathOf(person.page)).toBe('/outbox')
})
