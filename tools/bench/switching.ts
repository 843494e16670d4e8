import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { zh } from '../../host/src/messages/zh.ts'
import type { Candidate, Manifest } from '../../shared/discovery/src/index.ts'
import type { ApiClient } from './apiClient.ts'
import type { Results } from './measurement.ts'

const GROUP = 'Versions of remotes'
const BUILT = path.resolve(import.meta.dirname, '../../dist/mf/manifest.json')
const REMOTE = 'remote-mail'
const TTL_SECONDS = 3_600
const WITHIN_MS = 40_000
const LOOK_EVERY_MS = 20

interface Switching {
  readonly browser: Browser
  readonly url: string
  readonly person: ApiClient
  /** The data folder of the server. */
  readonly folder: string
  readonly runs: number
  readonly results: Results
}

/** How long a change of the manifest takes to act, and a page to have another version in the place of one that fails. */
export async function measureSwitching(task: Switching): Promise<void> {
  const { browser, folder, results, runs } = task
  const built: Manifest = JSON.parse(await readFile(BUILT, 'utf8'))
  let revision = built.revision
  const put = async (change: (candidates: readonly Candidate[]) => readonly Candidate[]): Promise<number> => {
    revision += 1
    const { microFrontends } = built.discovery
    const changed = { ...microFrontends, [REMOTE]: change(microFrontends[REMOTE] ?? []) }
    const discovery = { ...built.discovery, microFrontends: changed }
    await writeManifest(folder, { ...built, revision, ttlSeconds: TTL_SECONDS, discovery })
    return revision
  }
  const add = (id: string, title: string, value: number) =>
    results.add({ id: `switching.${id}`, group: GROUP, title, unit: 'ms', style: 'range' }, [value])
  try {
    for (let run = 1; run <= runs; run += 1) {
      await put((candidates) => candidates)
      const context = await browser.newContext({ locale: 'zh-CN' })
      try {
        const page = await context.newPage()
        await openInbox(page, task)
        const began = performance.now()
        const next = await put((candidates) => candidates.map((one) => renamed(one, `next${run}`)))
        await untilServed(task.url, next)
        add('new', 'from promote to what new pages are given', performance.now() - began)
        await page.getByText(zh.notices.revision, { exact: true }).waitFor({ timeout: WITHIN_MS })
        add('open', 'from promote to the offer on an open page', performance.now() - began)

        await put((candidates) => [...candidates.slice(0, 1).map(broken), ...candidates.map(waiting)])
        const failing = await context.newPage()
        await openInbox(failing, task)
        add(
          'fallback',
          'from a failure that was noticed to the version that takes its place',
          await fallbackMs(failing),
        )
      } finally {
        await context.close()
      }
    }
  } finally {
    await rm(path.join(folder, 'mf'), { recursive: true, force: true })
  }
}

async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = path.join(folder, 'mf/manifest.json')
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(`${file}.new`, JSON.stringify(manifest))
  await rename(`${file}.new`, file)
}

const renamed = (candidate: Candidate, suffix: string): Candidate => ({
  ...candidate,
  extras: { ...candidate.extras, mf: { ...candidate.extras.mf, name: `${candidate.extras.mf.name}_${suffix}` } },
})

/** The same file, with a hash that it does not have. */
const broken = (candidate: Candidate): Candidate => ({
  ...renamed(candidate, 'broken'),
  metadata: { ...candidate.metadata, integrity: `sha384-${'A'.repeat(64)}` },
  deployment: { traffic: 100, default: true },
})

const waiting = (candidate: Candidate): Candidate => ({ ...candidate, deployment: { traffic: 0, default: false } })

/** Opens the inbox as somebody whose session the browser keeps. */
async function openInbox(page: Page, { url, person }: Switching): Promise<void> {
  await page.goto(`${url}/mf/manifest.schema.json`)
  await page.evaluate((values) => Object.assign(localStorage, values), {
    accessToken: person.accessToken,
    refreshToken: '',
    userMail: person.address,
  })
  await page.goto(`${url}/#/inbox`)
  await page.getByRole('grid').getByRole('row').nth(1).waitFor({ timeout: WITHIN_MS })
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

/** What the page itself has measured and tells when it is left. */
async function fallbackMs(page: Page): Promise<number> {
  const end = performance.now() + WITHIN_MS
  const leave = setInterval(() => {
    void page
      .evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      })
      .catch(() => undefined)
  }, 500)
  try {
    while (performance.now() < end) {
      const told = await page.waitForRequest('**/api/telemetry/beacon', { timeout: WITHIN_MS })
      const { facts } = told.postDataJSON() as { facts: readonly { kind: string; ms?: number }[] }
      const fallback = facts.find(({ kind }) => kind === 'fallback')
      if (fallback?.ms !== undefined) return fallback.ms
    }
  } finally {
    clearInterval(leave)
  }
  throw new Error('no version took the place of the one that failed')
}
