import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import zh from '../../remote-operations/src/messages/zh.ts'
import { violations } from '../support/axe.ts'
import { unpublish } from '../support/manifest.ts'
import { goTo } from '../support/people.ts'
import type { OwnServer } from '../support/startServer.ts'
import { test } from '../support/test.ts'
import { buildNext, NEXT } from './nextBuild.ts'
import { WITHOUT_MOVEMENT } from './still.ts'
import { writeScreen } from './writing.ts'

test.use(WITHOUT_MOVEMENT)

const TITLE = '常规设置'
const REMOTE = 'remote-settings'
/** Pages that are open while a version is rolled back. */
const PAGES = 8
const TOOL = path.resolve(import.meta.dirname, '../../deploy/src/main.ts')

/** Runs the operators' tool on the data of a server that runs. */
async function remotes(server: OwnServer, ...parameters: string[]): Promise<string> {
  const places = ['--data', server.dataFolder, '--client', server.client]
  return (await promisify(execFile)(process.execPath, [TOOL, ...places, ...parameters])).stdout
}

const readdirOf = (server: OwnServer, remote: string) => readdirSync(path.join(server.client, 'r', remote))

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).filter({ visible: true })

/** Marks a page, so that one sees whether it was loaded anew. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }))
const isMarked = (page: Page) => page.evaluate(() => Reflect.get(window, 'marked') === true)

/** Begins a letter in another tab of a page that shows the settings. */
async function beginLetter(page: Page, subject: string): Promise<void> {
  await goTo(page, '/write/new/0?c=operations')
  await page.getByRole('textbox', { name: '主题' }).fill(subject)
  await mark(page)
}

/** Opens pages of one browser that show the settings of the next version, two at a time. */
async function openReaders(context: BrowserContext, count: number): Promise<Page[]> {
  const readers: Page[] = []
  while (readers.length < count) {
    const some = Array.from({ length: Math.min(2, count - readers.length) }, async () => {
      const reader = await context.newPage()
      await reader.goto('/#/set/normalset')
      await expect(heading(reader)).toHaveText(`${TITLE}${NEXT}`)
      await mark(reader)
      return reader
    })
    readers.push(...(await Promise.all(some)))
  }
  return readers
}

/** The page of an operator shows how versions do, by what pages report that are left. */
async function expectFacts(page: Page): Promise<void> {
  // The first report may have been sent before the load was noted.
  const kinds: string[] = []
  page.on('request', (request) => {
    if (!request.url().includes('/api/telemetry/beacon')) return
    kinds.push(...request.postDataJSON().facts.map(({ kind }: { kind: string }) => kind))
  })
  await expect(page.getByRole('heading', { level: 2, name: 'remote-mail' })).toBeVisible()
  const card = page.getByRole('region', { name: 'remote-operations' })
  // A page that is left reports what it has noted until then: of other remotes first, and of this one when it is there.
  await expect(async () => {
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    expect(kinds).toContain('load')
    await page.getByRole('button', { name: zh.refresh }).click()
    await expect(card.getByText(zh.facts.loadMs).first()).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 40_000 })
  await page.evaluate(() => Reflect.deleteProperty(document, 'visibilityState'))
  await card.getByRole('radio', { name: zh.plot.loadMs }).check()
  await expect(card.getByRole('img', { name: new RegExp(`remote-operations 的${zh.plot.loadMs}`) })).toBeVisible()
}

