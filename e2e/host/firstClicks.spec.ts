import { expect, type Page } from '@playwright/test'
import { watchQuiet } from '../support/collectors.ts'
import { enter, mailRows } from '../support/people.ts'
import { test } from '../support/test.ts'
import { filled } from '../support/words.ts'

/** A user whose settings no other spec changes. */
const USER = 'han.lei'

const SETTINGS = '设置'

/** Scripts of remotes that the page has run, by remote: what is fetched as a script runs. */
const ranOf = (page: Page) =>
  page.evaluate(() => {
    const paths = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
    const scripts = paths.filter((path) => path.startsWith('/r/') && path.endsWith('.js'))
    return [...new Set(scripts.map((path) => path.split('/')[2] ?? ''))].sort()
  })

/** Where something has moved by itself since the page was opened, and how far, as the browser counts it. */
const shiftsOf = (page: Page) =>
  page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined)
    observer.observe({ type: 'layout-shift', buffered: true })
    return observer.takeRecords().flatMap((entry) => {
      const { value = 0, sources = [] }: { value?: number; sources?: { node?: Node | null }[] } = Object(entry)
      const [first] = sources
      return value > 0.001 ? [`${value.toFixed(4)} ${first?.node?.parentElement?.outerHTML.slice(0, 200)}`] : []
    })
  })

/** The places of remotes and the settings come after the folders, as on a busy machine. Call it before the page is opened. */
async function foldersFirst(page: Page): Promise<void> {
  const folders = page.waitForResponse(/\/mail\/main\/folder\/list/)
  await page.route(/\/mf\/manifest\.json$|\/mail\/main\/index$/, async (route) => {
    await folders
    // What is drawn of them is drawn.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await route.continue()
  })
}

test('given a page at rest, then no view of another remote has run but the one that writes', async ({ stranger }) => {
  const { page, words } = await stranger({ user: USER })
  await foldersFirst(page)
  await enter(page, USER, '/inbox')
  await expect(mailRows(page).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^(智能助手|Assistant)$/ })).toBeVisible()
  await watchQuiet(page)()
  // Of the calendar the bar of reminders has run, and no view.
  expect(await ranOf(page)).toEqual(['remote-ai', 'remote-calendar', 'remote-compose', 'remote-mail'])
  const views = await page.evaluate(() =>
    performance.getEntriesByType('resource').filter(({ name }) => /\/r\/remote-calendar\/.*\/calendar\./.test(name)),
  )
  expect(views).toEqual([])
  // The room of what comes late, such as tools and the quota, is kept for it; the sidebar waits for its last part.
  expect(await shiftsOf(page)).toEqual([])

  // The pointer and the focus fetch code, and ask the server for nothing.
  const calls: string[] = []
  const scripts: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(pathname)
    if (request.resourceType() === 'script') scripts.push(pathname)
  })
  await page.getByRole('button', { name: /^(智能助手|Assistant)$/ }).hover()
  await expect.poll(() => scripts.filter((path) => /\/remote-ai\/.*\/drawer\./.test(path))).toHaveLength(1)
  await page.getByRole('treeitem', { name: words.contacts.places.label, exact: true }).focus()
  await expect.poll(() => scripts.filter((path) => /\/remote-addressbook\//.test(path)).length).toBeGreaterThan(2)
  expect(calls.filter((path) => /contact|assistant/.test(path))).toEqual([])
})

test('given a network that is away at the first click, when it is back, then the view comes without another click', async ({
  someone,
}) => {
  const { page, context, words } = await someone({ user: USER, path: '/inbox' })
  await expect(mailRows(page).first()).toBeVisible()
  await watchQuiet(page)()
  await context.setOffline(true)
  const { list: listed, places } = words.contacts
  await page.getByRole('treeitem', { name: places.label, exact: true }).click()
  await expect(page.getByRole('main').getByRole('alert').filter({ visible: true })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('region', { name: filled(listed.region, { title: places.allcontacts }) })).toBeVisible()
})

test('given an entry that is pressed, then its code, its words and what it shows are on their way before the click', async ({
  someone,
}) => {
  const { page, words } = await someone({ user: USER, path: '/inbox' })
  await expect(mailRows(page).first()).toBeVisible()
  // The words are kept back: neither the view nor what it shows waits for them.
  const held = Promise.withResolvers<void>()
  await page.route('**/remote-addressbook/**/words-zh*', async (route) => {
    await held.promise
    await route.continue()
  })
  const list = page.waitForRequest(/\/contact\/list\?/)
  const entry = page.getByRole('treeitem', { name: words.contacts.places.label, exact: true })
  await entry.hover()
  await page.mouse.down()
  await list
  held.resolve()
  await page.mouse.up()
  const { list: listed, places } = words.contacts
  await expect(page.getByRole('region', { name: filled(listed.region, { title: places.allcontacts }) })).toBeVisible()
})

test('given the menu, when the pointer rests on the settings, then their page is there at the click', async ({
  someone,
}) => {
  const person = await someone({ user: USER, path: '/inbox' })
  const { page, words } = person
  await expect(mailRows(page).first()).toBeVisible()
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  await page.getByRole('button', { name: words.shell.topBar.more, exact: true }).first().click()
  await page.getByRole('menuitem', { name: SETTINGS, exact: true }).hover()
  await expect.poll(() => scripts.filter((path) => /\/remote-settings\/.*\/settings\./.test(path))).toHaveLength(1)
  await page.getByRole('menuitem', { name: SETTINGS, exact: true }).click()
  await expect(page.locator('main section section').filter({ visible: true }).first()).toBeVisible()
  expect(person.seen.errors).toEqual([])
})
