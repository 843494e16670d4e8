import { expect, type Page } from '@playwright/test'
import { LEAK_DOMAIN, type Stage } from './stage.ts'
import { openStage, test } from './stagedTest.ts'
import { vectorsFor } from './vectors.ts'

// Pages of many frames, on a machine that may be busy; each way of reading goes to whichever worker is free.
test.describe.configure({ mode: 'parallel', timeout: 180_000 })

const VECTORS = vectorsFor(LEAK_DOMAIN)

/**
 * How many must act in a page that guards nothing. The rest are for other browsers, for older ones and for parsers that
 * change; they cost nothing to keep.
 */
const LIVE_AT_LEAST = 200

/** How many of them must do so by running a script of their own. */
const RUNNING_AT_LEAST = 10

const BATCH = 160

/** That nothing happens can only be seen by watching for a while; the unguarded run shows that this is long enough. */
const WATCH_MS = 900

/** What was seen of hostile hosts, by the browser's own account and by the servers. */
interface Seen {
  readonly asked: string[]
  readonly ran: number[]
  readonly violations: string[]
}

type Arrangement = 'raw' | 'whole' | 'whole-remote' | 'sanitiser-only' | 'quote-only' | 'frame-only'

/** Opens what the arrangement makes of every vector, a batch to a page, and answers what happened. */
async function openAll(page: Page, stage: Stage, arrangement: Arrangement): Promise<Seen> {
  const seen: Seen = { asked: [], ran: [], violations: [] }
  page.context().on('request', (request) => {
    if (new URL(request.url()).hostname.endsWith(LEAK_DOMAIN)) seen.asked.push(request.url())
  })
  const bare = arrangement === 'raw' || arrangement === 'sanitiser-only' || arrangement === 'quote-only'
  await openStage(page, stage)
  const mails = distinct(await page.evaluate(prepare, { texts: VECTORS.map(({ html }) => html), arrangement }))
  for (let at = 0; at < mails.length; at += BATCH) {
    if (bare) await page.goto(`${stage.origin}/bare`)
    else if (at > 0) await openStage(page, stage)
    const { ran, violations } = await page.evaluate(bare ? showBare : showInFrames, {
      mails: mails.slice(at, at + BATCH),
      arrangement,
      watchMs: WATCH_MS,
    })
    seen.ran.push(...ran)
    seen.violations.push(...violations)
  }
  return seen
}

interface Shown {
  readonly html: string
  readonly css: string
}

interface Showing {
  readonly mails: readonly Shown[]
  readonly arrangement: Arrangement
  readonly watchMs: number
}

/** Runs in the page: the mails as the arrangement wants them. */
async function prepare({ texts, arrangement }: { texts: string[]; arrangement: Arrangement }): Promise<Shown[]> {
  const window = await mailHtml.openParserWindow()
  return texts.map((html) => {
    if (arrangement === 'raw' || arrangement === 'frame-only') return { html, css: '' }
    const rendered = mailHtml.renderMailHtml(html, {
      mode: arrangement === 'quote-only' ? 'quote' : 'read',
      allowRemote: arrangement === 'whole-remote',
      window,
      remoteImageUrl: (url) => `/api/file/remoteImage?url=${encodeURIComponent(url)}`,
    })
    return { html: rendered.html, css: rendered.css }
  })
}

/** Of many hostile mails the sanitiser leaves the same to the letter; what a frame does depends on nothing else. */
const distinct = (mails: readonly Shown[]): readonly Shown[] => [
  ...new Map(mails.map((mail) => [JSON.stringify(mail), mail])).values(),
]

/** Runs in a page without any policy: each mail is a document of its own that nothing holds back. */
async function showBare({ mails, arrangement, watchMs }: Showing): Promise<{ ran: number[]; violations: string[] }> {
  globalThis.ran = []
  const frames = mails.map(({ html, css }) => {
    const frame = document.createElement('iframe')
    frame.srcdoc = css ? `<style>${css}</style>${html}` : html
    return frame
  })
  // A busy machine takes longer to open them than they are watched for. What a mail waits for may never come.
  let missing = arrangement === 'raw' ? Math.floor(frames.length * 0.95) : frames.length
  const opened = new Promise<void>((done) => {
    const open = () => --missing === 0 && done()
    for (const frame of frames) frame.addEventListener('load', open, { once: true })
  })
  document.body.replaceChildren(...frames)
  await Promise.race([opened, new Promise((done) => setTimeout(done, 3_000))])
  await new Promise((done) => setTimeout(done, watchMs))
  return { ran: globalThis.ran, violations: [] }
}

