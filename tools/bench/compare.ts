import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { measureActions, measureSearch } from './browserScenarios.ts'
import { measureCompose } from './composeScenario.ts'
import { FOLDER, OWNER, PASSWORD } from './mailbox.ts'
import type { MailPage } from './mailPage.ts'
import type { Say } from './say.ts'
import { isPlain, type ListedMail, type Scene } from './scene.ts'
import type { ServerProcess } from './serverProcess.ts'
import { summarise } from './stats.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const VIEWPORT = { width: 1440, height: 900 }
/** What a row may cost more, in milliseconds or as a share of the other build, whichever is larger. */
const ALLOWED = { ms: 5, share: 0.1 }
/** Where the jumps of a round go, as shares of the list. */
const JUMPS = [0.5, 0.2, 0.8, 0.35, 0.65]

const ROWS = {
  login: 'login → rows',
  next: 'next 50 rows',
  jump: 'jump',
  open: 'a mail not opened before',
  html: 'an HTML mail of 30 KB',
  again: 'a mail opened before',
  key: 'next mail by key',
  folder: 'folder for the first time',
  back: 'back to the inbox',
  'search.subject': 'subject search',
  'mark.rows': 'mark 50',
  'move.gone': 'move 50 → gone',
  'compose.ready': 'editor ready',
  'compose.again': 'editor ready, the second time',
  'compose.sent': 'send → editor closed',
} as const
type Row = keyof typeof ROWS
const isRow = (id: string): id is Row => id in ROWS

/** A checkout of the project with its built client, measured by the tools that it brings: its page may look different. */
interface Side {
  readonly name: string
  readonly server: ServerProcess
  readonly scene: Scene
  readonly Page: typeof MailPage
  readonly spent: Record<Row, number[]>
}

async function openSide(root: string, name: string, mails: number, say: Say): Promise<Side> {
  const part = <T>(file: string): Promise<T> => import(pathToFileURL(path.join(root, 'tools/bench', file)).href)
  const { prepareMailbox, copyOf } = await part<typeof import('./prepare.ts')>('prepare.ts')
  const { startServer } = await part<typeof import('./serverProcess.ts')>('serverProcess.ts')
  const { MailPage: Page } = await part<typeof import('./mailPage.ts')>('mailPage.ts')
  const { Scene: SideScene } = await part<typeof import('./scene.ts')>('scene.ts')
  const { ApiClient } = await part<typeof import('./apiClient.ts')>('apiClient.ts')
  const folder = await copyOf(await prepareMailbox(mails, say), `compare-${name}`)
  const server = await startServer(folder)
  const scene = await SideScene.of(await ApiClient.logIn(server.url, OWNER, PASSWORD))
  return {
    name,
    server,
    scene,
    Page,
    spent: Object.fromEntries(Object.keys(ROWS).map((row) => [row, []])) as unknown as Side['spent'],
  }
}

