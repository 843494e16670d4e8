import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import type { GeneralSettings } from '@yanshu/contracts'
import { type Api, apiOf, apiWith, DOMAIN, openSession, PASSWORD } from './api.ts'
import { type Collected, collect } from './collectors.ts'
import { type SpokenLanguage, WORDS } from './words.ts'

/** A person with a browser of their own. */
export interface Person {
  readonly user: string
  readonly language: SpokenLanguage
  readonly words: (typeof WORDS)[SpokenLanguage]
  readonly context: BrowserContext
  readonly page: Page
  /** The same user beside the browser. */
  readonly api: Api
  readonly seen: Collected
}

interface Arrival {
  readonly user: string
  readonly language?: SpokenLanguage
  /** Address of the server without a path. */
  readonly server: string
  /** Path of the application to open; the inbox when not given. */
  readonly path?: string
  /** On for the specs that are about it; elsewhere it would only fetch the client a second time. */
  readonly serviceWorker?: boolean
  /** On for what is about code that comes ahead of need, as with a service worker; see {@link neverRests}. */
  readonly rests?: boolean
}

/** A new browser window in the person's language, with the same language saved for the account, not logged in yet. */
export async function arrive(browser: Browser, arrival: Arrival): Promise<Person> {
  const { user, language = 'zh', server, serviceWorker = false } = arrival
  const api = await apiOf(server, user)
  await api.save({ language })
  const context = await browser.newContext({
    baseURL: server,
    locale: language === 'zh' ? 'zh-CN' : 'en-US',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    serviceWorkers: serviceWorker ? 'allow' : 'block',
  })
  const page = await context.newPage()
  const seen = await collect(page)
  return { user, language, words: WORDS[language], context, page, api, seen }
}

/**
 * Acts without end in a page that is opened. Code of reading, writing and menus comes ahead of need when a person rests,
 * or after ten seconds: four tenths of what an opened page costs. Where it is needed, it comes without that.
 */
const neverRests = () => {
  if (window === window.top) setInterval(() => window.dispatchEvent(new Event('touchmove')), 300)
}

/** A file of the application's origin that runs nothing. */
const PLAIN = '/mf/manifest.schema.json'

/**
 * Opens a path of the application as a user who has logged in on this browser before: the session is opened beside it
 * and put where the page finds it. The form is for the specs that are about logging in ({@link logIn}).
 * @param options settings that are saved before the page is opened; whether the person rests, as in {@link arrive}
 */
export async function enter(
  page: Page,
  user: string,
  path: string,
  { settings, rests = false }: { readonly settings?: Partial<GeneralSettings>; readonly rests?: boolean } = {},
): Promise<void> {
  const plain = await page.request.get(PLAIN)
  const server = new URL(plain.url()).origin
  await plain.dispose()
  const session = await openSession(server, user)
  if (settings) await apiWith(server, user, session.accessToken).save(settings)
  // From one path of the application to another one no page is loaded.
  if (page.url() !== 'about:blank') await page.goto(PLAIN)
  await openWith(page, path, session, rests)
}

/**
 * Loads the application with a session that stands there before its first script: a document of its own to put it into
 * would cost each test one more navigation.
 */
async function openWith(
  page: Page,
  path: string,
  session: Awaited<ReturnType<typeof openSession>>,
  rests: boolean,
): Promise<void> {
  const { accessToken, refreshToken, userMail } = session
  if (!rests) await page.addInitScript(neverRests)
  const putting = await page.addInitScript(
    (values) => {
      if (window !== window.top) return
      localStorage.clear()
      Object.assign(localStorage, values)
    },
    { accessToken, refreshToken, userMail },
  )
  await page.goto(`/#${path}`)
  // What the page makes of its session from now on is its own.
  await putting.dispose()
}

/** Fills the login form, in the person's language, and waits for the frame of the application. */
export async function logIn(person: Person, path = '/inbox'): Promise<void> {
  const { page, language } = person
  await page.goto(`/#${path}`)
  await page.getByRole('radio', { name: language === 'zh' ? '中文' : 'English' }).check()
  await fillLogin(person)
  await frameOf(person)
}

/** Waits until the frame of the application stands, in the person's language. */
async function frameOf({ page, user, words, language }: Person): Promise<void> {
  await expect(
    page.getByRole('button', { name: new RegExp(words.shell.topBar.account.split('{{')[0] ?? '') }),
  ).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'zh' ? 'zh-CN' : 'en')
  expect(await page.evaluate(() => localStorage.getItem('userMail'))).toBe(`${user}@${DOMAIN}`)
}

/** Account and password into the form that is on the page. */
export async function fillLogin(
  { page, user, words }: Pick<Person, 'page' | 'user' | 'words'>,
  password = PASSWORD,
): Promise<void> {
  const account = page.getByLabel(words.login.account, { exact: true })
  if (await account.isEnabled()) await account.fill(user)
  await page.getByLabel(words.login.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: words.login.submit, exact: true }).click()
}

/** {@link arrive} and {@link enter} in one. */
export async function newUser(browser: Browser, arrival: Arrival): Promise<Person> {
  const person = await arrive(browser, arrival)
  const session = await openSession(arrival.server, arrival.user)
  await openWith(person.page, arrival.path ?? '/inbox', session, arrival.rests ?? arrival.serviceWorker ?? false)
  await frameOf(person)
  return person
}

/** The hash path of a page. */
export const pathOf = (page: Page): string => new URL(page.url()).hash.slice(1)

/** Goes to a path of the application without loading the page again. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to
  }, path)
}

/** The rows of the list of mails on the page that have come: a row that is still asked for is busy, and no mail. */
export const mailRows = (page: Page) =>
  page.getByRole('grid').filter({ visible: true }).locator('[role=row]:not([aria-busy=true])')

/** The row of a mail, by its subject. */
export const mailRow = (page: Page, subject: string) => mailRows(page).filter({ hasText: subject })

/** The notice about an action of the user, by words of its text: another one may stand there until it comes. */
export const noticeOf = (page: Page, said: string | RegExp) =>
  page.locator('[data-place=start]').filter({ hasText: said })

/** Undoes an action by the button of the notice that reports it. */
export const takeBack = (page: Page, said: string | RegExp) =>
  noticeOf(page, said)
    .getByRole('button', { name: /^(撤销|Undo)$/ })
    .click()

/** Where something is, also when it is just being put somewhere else and for a moment is nowhere. */
export async function boxOf(of: Locator) {
  let box: Awaited<ReturnType<Locator['boundingBox']>> = null
  await expect.poll(async () => (box = await of.boundingBox())).not.toBeNull()
  return box ?? { x: 0, y: 0, width: 0, height: 0 }
}

/** A place of the sidebar: its line in the tree. */
export const place = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) })
