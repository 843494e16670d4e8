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

test('given a page at rest, then no view of another remote has run but the one that writes, and what is pointed at, focused or pressed is fetched ahead', async ({
  stranger,
}) => {
  const { page, words, seen } = await stranger({ user: USER })
  await foldersFirst(page)
  await enter(page, USER, '/inbox', { rests: true })
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

  const calls: string[] = []
  const scripts: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(pathname)
    if (request.resourceType() === 'script') scripts.push(pathname)
  })
  // The words are kept back: neither the view nor what it shows waits for them.
  const held = Promise.withResolvers<void>()
  await page.route('**/remote-addressbook/**/words-zh*', async (route) => {
    await held.promise
    await route.continue()
  })
  const entry = page.getByRole('treeitem', { name: words.contacts.places.label, exact: true })

  await test.step('the pointer and the focus fetch code, and ask the server for nothing', async () => {
    await page.getByRole('button', { name: /^(智能助手|Assistant)$/ }).hover()
    await expect.poll(() => scripts.filter((path) => /\/remote-ai\/.*\/drawer\./.test(path))).toHaveLength(1)
    await entry.focus()
    await expect.poll(() => scripts.filter((path) => /\/remote-addressbook\//.test(path)).length).toBeGreaterThan(2)
    expect(calls.filter((path) => /contact|assistant/.test(path))).toEqual([])
  })

  await test.step('given an entry that is pressed, then its code, its words and what it shows are on their way before the click', async () => {
    const list = page.waitForRequest(/\/contact\/list\?/)
    await entry.hover()
    await page.mouse.down()
    await list
    await expect.poll(() => scripts.filter((path) => /\/remote-addressbook\/.*\/words-zh/.test(path))).toHaveLength(1)
    held.resolve()
    await page.mouse.up()
    const { list: listed, places } = words.contacts
    await expect(page.getByRole('region', { name: filled(listed.region, { title: places.allcontacts }) })).toBeVisible()
  })

  await test.step('given the menu, when the pointer rests on the settings, then their page is there at the click', async () => {
    await page.getByRole('button', { name: words.shell.topBar.more, exact: true }).first().click()
    await page.getByRole('menuitem', { name: SETTINGS, exact: true }).hover()
    await expect.poll(() => scripts.filter((path) => /\/remote-settings\/.*\/settings\./.test(path))).toHaveLength(1)
    await page.getByRole('menuitem', { name: SETTINGS, exact: true }).click()
    await expect(page.locator('main section section').filter({ visible: true }).first()).toBeVisible()
  })
  expect(seen.errors).toEqual([])
})