/** One person's round through lists and mails in a fresh browser profile; counts when `counted`. */
async function oneRound(browser: Browser, { server, scene, Page, spent }: Side, mails: number, counted: boolean) {
  const context = await browser.newContext({ viewport: VIEWPORT, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  const seen: number[] = []
  try {
    const page = await Page.open(context)
    const note = (row: Row) => {
      if (counted) spent[row].push(page.felt)
    }
    const rows = await scene.rows('inbox', 200)
    const [newest] = rows
    await page.openLogin(server.url)
    await page.fillLogin(OWNER, PASSWORD)
    await page.submitLogin(newest?.mailId ?? 0)
    note('login')
    await page.network.quiet()

    // Neighbours of an open mail are fetched ahead, so these are not neighbours.
    const apart = rows.slice(0, 18).filter((mail, at) => at % 4 === 0 && isPlain(mail))
    const open = async (mail: ListedMail, row: Row) => {
      const { mailId, text } = scene.plain(mail)
      seen.push(mailId)
      await page.openMail(mailId, text)
      note(row)
      await page.network.quiet()
    }
    for (const mail of apart) await open(mail, 'open')
    const at = rows.findIndex((mail) => !isPlain(mail))
    const html = rows[at]
    if (html) {
      if (at > 5) await page.scrollTo(at - 3)
      const { mailId, text } = await scene.html(html, apart.at(-1)?.mailId ?? 0)
      seen.push(mailId)
      await page.openMail(mailId, text)
      note('html')
      await page.network.quiet()
    }
    await page.scrollTo(0)
    for (const mail of apart.slice(0, 3)) await open(mail, 'again')
    const [from] = apart.slice(2)
    await page.focusList()
    for (let at = rows.indexOf(from as ListedMail) + 1; at <= 11; at++) {
      const next = rows[at]
      if (!next || !isPlain(next)) break
      seen.push(next.mailId)
      await page.nextMail(scene.plain(next).text)
      note('key')
      await page.network.quiet()
    }
    for (const to of [50, 100]) {
      await page.scrollTo(to)
      note('next')
      await page.network.quiet()
    }
    for (const share of JUMPS) {
      await page.scrollTo(Math.floor(mails * share))
      note('jump')
      await page.network.quiet()
    }
    await page.scrollTo(0)
    await page.network.quiet()
    const [first] = await scene.rows(FOLDER, 1)
    await page.openFolder(FOLDER, first?.mailId ?? 0)
    note('folder')
    await page.network.quiet()
    await page.openFolder('收件箱', newest?.mailId ?? 0)
    note('back')
    await page.network.quiet()
    const add = (id: string) => {
      const row = id.replace(/\.felt$/, '')
      if (row !== id && isRow(row)) note(row)
    }
    const run = { scene, mails, results: null }
    await measureSearch(page, run, add)
    await measureActions(page, run, newest, add)
    await measureCompose(page, null, add)
    if (page.errors.length > 0) throw new Error(`errors in the page: ${page.errors.join('; ')}`)
  } finally {
    await context.close()
    await scene.api.post('mail/email/seen/update', { mailIds: seen, seen: false })
  }
}

/**
 * Measures this build and the one in another checkout in turn, round by round, in one browser: what else the machine
 * does then meets both alike. Both clients must have been built. Answers the table as Markdown: medians of what a
 * person waits for in the page, in ms.
 */
export async function compareWith(
  other: string,
  { mails, runs, browser, say }: { mails: number; runs: number; browser: Browser; say: Say },
): Promise<string> {
  const before = await openSide(path.resolve(other), 'before', mails, say)
  const after = await openSide(ROOT, 'after', mails, say)
  try {
    for (let round = 0; round <= runs; round++) {
      await say.step(round === 0 ? 'Warming up' : `Round ${round} of ${runs}`, async () => {
        // Each is first as often as the other.
        for (const side of round % 2 ? [before, after] : [after, before])
          await oneRound(browser, side, mails, round > 0)
      })
    }
  } finally {
    await Promise.all([before, after].map(({ server }) => server.stop()))
  }
  return tableOf(before.spent, after.spent)
}

function tableOf(before: Side['spent'], after: Side['spent']): string {
  const lines = (Object.keys(ROWS) as Row[]).map((row) => {
    const [was, is] = [summarise(before[row]), summarise(after[row])]
    const bound = was.p50 + Math.max(ALLOWED.ms, was.p50 * ALLOWED.share)
    const word = is.p50 > bound ? 'over' : ''
    const figures = [was.p50, is.p50, is.p50 - was.p50, bound].map((ms) => ms.toFixed(0))
    return `| ${[ROWS[row], ...figures, was.n, word].join(' | ')} |`
  })
  return [
    '| ms, medians | before | after | more | bound | samples each | |',
    '|---|---:|---:|---:|---:|---:|---|',
    ...lines,
  ].join('\n')
}
