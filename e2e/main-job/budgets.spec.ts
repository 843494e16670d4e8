import { expect } from '@playwright/test'
import { type Transferred, watchMoment, watchQuiet, watchTransfer } from '../support/collectors.ts'
import { enter, fillLogin, mailRows } from '../support/people.ts'
import { test } from '../support/test.ts'
import {
  HOME_SCRIPT_BYTES,
  INBOX_ELEMENTS,
  INBOX_REQUESTS,
  INBOX_REQUESTS_BY_LOGIN,
  INBOX_SCRIPT_BYTES,
  INBOX_STYLE_BYTES,
  LOGIN_SCRIPT_BYTES,
  MAX_DOM_ROWS,
} from './budgets.ts'

/** For the message of a failed budget: what was asked for, the largest first. */
const listed = ({ requests }: Transferred) =>
  requests
    .toSorted((a, b) => b.bytes - a.bytes)
    .map(({ url, type, bytes }) => `${String(bytes).padStart(8)} ${type.padEnd(10)} ${url}`)
    .join('\n')

/** Printed, so that the output of a run has what a page costs now. */
const say = (page: string, needed: Transferred) =>
  console.log(
    `${page}: ${needed.bytes('Script')} bytes of scripts, ${needed.bytes('Stylesheet')} of styles (gzip), ${needed.requests.length} requests`,
  )

/** The budgets are of gzip, which every proxy and browser has; what the server sends by brotli is smaller still. */
const GZIP = { 'accept-encoding': 'gzip' }
const LOGIN_FORM = 'input[name=password]'
/** A number of the home page. */
const HOME_NUMBER = '#main a[href="#/noread"]'
/** A row with its mail in it: the first rows of a list that is still asked for are busy. */
const MAIL_ROW = '[role=grid] [role=row]:not([aria-busy])'

test('given a first visit, when somebody logs in, then the usable inbox stays within its budget', async ({
  stranger,
}) => {
  const person = await stranger({ user: 'li.na' })
  await person.page.setExtraHTTPHeaders(GZIP)
  const usable = await watchMoment(person.page, MAIL_ROW)
  const watch = await watchTransfer(person.page)
  await person.page.goto('/#/inbox')
  await fillLogin(person)
  const needed = await watch.before(await usable())
  say('inbox', needed)
  expect(needed.bytes('Script'), listed(needed)).toBeLessThanOrEqual(INBOX_SCRIPT_BYTES)
  expect(needed.bytes('Stylesheet'), listed(needed)).toBeLessThanOrEqual(INBOX_STYLE_BYTES)
  expect(needed.bytes('Script')).toBeGreaterThan(LOGIN_SCRIPT_BYTES / 2)
  expect(needed.requests.length, listed(needed)).toBeLessThanOrEqual(INBOX_REQUESTS_BY_LOGIN)
  const calls = needed.requests.map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith('/api/'))
  // Settings, folders and the person come with the login's own answer.
  expect(calls).toEqual(['/api/mail/apilogin/userLogin', '/api/mail/email/mailbox/list'])
  expect(await mailRows(person.page).count()).toBeLessThanOrEqual(MAX_DOM_ROWS)
  const elements = await person.page.locator('*').count()
  console.log(`inbox: ${elements} elements`)
  expect(elements).toBeLessThanOrEqual(INBOX_ELEMENTS)
})

test('given a login page that is left to itself, then the code of the inbox comes, and a login asks for none of it', async ({
  stranger,
}) => {
  const person = await stranger({ user: 'li.na' })
  const { page } = person
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  const quiet = watchQuiet(page)
  await page.goto('/#/inbox')
  // The entry of the remote and its first script.
  await expect.poll(() => scripts.filter((path) => path.startsWith('/r/')).length).toBeGreaterThan(1)
  await quiet()
  const before = scripts.length
  await fillLogin(person)
  await page.locator(MAIL_ROW).first().waitFor()
  // The chip of an invitation is the calendar's, and comes behind the rows.
  const asked = scripts
    .slice(before)
    .filter((path) => path.startsWith('/r/') && !path.startsWith('/r/remote-calendar/'))
  expect(asked).toEqual([])
})

test('given a first visit, when somebody logs in, then the login page and the usable home page stay within their budgets', async ({
  stranger,
}) => {
  const person = await stranger({ user: 'li.na' })
  const { page } = person
  await page.setExtraHTTPHeaders(GZIP)
  const form = await watchMoment(page, LOGIN_FORM)
  const home = await watchMoment(page, HOME_NUMBER)
  const watch = await watchTransfer(page)
  await page.goto('/')
  const formAt = await form()
  // At once: a login page that is left to itself fetches what comes next.
  await fillLogin(person)
  const homeAt = await home()
  const ofLogin = await watch.before(formAt)
  say('login', ofLogin)
  expect(ofLogin.bytes('Script'), listed(ofLogin)).toBeLessThanOrEqual(LOGIN_SCRIPT_BYTES)
  expect(ofLogin.bytes('Script')).toBeGreaterThan(0)

  const needed = await watch.before(homeAt)
  say('home', needed)
  expect(needed.bytes('Script'), listed(needed)).toBeLessThanOrEqual(HOME_SCRIPT_BYTES)
  expect(needed.bytes('Script')).toBeGreaterThan(LOGIN_SCRIPT_BYTES / 2)
  const calls = needed.requests.filter(({ url }) => new URL(url).pathname.startsWith('/api/mail/home/'))
  expect(calls.length, listed(needed)).toBe(1)
})

test('given a session and an empty cache, then the inbox is usable after few requests', async ({ stranger }) => {
  const { page, user } = await stranger({ user: 'li.na' })
  const usable = await watchMoment(page, MAIL_ROW)
  const watch = await watchTransfer(page)
  await enter(page, user, '/inbox')
  const needed = await watch.before(await usable())
  expect(needed.requests.length, listed(needed)).toBeLessThanOrEqual(INBOX_REQUESTS)
  expect(await mailRows(page).count()).toBeLessThanOrEqual(MAX_DOM_ROWS)
})
