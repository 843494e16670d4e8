import path from 'node:path'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { ensureChromium } from '../chromium.ts'
import { ApiClient } from './apiClient.ts'
import { measureCompose } from './composeScenario.ts'
import { measureFirstClicks } from './firstClicks.ts'
import { measureFloor } from './floor.ts'
import { ARCHIVE, BODY_WORD, expectedHits, FOLDER, OTHER, OWNER, PASSWORD, SUBJECT_WORD } from './mailbox.ts'
import { MailPage } from './mailPage.ts'
import { FELT, type Results, type Unit } from './measurement.ts'
import type { FileKind, Traffic } from './networkLog.ts'
import { ownHeap, yanshuLogin } from './ownHeap.ts'
import type { Say } from './say.ts'
import { isPlain, type ListedMail, Scene } from './scene.ts'
import { startServer } from './serverProcess.ts'
import { measureSlow } from './slowScenario.ts'
import { measureFallback } from './switching.ts'
import { waits } from './waits.ts'
import { measureHome, measureWire } from './wireScenario.ts'

const KIB = 1_024
const MIB = KIB * KIB
const VIEWPORT = { width: 1440, height: 900 }
const BULK = 50
const FAILED = path.resolve(import.meta.dirname, '../../.yanshu/bench/failed.png')

interface Task {
  readonly mails: number
  readonly runs: number
  readonly folder: string
  readonly results: Results
  readonly say: Say
}

