import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, type BrowserType, expect, type Page } from '@playwright/test'
import { build } from 'esbuild'
import { temporaryRoot } from '../../server/src/testing/temporaryRoot.ts'
import { type Api, apiOf, openSession } from '../support/api.ts'
import { chance } from '../support/chance.ts'
import type { OwnServer } from '../support/startServer.ts'
import { test } from '../support/test.ts'
import type { LetterStage, StagedLetter } from './letterStage.ts'

const WRITER = 'zhu.zhe'
const READER = 'li.na'
/** In each round as many letters are written side by side when something dies. */
const ROUND = 20
const KINDS = [
  'page',
  'server',
  'network',
  'page',
  'browser',
  'server',
  'page',
  'network',
  'browser',
  'server',
] as const
const LETTERS = ROUND * KINDS.length
/** The point at which something dies is one of so many of a round. */
const POINTS = 240

function letterOf(seed: number, number: number, below: (below: number) => number): StagedLetter {
  const pieces = Array.from({ length: 4 + below(9) }, (_, at) => `${at}${'春江潮水连海平月共生'.slice(below(9))}`)
  return {
    subject: `未寄 ${seed} ${number}`,
    to: `${READER}@yanshu.test`,
    pieces,
    pauses: pieces.map(() => below(160)),
    saves: [below(20), below(20)],
    sends: below(4) > 0,
  }
}

/** The stage as one script. */
async function stageScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./letterStage.ts', import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    outdir: 'stage',
    format: 'esm',
    jsx: 'automatic',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  })
  return outputFiles.find(({ path: name }) => name.endsWith('.js'))?.text ?? ''
}

/** What the pages have reported, which outlasts them. */
interface Notes {
  readonly typed: Map<string, string>
  readonly kept: Map<string, string>
  readonly behind: number[]
  die: () => void
}

type Session = Awaited<ReturnType<typeof openSession>>

/** A browser whose files outlast its process, with the stage for who is logged in. */
async function openBrowser(
  { chromium }: { readonly chromium: BrowserType },
  folder: string,
  script: string,
  session: Session,
  notes: Notes,
): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, { serviceWorkers: 'block', locale: 'zh-CN' })
  await context.exposeFunction('stageDies', () => notes.die())
  await context.exposeFunction('stageTyped', (subject: string, text: string) => void notes.typed.set(subject, text))
  await context.exposeFunction('stageKept', (subject: string, text: string, behind: number) => {
    notes.kept.set(subject, text)
    notes.behind.push(behind)
  })
  const { accessToken, refreshToken, userMail } = session
  const login = JSON.stringify({ accessToken, refreshToken, userMail })
  const body = `<script>Object.assign(localStorage, ${login})</script><script type="module" src="/stage/letters.js"></script>`
  await context.route('**/stage/letters.html', (route) => route.fulfill({ contentType: 'text/html', body }))
  await context.route('**/stage/letters.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }))
  return context
}