test('an operator publishes, promotes, rolls back and revokes by the tool and the page, which shows how versions do, and no letter is lost; other people have no such page', async ({
  someone,
  ownServer,
}) => {
  test.setTimeout(300_000)
  await buildNext(ownServer.client, REMOTE)
  const [label] = readdirOf(ownServer, REMOTE).filter((name) => name.startsWith(NEXT))
  if (!label) throw new Error('the next version was not built')
  try {
    const folder = path.join(ownServer.client, 'r', REMOTE, label)
    expect(await remotes(ownServer, 'publish', folder, '-m', '新的设置页')).toContain('nobody gets it yet')
    const admin = await someone({ user: 'admin', path: '/operations', server: ownServer.url })
    await test.step('the page shows how versions do', () => expectFacts(admin.page))
    const card = admin.page.getByRole('region', { name: REMOTE })
    const row = card.getByRole('listitem').filter({ hasText: label })
    await expect(row.getByText(zh.nobody, { exact: true })).toBeVisible()
    expect(await violations(admin.page)).toEqual([])

    // By the page, and another operator was faster.
    await card.getByRole('button', { name: `推广 ${label}` }).click()
    const dialog = admin.page.getByRole('dialog')
    await dialog.getByRole('radio', { name: zh.ask.everybody }).check()
    await dialog.getByLabel(zh.ask.reason).fill('试用期间没有投诉')
    await expect(dialog.getByText('deployment.default').first()).toBeVisible()
    await remotes(ownServer, 'promote', REMOTE, NEXT, '--to', '1', '-m', '先给百分之一')
    await expect(dialog.getByRole('alert')).toHaveText(zh.ask.conflict)
    await expect(dialog.getByText('deployment.traffic')).toBeVisible()
    await dialog.getByRole('button', { name: zh.ask.again }).click()
    await expect(row.getByText('1 % 的人')).toBeVisible()
    await card.getByRole('button', { name: `推广 ${label}` }).click()
    await dialog.getByRole('radio', { name: zh.ask.everybody }).check()
    await dialog.getByLabel(zh.ask.reason).fill('试用期间没有投诉')
    await dialog.getByRole('button', { name: zh.actions.promote, exact: true }).click()
    await expect(dialog).toBeHidden()

    // New pages have it at once. More are open while it is rolled back, one with a letter in it.
    const writer = await someone({ user: 'li.na', path: '/operations', server: ownServer.url })
    await expect(writer.page.getByRole('heading', { name: writer.words.shell.pages.lostTitle })).toBeVisible()
    await goTo(writer.page, '/set/normalset')
    await expect(heading(writer.page)).toHaveText(`${TITLE}${NEXT}`)
    await beginLetter(writer.page, '还没写完的信')
    const readers = await openReaders(writer.context, PAGES - 1)
    expect(await remotes(ownServer, 'rollback', REMOTE, '-m', '字太小')).toContain('goes to everybody')
    const later = await writer.context.newPage()
    await later.goto('/#/set/normalset')
    await expect(heading(later)).toHaveText(TITLE)
    // Of a letter that has not been saved at that moment the page asks to save first.
    const { revision, revisionDirty, refresh } = writer.words.shell.notices
    const notice = writer.page
      .getByText(revision, { exact: true })
      .or(writer.page.getByText(revisionDirty, { exact: true }))
    await expect(notice).toBeVisible()
    for (const reader of readers) await expect(reader.getByText(revision, { exact: true })).toBeVisible()
    expect(await Promise.all([writer.page, ...readers].map(isMarked))).toEqual(Array(PAGES).fill(true))
    await expect(writeScreen(writer).subject).toHaveValue('还没写完的信')
    const [reader] = readers
    await reader?.getByRole('button', { name: refresh, exact: true }).click()
    await expect(heading(reader ?? later)).toHaveText(TITLE)

    // A version that is revoked leaves open pages by itself, and the letter beside it stays.
    await remotes(ownServer, 'revoke', REMOTE, NEXT, '-m', '会丢设置')
    await goTo(writer.page, '/set/normalset')
    await expect(heading(writer.page)).toHaveText(TITLE)
    expect(await isMarked(writer.page)).toBe(true)
    await goTo(writer.page, '/write/new/0?c=operations')
    await expect(writeScreen(writer).subject).toHaveValue('还没写完的信')

    await expect(row.getByText(zh.revoked, { exact: true })).toBeVisible()
    const history = admin.page.getByRole('region', { name: zh.history.title })
    await expect(history.getByRole('listitem').filter({ hasText: '字太小' }).first()).toBeVisible()
    expect(await remotes(ownServer, 'verify')).toContain('is fine')
    for (const { seen } of [admin, writer]) expect(seen.violations).toEqual([])
  } finally {
    unpublish(ownServer)
  }
})