/** Everything that is measured in a browser, against the real server. Changes the folder. */
export async function measureBrowser(task: Task): Promise<void> {
  const { results, say, runs } = task
  const server = await startServer(task.folder)
  const browser = await launch()
  try {
    await measureFloor(browser, results)
    const scene = await Scene.of(await ApiClient.logIn(server.url, OWNER, PASSWORD))
    // One run that is thrown away: the disk's cache and the server's compiled code are warm for the peers as well.
    const once = { ...task, results: null, browser, url: server.url, scene }
    const other = await ApiClient.logIn(server.url, OTHER, PASSWORD)
    const waited = await say.step('Browser, warming up', () => waits(other, () => oneRun(once)))
    const others = { group: OTHERS, unit: 'ms' } as const
    results.add({ ...others, id: 'browser.others', title: OTHERS_TITLE, style: 'percentiles' }, waited)
    results.add({ ...others, id: 'browser.others.worst', title: 'the longest of them', style: 'range' }, [
      waited.reduce((most, ms) => Math.max(most, ms), 0),
    ])
    for (let run = 1; run <= runs; run++) {
      await say.step(`Browser, run ${run} of ${runs}`, () => oneRun({ ...once, results }))
    }
    const [newest] = await scene.rows('inbox', 1)
    await say.step('Bytes over the wire', () =>
      inFreshContext(browser, (fresh) => measureWire(fresh, server.url, newest?.mailId ?? 0, addTo(results))),
    )
    await say.step('On a slow line', () =>
      inFreshContext(browser, (fresh) => measureSlow(fresh, server.url, scene, addTo(results))),
    )
    await say.step('Versions that fail', () =>
      measureFallback({
        url: server.url,
        folder: task.folder,
        inFreshContext: (work) => inFreshContext(browser, work),
        results,
      }),
    )
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** The browser that everything is measured in. */
export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: ensureChromium(),
    args: [
      // Chromium refuses its sandbox to root, which is who runs it in most containers.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

interface Run extends Omit<Task, 'results'> {
  /** null in the run that warms up. */
  readonly results: Results | null
  readonly browser: Browser
  readonly url: string
  readonly scene: Scene
}

type Add = (id: string, group: string, title: string, value: number, unit?: Unit) => void

const addTo =
  (results: Results | null): Add =>
  (id, group, title, value, unit = 'ms') =>
    results?.add({ id: `browser.${id}`, group, title, unit, style: 'range' }, [value])

/** A person at a screen. */
export const PERSON = { viewport: VIEWPORT, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' }

/** Does something in a browser profile that has nothing of what was done before. */
async function inFreshContext(browser: Browser, work: (context: BrowserContext) => Promise<void>): Promise<void> {
  const context = await browser.newContext(PERSON)
  try {
    await work(context)
  } finally {
    await context.close()
  }
}

async function oneRun(run: Run): Promise<void> {
  const { browser, scene, mails, results } = run
  const add = addTo(results)
  const context = await browser.newContext(PERSON)
  try {
    const page = await MailPage.open(context)
    await measureVisit(page, run, 'cold', add)
    const [newest] = await scene.rows('inbox', 1)
    const inInbox = await page.heap()
    add('list.elements', LIST, 'DOM elements, inbox', inInbox.elements, 'count')
    add('list.listeners', LIST, 'event listeners', inInbox.listeners, 'count')
    add('list.heap', LIST, 'JS heap after GC, inbox', inInbox.heapBytes / MIB, 'MiB')
    await page.fetchedAhead()
    const rested = await page.heap()
    add('list.heapRested', LIST, 'the same at rest, with what was fetched ahead', rested.heapBytes / MIB, 'MiB')
    await measureOpening(page, scene, add)
    await measureList(page, scene, mails, add)
    const after = await page.heap()
    add('list.elementsAfter', LIST, 'DOM elements after the mails and the jump', after.elements, 'count')
    add('list.heapAfter', LIST, 'JS heap after GC, after them', after.heapBytes / MIB, 'MiB')
    await measureFolders(page, scene, newest, add)
    await measureSearch(page, run, add)
    await measureActions(page, run, newest, add)
    await measureCompose(page, results, add)
    if (results) results.check('errors in the page', 0, page.errors.length)
    if (page.errors.length > 0) run.say.line(`Errors in the page: ${page.errors.join('; ')}`)
    await page.close()
    await measureWarm(context, run, add)
    const own = await ownHeap(browser, PERSON, yanshuLogin(run.url, newest?.mailId ?? 0))
    add('list.heapOwn', LIST, OWN_HEAP, own, 'MiB')
    await inFreshContext(browser, (fresh) => measureHome(fresh, run.url, add))
    const inFresh = (work: (fresh: BrowserContext) => Promise<void>) => inFreshContext(browser, work)
    await measureFirstClicks(inFresh, { url: run.url, newest: newest?.mailId ?? 0, api: scene.api }, add)
  } catch (error) {
    const [open] = context.pages()
    await open?.screenshot({ path: FAILED }).catch(() => undefined)
    run.say.line(`What the page showed when it failed: ${FAILED}`)
    throw error
  } finally {
    await context.close()
  }
}

const LOGIN = { cold: '1. Login page, cold cache', warm: '1. Login page, warm cache' }
const INBOX = { cold: '2. Login submit → inbox, cold cache', warm: '2. Login submit → inbox, warm cache' }
const OPEN = '3. Open a mail'
const LIST = '4. List'
const FOLDERS = '5. Folder and search'
const ACTIONS = '6. Mark and move'
const OWN_HEAP = 'JS heap after GC, inbox, without the script of the benchmark'
const OTHERS = '9. Others meanwhile'
const OTHERS_TITLE = 'somebody else’s page of 15, every 20 ms while a person does all of this'

/** A figure taken from outside the browser, and what of it a person waits for. */
function addFelt(page: MailPage, add: Add, id: string, group: string, title: string, value: number): void {
  add(id, group, title, value)
  add(`${id}.felt`, group, FELT, page.felt)
}

async function measureVisit(page: MailPage, { url, scene }: Run, cache: 'cold' | 'warm', add: Add): Promise<void> {
  const [newest] = await scene.rows('inbox', 1)
  page.network.reset()
  const formMs = await page.openLogin(url)
  await page.network.quiet()
  const login = page.network.traffic()
  const group = LOGIN[cache]
  add(`${cache}.login.requests`, group, 'requests over the network', login.requests, 'count')
  add(`${cache}.login.bytes`, group, 'transferred (encoded, with headers)', login.bytes / KIB, 'KiB')
  addKinds(`${cache}.login`, group, login, add)
  add(`${cache}.login.form`, group, 'navigation start → login form visible', formMs)

  await page.fillLogin(OWNER, PASSWORD)
  page.network.reset()
  const rowsMs = await page.submitLogin(newest?.mailId ?? 0)
  const { orderedAt, shownAt, felt } = page
  const last = await page.network.quiet()
  const inbox = page.network.traffic()
  const untilRows = page.network.traffic(shownAt)
  const into = INBOX[cache]
  add(`${cache}.inbox.rows`, into, 'submit → rows visible, newest mail shown', rowsMs)
  add(`${cache}.inbox.rows.felt`, into, FELT, felt)
  add(`${cache}.inbox.idle`, into, 'submit → network idle', Math.max(last - orderedAt, rowsMs))
  add(`${cache}.inbox.requests`, into, 'requests over the network', inbox.requests, 'count')
  add(`${cache}.inbox.bytes`, into, 'transferred', inbox.bytes / KIB, 'KiB')
  addKinds(`${cache}.inbox`, into, inbox, add)
  const code = (...traffics: readonly Traffic[]) =>
    traffics.reduce((sum, { byKind }) => sum + byKind.js + byKind.css, 0) / KIB
  add(`${cache}.code`, into, 'JS+CSS until the inbox is usable, login page included', code(login, untilRows), 'KiB')
  add(`${cache}.codeIdle`, into, 'the same until nothing is fetched any more', code(login, inbox), 'KiB')
  add(`${cache}.js`, into, 'of it JS until usable', (login.byKind.js + untilRows.byKind.js) / KIB, 'KiB')
  add(`${cache}.css`, into, 'of it CSS until usable', (login.byKind.css + untilRows.byKind.css) / KIB, 'KiB')
  add(`${cache}.bytes`, into, 'everything, login page and inbox', (login.bytes + inbox.bytes) / KIB, 'KiB')
  add(
    `${cache}.requestsUsable`,
    into,
    'requests until the inbox is usable, login page included',
    login.requests + untilRows.requests,
    'count',
  )
  add(`${cache}.requests`, into, 'all requests', login.requests + inbox.requests, 'count')
}

const KIND_TITLES: readonly FileKind[] = ['html', 'js', 'css', 'img', 'font', 'data']

function addKinds(id: string, group: string, traffic: Traffic, add: Add): void {
  for (const kind of KIND_TITLES) add(`${id}.${kind}`, group, `of it ${kind}`, traffic.byKind[kind] / KIB, 'KiB')
}

/** HTTP cache and service worker kept, cookies and storage cleared, a new page. */
async function measureWarm(context: BrowserContext, run: Run, add: Add): Promise<void> {
  const before = await context.newPage()
  await before.goto(run.url, { waitUntil: 'commit' })
  await before.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
  await before.close()
  const page = await MailPage.open(context)
  await measureVisit(page, run, 'warm', add)
  await page.close()
}

async function measureOpening(page: MailPage, scene: Scene, add: Add): Promise<void> {
  const rows = await scene.rows('inbox', 200)
  const plain = rows.slice(0, 9).filter(isPlain)
  // Neighbours of an open mail are fetched ahead, so these are not neighbours.
  const first = pick(plain, 0)
  const second = pick(plain, 4)
  const open = async (id: string, title: string, { mailId, text }: { mailId: number; text: string }) =>
    addFelt(page, add, `open.${id}`, OPEN, title, await page.openMail(mailId, text))
  await open('first', 'plain, first mail opened in the session', scene.plain(first))
  await open('second', 'plain, second mail', scene.plain(second))
  const html = pick(
    rows.filter((mail) => !isPlain(mail)),
    0,
  )
  const at = rows.indexOf(html)
  if (at > 5) await page.scrollTo(at - 3)
  await open('html', 'HTML of 30 KB', await scene.html(html, second.mailId))
  if (at > 5) await page.scrollTo(0)
  await open('again', 'plain, opened before', scene.plain(first))
  await page.focusList()
  const next = rows[rows.indexOf(first) + 1]
  if (!next) throw new Error('the inbox has one row')
  const opening = isPlain(next) ? scene.plain(next) : await scene.html(next, first.mailId)
  addFelt(page, add, 'open.next', OPEN, 'next mail by keyboard (ArrowDown)', await page.nextMail(opening.text))
  await scene.api.post('mail/email/seen/update', {
    mailIds: [first, second, html, next].map((mail) => mail.mailId),
    seen: false,
  })
}

function pick(mails: readonly ListedMail[], at: number): ListedMail {
  const mail = mails[at]
  if (!mail) throw new Error('the first rows of the inbox hold too few mails of the kind')
  return mail
}

async function measureList(page: MailPage, scene: Scene, mails: number, add: Add): Promise<void> {
  await page.scrollTo(0)
  await page.network.quiet()
  addFelt(page, add, 'list.next', LIST, 'next page / 50 rows further', await page.scrollTo(50))
  await page.network.quiet()
  const middle = Math.floor(mails / 2)
  page.network.reset()
  const jump = `jump to the middle row (${middle.toLocaleString('en')})`
  addFelt(page, add, 'list.jump', LIST, jump, await page.scrollTo(middle))
  await page.network.quiet()
  add('list.jumpBytes', LIST, 'fetched for the jump', page.network.traffic().bytes / KIB, 'KiB')
  const [there] = await scene.rows('inbox', 1, middle)
  await page.until((mailId) => document.querySelector(`[data-mail="${mailId}"]`) !== null, there?.mailId)
  const rows = await page.page.locator('[role=grid]:visible [role=row]').count()
  add('list.rows', LIST, 'rows in the DOM', rows, 'count')
}

async function measureFolders(page: MailPage, scene: Scene, newest: ListedMail | undefined, add: Add): Promise<void> {
  await page.scrollTo(0)
  await page.network.quiet()
  const [first] = await scene.rows(FOLDER, 1)
  const there = await page.openFolder(FOLDER, first?.mailId ?? 0)
  addFelt(page, add, 'folder.there', FOLDERS, 'switch to folder of 2,000, first time', there)
  await page.network.quiet()
  const back = await page.openFolder('收件箱', newest?.mailId ?? 0)
  addFelt(page, add, 'folder.back', FOLDERS, 'back to inbox', back)
  await page.network.quiet()
}

type Mailbox = Pick<Run, 'scene' | 'mails' | 'results'>

/** Searches subjects, and texts. */
export async function measureSearch(page: MailPage, { scene, mails, results }: Mailbox, add: Add): Promise<void> {
  const hits = expectedHits(mails)
  const searches = [
    {
      id: 'subject',
      title: `subject search ${SUBJECT_WORD} → result rows`,
      word: SUBJECT_WORD,
      kind: 1,
      hits: hits.subject,
    },
    { id: 'body', title: `text search ${BODY_WORD} → result rows`, word: BODY_WORD, kind: 0, hits: hits.body },
  ] as const
  for (const { id, title, word, kind, hits: expected } of searches) {
    const { list, total } = await scene.api.get('mail/email/search', {
      searchKeyword: word,
      searchType: kind === 1 ? 1 : 3,
      pageSize: 1,
    })
    addFelt(page, add, `search.${id}`, FOLDERS, title, await page.search(word, kind, list[0]?.mailId ?? 0))
    // Of very many hits the server does not answer how many there are.
    if (total >= 0) results?.check(`hits of ${word} shown in the page`, expected, await page.shownCount())
    await page.network.quiet()
  }
}

/** Marks the newest mails as read and moves them, then moves them back. */
export async function measureActions(
  page: MailPage,
  { scene, results }: Mailbox,
  newest: ListedMail | undefined,
  add: Add,
): Promise<void> {
  await page.openFolder('收件箱', newest?.mailId ?? 0)
  await page.network.quiet()
  const rows = await scene.rows('inbox', BULK)
  const ids = rows.map((mail) => mail.mailId)
  await scene.api.post('mail/email/seen/update', { mailIds: ids, seen: false })
  await page.network.quiet()
  const before = await page.shownCount()

  await page.selectFirst(BULK)
  page.network.reset()
  const mark = page.button('标为已读').first()
  const readMs = await page.timeClick(
    mark,
    () => {
      const shown = [...document.querySelectorAll('[role=row] [data-mail]')].filter((row) => row.checkVisibility())
      return shown.length > 5 && shown.slice(0, 10).every((row) => !row.hasAttribute('data-unread'))
    },
    null,
  )
  addFelt(page, add, 'mark.rows', ACTIONS, 'mark 50 as read → rows look read', readMs)
  add(
    'mark.answered',
    ACTIONS,
    'mark 50 → server answered',
    (await page.network.answered(/seen\/update$/)) - page.orderedAt,
  )
  add('mark.requests', ACTIONS, 'mark 50: requests', page.network.calls(/email\/(seen|move)/).length, 'count')
  await page.network.quiet()
  results?.check('mails marked as read', BULK, (await scene.rows('inbox', BULK)).filter((mail) => mail.seen).length)

  await page
    .button(/^移动到/)
    .first()
    .click()
  const target = page.page.getByRole('option', { name: ARCHIVE })
  await target.waitFor()
  page.network.reset()
  const goneMs = await page.timeClick(
    target,
    (gone) => gone.every((id) => !document.querySelector(`[role=row] [data-mail="${id}"]`)?.checkVisibility()),
    ids,
  )
  const { felt: goneFelt, orderedAt } = page
  await page.until(() => {
    const shown = [...document.querySelectorAll('[role=grid] [role=row]')].filter((row) => row.checkVisibility())
    return shown.length > 5 && shown.every((row) => row.querySelector('[data-mail]'))
  }, null)
  const filledMs = performance.now() - orderedAt
  add('move.gone', ACTIONS, 'move 50 → gone from view', goneMs)
  add('move.gone.felt', ACTIONS, FELT, goneFelt)
  add('move.filled', ACTIONS, 'move 50 → list filled again', filledMs)
  add('move.answered', ACTIONS, 'move 50 → server answered', (await page.network.answered(/email\/move$/)) - orderedAt)
  await page.network.quiet()
  add('move.requests', ACTIONS, 'move 50: requests', page.network.calls(/email\/(seen|move)/).length, 'count')
  results?.check('rows fewer in the list after the move', BULK, before - (await page.shownCount()))
  await scene.restore(ARCHIVE, 'inbox', ids)
  await page.network.quiet()
}