async function openStage(context: BrowserContext, server: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${server}/stage/letters.html`)
  await page.waitForFunction(() => 'stage' in globalThis)
  return page
}

/** Ends a process from inside, as its crash does. */
async function crash(context: BrowserContext, page: Page, command: 'Page.crash' | 'Browser.crash'): Promise<void> {
  const devtools = await context.newCDPSession(page)
  devtools.send(command).catch(() => undefined)
}

const onStage = <T, A>(page: Page, run: (stage: LetterStage, given: A) => Promise<T>, given: A): Promise<T> =>
  page.evaluate(`(${run})(globalThis.stage, ${JSON.stringify(given)})`)

const subjectsOf = async (api: Api, role: 'sent' | 'drafts' | 'inbox', seed: number) =>
  (await api.get('mail/email/mailbox/list', { role, pageSize: 200 })).list.filter(({ subject }) =>
    subject.startsWith(`未寄 ${seed} `),
  )

/** What the rounds share, and what they have come to. */
interface Run {
  readonly playwright: { readonly chromium: BrowserType }
  readonly server: OwnServer
  readonly session: Session
  readonly api: Api
  readonly seed: number
  /** The files of the browser. */
  readonly folder: string
  readonly script: string
  readonly notes: Notes
  context: BrowserContext
  deaths: number
  found: number
}

type Kind = (typeof KINDS)[number]

async function die(run: Run, page: Page, kind: Kind): Promise<void> {
  const { server, playwright, folder, script, session, notes } = run
  run.deaths += 1
  if (kind === 'network') return run.context.setOffline(true)
  if (kind === 'server') {
    await server.stop('SIGKILL')
    return server.start()
  }
  const gone = kind === 'page' ? page.waitForEvent('crash') : run.context.waitForEvent('close')
  await crash(run.context, page, kind === 'page' ? 'Page.crash' : 'Browser.crash')
  await gone
  if (kind === 'browser') run.context = await openBrowser(playwright, folder, script, session, notes)
}

/** Writes the letters on a page, while what is named dies at a point. */
async function writeAndDie(run: Run, letters: readonly StagedLetter[], kind: Kind, point: number): Promise<void> {
  const page = await openStage(run.context, run.server.url)
  const isHalted = kind === 'page' || kind === 'browser'
  const halted = Promise.withResolvers<void>()
  let dying: Promise<void> | null = null
  run.notes.die = () => {
    dying = die(run, page, kind)
    dying.then(() => isHalted && halted.resolve(), halted.reject)
  }
  await onStage(page, async (stage, at) => stage.dieAt(at.point, at.isHalted), { point, isHalted })
  const written = onStage(page, (stage, given) => stage.write(given), letters)
  // A page that died answers with an error.
  await Promise.race([halted.promise, written.catch((error) => (dying ? halted.promise : Promise.reject(error)))])
  await dying
  run.notes.die = () => undefined
  if (kind === 'network') await run.context.setOffline(false)
  await page.close().catch(() => undefined)
}

/** Opens a page again, looks for each letter, and sends what was not sent. */
async function findAndSend(run: Run, letters: readonly StagedLetter[], about: string): Promise<void> {
  const { api, seed, notes } = run
  const page = await openStage(run.context, run.server.url)
  await onStage(page, (stage) => stage.settle(), null)
  const there = new Map((await onStage(page, (stage) => stage.found(), null)).map((one) => [one.subject, one.text]))
  const sent = new Set((await subjectsOf(api, 'sent', seed)).map(({ subject }) => subject))
  for (const { subject } of letters) {
    const text = there.get(subject)
    if (text === undefined && sent.has(subject)) continue
    // Whatever was on disk when it died is there, and nothing that was not typed.
    expect(text ?? '', `${about}: ${subject}`).toContain(notes.kept.get(subject) ?? '')
    expect(notes.typed.get(subject) ?? '', `${about}: ${subject}`).toContain(text ?? '')
    if (text) run.found += 1
  }
  const open = letters.filter(({ subject }) => there.has(subject) || !sent.has(subject))
  for (const { subject, end } of await onStage(page, (stage, given) => stage.finish(given), open)) {
    // What a page that died had under way may have been sent since.
    expect(sent.has(subject) ? ['gone'] : ['sent', 'gone'], `${about}: ${subject}`).toContain(end)
  }
  expect(await onStage(page, (stage) => stage.found(), null), about).toEqual([])
  await page.close()
}

test('letters whose page, browser, server or network dies at random points are found again, and each is sent once', async ({
  playwright,
  ownServer: server,
}) => {
  test.setTimeout(240_000)
  const seed = Number(process.env.YANSHU_SEED ?? Date.now() % 1_000_000)
  console.log(`killed letters: YANSHU_SEED=${seed}`)
  const session = await openSession(server.url, WRITER)
  const api = await apiOf(server.url, WRITER)
  const reader = await apiOf(server.url, READER)
  await api.post('mail/main/generalConfig/single/update', { key: 'undoSeconds', value: 5 })
  const folder = mkdtempSync(path.join(temporaryRoot(), 'yanshu-browser-'))
  const script = await stageScript()
  const notes: Notes = { typed: new Map(), kept: new Map(), behind: [], die: () => undefined }
  const context = await openBrowser(playwright, folder, script, session, notes)
  const run: Run = {
    ...{ playwright, server, session, api, seed, folder, script, notes, context },
    ...{ deaths: 0, found: 0 },
  }
  for (const [round, kind] of KINDS.entries()) {
    const below = chance(seed + round)
    const letters = Array.from({ length: ROUND }, (_, at) => letterOf(seed, round * ROUND + at, below))
    const point = 1 + below(POINTS)
    await writeAndDie(run, letters, kind, point)
    await findAndSend(run, letters, `seed ${seed}, round ${round} (${kind} at ${point})`)
  }
  await run.context.close()
  rmSync(folder, { recursive: true, force: true })

  expect(run.deaths).toBeGreaterThan(KINDS.length / 2)
  expect(run.found).toBeGreaterThan(LETTERS / 10)
  const all = Array.from({ length: LETTERS }, (_, number) => `未寄 ${seed} ${number}`).toSorted()
  const subjects = async (of: Api, role: 'sent' | 'inbox') =>
    (await subjectsOf(of, role, seed)).map(({ subject }) => subject).toSorted()
  expect(await subjects(api, 'sent')).toEqual(all)
  expect(await subjectsOf(api, 'drafts', seed)).toEqual([])
  await expect.poll(() => subjects(reader, 'inbox')).toEqual(all)
  const behind = notes.behind.toSorted((a, b) => a - b).map(Math.round)
  const at = (share: number) => behind[Math.floor((behind.length - 1) * share)]
  console.log(`${run.deaths} deaths; journal behind typing: ${at(0.5)} ms, 95 % ${at(0.95)} ms, most ${at(1)} ms`)
})
