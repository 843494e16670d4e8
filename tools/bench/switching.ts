import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type BeaconFact, DEPLOYMENTS_CHANGED, type SocketMessage } from '@yanshu/contracts'
import type { BrowserContext, Request } from 'playwright-core'
import type { Candidate, Manifest } from '../../shared/discovery/src/index.ts'
import type { ApiClient } from './apiClient.ts'
import { OWNER, PASSWORD } from './mailbox.ts'
import { MailPage } from './mailPage.ts'
import type { Results } from './measurement.ts'

const GROUP = 'Versions of remotes'
const BUILT = path.resolve(import.meta.dirname, '../../dist/mf/manifest.json')
const WITHIN_MS = 30_000
const LOOK_EVERY_MS = 5
/** How often a page is made to report. */
const ASK_EVERY_MS = 100
const TIMES = 5
const FAILING_REMOTE = 'remote-settings'

/** Versions that fail, by how. */
const FAILING = {
  missing: { title: 'an entry that is not there', change: { url: '/r/remote-settings/9.9.9-00000000/remoteEntry.js' } },
  changed: {
    title: 'an entry with another hash',
    change: { metadata: { version: '9.9.9', integrity: `sha384-${'A'.repeat(64)}` } },
  },
} as const

interface Switching {
  readonly url: string
  /** A person with an open page. */
  readonly person: ApiClient
  /** The data folder of the server. */
  readonly folder: string
  readonly results: Results
}

/** How much time passes from the operator's manifest until new pages are given it, and until open ones notice. */
export async function measureSwitching({ url, person, folder, results }: Switching): Promise<void> {
  const built: Manifest = JSON.parse(await readFile(BUILT, 'utf8'))
  const row = (id: string, title: string) =>
    ({ id: `switching.${id}`, group: GROUP, title, unit: 'ms', style: 'range' }) as const
  const page = await openPage(url, person)
  try {
    for (let revision = built.revision + 1; revision <= built.revision + TIMES; revision += 1) {
      const noticed = page.noticedAt(revision)
      await writeManifest(folder, { ...built, revision })
      const began = performance.now()
      await untilServed(url, revision)
      results.add(row('new', 'from promote to what new pages are given'), [performance.now() - began])
      results.add(row('open', 'from promote to the event that open pages follow'), [(await noticed) - began])
    }
  } finally {
    page.close()
    await rm(path.join(folder, 'mf'), { recursive: true, force: true })
  }
}

interface Failing {
  readonly url: string
  readonly folder: string
  readonly inFreshContext: (work: (context: BrowserContext) => Promise<void>) => Promise<void>
  readonly results: Results
}

/** How much time passes from noticing that a version fails until the one behind it runs, as the page itself reports it. */
export async function measureFallback({ url, folder, inFreshContext, results }: Failing): Promise<void> {
  const built: Manifest = JSON.parse(await readFile(BUILT, 'utf8'))
  let { revision } = built
  try {
    for (const [id, { title, change }] of Object.entries(FAILING)) {
      revision += 1
      await writeManifest(folder, { ...withFailing(built, change), revision })
      await untilServed(url, revision)
      const row = {
        id: `switching.fallback.${id}`,
        group: GROUP,
        title: `from ${title} to the version before`,
      } as const
      for (let time = 1; time <= TIMES; time += 1) {
        await inFreshContext(async (context) => {
          results.add({ ...row, unit: 'ms', style: 'range' }, [await fallbackOf(context, url)])
        })
      }
    }
  } finally {
    await rm(path.join(folder, 'mf'), { recursive: true, force: true })
  }
}

/** The settings by a version that fails, with the built one behind it. */
function withFailing(built: Manifest, change: Partial<Candidate>): Manifest {
  const { microFrontends } = built.discovery
  const working = (microFrontends[FAILING_REMOTE] ?? []).map((candidate) => ({
    ...candidate,
    deployment: { traffic: 0, default: false },
  }))
  const failing = (microFrontends[FAILING_REMOTE] ?? []).map(({ extras, ...candidate }) => ({
    ...candidate,
    ...change,
    extras: { ...extras, mf: { ...extras.mf, name: `${extras.mf.name}_failing` } },
  }))
  return {
    ...built,
    discovery: {
      ...built.discovery,
      microFrontends: { ...microFrontends, [FAILING_REMOTE]: [...failing, ...working] },
    },
  }
}

/** Logs in where the version fails, and reads the time from what the page reports when it is left. */
async function fallbackOf(context: BrowserContext, url: string): Promise<number> {
  const mailPage = await MailPage.open(context)
  await mailPage.openLogin(url, '/set/normalset')
  await mailPage.fillLogin(OWNER, PASSWORD)
  await mailPage.submit(() => document.querySelector('#main h1') !== null)
  const { page } = mailPage
  const report = page.waitForRequest((request) => Boolean(fallbackIn(request)), { timeout: WITHIN_MS })
  await page.evaluate((every) => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
    // The code that reports is loaded late, when the user is idle; and the frame of the view is shown first.
    setInterval(() => document.dispatchEvent(new Event('visibilitychange')), every)
  }, ASK_EVERY_MS)
  return fallbackIn(await report)?.ms ?? Number.NaN
}

function fallbackIn(request: Request) {
  if (!request.url().endsWith('/telemetry/beacon')) return undefined
  const { facts }: { facts: readonly BeaconFact[] } = request.postDataJSON()
  return facts.find((fact) => fact.kind === 'fallback')
}

async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = path.join(folder, 'mf/manifest.json')
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(`${file}.new`, JSON.stringify(manifest))
  await rename(`${file}.new`, file)
}

async function untilServed(url: string, revision: number): Promise<void> {
  const end = performance.now() + WITHIN_MS
  while (performance.now() < end) {
    const served: Manifest = await (await fetch(`${url}/mf/manifest.json`)).json()
    if (served.revision === revision) return
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  throw new Error(`revision ${revision} was not served`)
}

/** The push socket of a page that is open. */
async function openPage(url: string, { address, accessToken }: ApiClient) {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws/mail/message/${encodeURIComponent(address)}`)
  const heard = new Map<number, (at: number) => void>()
  const ready = Promise.withResolvers<void>()
  socket.addEventListener('error', () => ready.reject(new Error('the push socket could not be opened')))
  socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'auth', accessToken })))
  socket.addEventListener('message', (event) => {
    const message: SocketMessage = JSON.parse(String(event.data))
    if (message.optType === 'ready') ready.resolve()
    if (message.optType !== 'event' || message.name !== DEPLOYMENTS_CHANGED) return
    heard.get(Number(Reflect.get(Object(message.data), 'revision')))?.(performance.now())
  })
  await ready.promise
  return {
    /** When the page notices a revision, by `performance.now()`. Ask before it is written. */
    noticedAt: (revision: number) =>
      new Promise<number>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no page noticed revision ${revision}`)), WITHIN_MS)
        heard.set(revision, (at) => {
          clearTimeout(timer)
          resolve(at)
        })
      }),
    close: () => socket.close(),
  }
}