/** Runs in the page under the application's policy: each mail in a frame of the package, and everything in it clicked. */
async function showInFrames({
  mails,
  arrangement,
  watchMs,
}: Showing): Promise<{ ran: number[]; violations: string[] }> {
  globalThis.ran = []
  const violations: string[] = []
  const note = (event: SecurityPolicyViolationEvent) =>
    violations.push(`${event.violatedDirective} ${event.blockedURI}`)
  document.addEventListener('securitypolicyviolation', note)
  const imagePaths = arrangement === 'whole-remote' ? ['/api/file/remoteImage'] : []
  const view = { lang: 'zh', fontSize: 1, dark: false, imagePaths } as const
  const frames = mails.map(() => document.createElement('iframe'))
  document.body.replaceChildren(...frames)
  const empty = {
    html: '',
    css: '',
    heldImages: { count: 0, hosts: [] },
    remoteImages: [],
    deceptiveLinks: [],
    hasQuote: false,
    direction: 'ltr',
    textLength: 0,
    tone: 'app',
    rest: 'none',
  } as const
  const mounted = frames.map((frame) => mailHtml.mountMail(frame, empty, view, { onLink: () => true }))
  await Promise.all(frames.map((frame) => new Promise((done) => frame.addEventListener('load', done, { once: true }))))
  frames.forEach((frame, at) => {
    frame.contentDocument?.addEventListener('securitypolicyviolation', note)
    const mail = mails[at]
    if (mail) mounted[at]?.update({ ...empty, ...mail }, view)
  })
  await new Promise((done) => setTimeout(done, watchMs))
  for (const frame of frames) {
    const inside = frame.contentDocument?.querySelectorAll<HTMLElement>('body *') ?? []
    for (const element of inside) element.click?.()
  }
  await new Promise((done) => setTimeout(done, watchMs))
  return { ran: globalThis.ran, violations }
}

test('there are at least 217 distinct ways', () => {
  expect(new Set(VECTORS.map(({ html }) => html)).size).toBe(VECTORS.length)
  expect(new Set(VECTORS.map(({ name }) => name)).size).toBe(VECTORS.length)
  expect(VECTORS.length).toBeGreaterThanOrEqual(217)
})

test('unguarded, most of them do act: the watch can see a leak', async ({ page, stage }) => {
  const seen = await openAll(page, stage, 'raw')
  const acting = new Set([...numbersIn(stage.leaked), ...seen.ran])
  expect(acting.size).toBeGreaterThanOrEqual(LIVE_AT_LEAST)
  expect(seen.ran.length).toBeGreaterThanOrEqual(RUNNING_AT_LEAST)
})

test('a mail as it is read asks nobody, runs nothing, and leaves nothing for the policy to stop', async ({
  page,
  stage,
}) => {
  const before = tally(stage)
  const seen = await openAll(page, stage, 'whole')
  expect(seen).toEqual({ asked: [], ran: [], violations: [] })
  expect(tally(stage)).toEqual(before)
})

test('with images allowed only the proxy of our own server is asked', async ({ page, stage }) => {
  const before = tally(stage)
  const seen = await openAll(page, stage, 'whole-remote')
  expect(seen).toEqual({ asked: [], ran: [], violations: [] })
  const { proxied, ...rest } = tally(stage)
  expect(rest).toEqual({ leaked: before.leaked, connections: before.connections, strays: before.strays })
  expect(proxied).toBeGreaterThan(before.proxied + 50)
})

test('the sanitiser holds alone, in a page without policy or sandbox', async ({ page, stage }) => {
  const before = tally(stage)
  const seen = await openAll(page, stage, 'sanitiser-only')
  expect(seen).toEqual({ asked: [], ran: [], violations: [] })
  expect(tally(stage)).toEqual(before)
})

test('a mail that is quoted for an answer asks nobody either', async ({ page, stage }) => {
  const before = tally(stage)
  const seen = await openAll(page, stage, 'quote-only')
  expect(seen).toEqual({ asked: [], ran: [], violations: [] })
  expect(tally(stage)).toEqual(before)
})

test('the frame holds alone, given mails that nobody has cleaned', async ({ page, stage }) => {
  const before = tally(stage)
  const seen = await openAll(page, stage, 'frame-only')
  // Preconnecting opens a connection that no policy governs; that no request is ever made on one is what counts here.
  expect(seen.ran).toEqual([])
  expect(stage.leaked.length).toBe(before.leaked)
  expect(seen.violations.length).toBeGreaterThan(LIVE_AT_LEAST)
})

function tally(stage: Stage) {
  const { leaked, strays, proxied } = stage
  return { leaked: leaked.length, connections: stage.connections(), strays: strays.length, proxied: proxied.length }
}

function numbersIn(addresses: readonly string[]): number[] {
  return addresses.map((address) => Number(/^v(\d+)\./.exec(address)?.[1]))
}
