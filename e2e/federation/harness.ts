import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import type { RemoteBuildRecord } from '@yanshu/build'
import type { Manifest } from '@yanshu/discovery'
import { buildFixtures, DIST, type Fixtures, manifestOf } from './buildFixtures.ts'
import { type Interceptor, serveBuild } from './staticServer.ts'

/** A served fixture system, whose manifest an operator edits. */
export interface System {
  readonly origin: string
  readonly builds: Fixtures
  /** What `/mf/manifest.json` gives; null answers 500. */
  publish(manifest: Manifest | null): void
  /** Publishes a next revision in which remote-red has these builds, the first as default. */
  publishRed(...red: RemoteBuildRecord[]): void
  /** Answers a path instead of the file: so many times, or until the test is over. */
  break(url: string, answer: Answer, times?: number): void
  mend(): void
  /** Paths that the browser asked for. */
  readonly requests: string[]
}

/** How a file is damaged. `hang` never answers. */
export type Answer = 'not-found' | 'abort' | 'hang' | 'page' | { readonly append: string }

function spoil(answer: Answer, url: URL): Interceptor {
  return (_url, response) => {
    if (answer === 'hang') return true
    if (answer === 'abort') response.destroy()
    else if (answer === 'not-found') response.writeHead(404, { 'content-type': 'text/plain' }).end('not found')
    else if (answer === 'page') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>login</title>')
    } else {
      const type = url.pathname.endsWith('.css') ? 'text/css' : 'text/javascript'
      const content = readFileSync(path.join(DIST, url.pathname), 'utf8')
      response.writeHead(200, { 'content-type': type }).end(content + answer.append)
    }
    return true
  }
}

/** The address of a file of a build. */
export const urlOf = (record: RemoteBuildRecord, file: string) =>
  `/r/${record.name}/${record.version}-${record.id}/${file}`
export const entryOf = (record: RemoteBuildRecord) => urlOf(record, record.entry)

/** The address of the chunk that holds a module. @throws when there is none */
export function chunkOf(record: RemoteBuildRecord, pattern: RegExp): string {
  const file = Object.keys(record.files).find((name) => pattern.test(name))
  if (!file) throw new Error(`${record.name} has no file like ${pattern}`)
  return urlOf(record, file)
}

/** Starts a system whose manifest offers the first red and the blue remote. */
async function startSystem(builds: Fixtures): Promise<System & { close(): Promise<void> }> {
  let revision = 1
  let manifest: Manifest | null = manifestOf(revision, { 'remote-red': [builds.red1], 'remote-blue': [builds.blue] })
  const broken = new Map<string, { readonly answer: Answer; times: number }>()
  const requests: string[] = []
  const { origin, close } = await serveBuild(DIST, (url, response, request) => {
    requests.push(url.pathname)
    if (url.pathname === '/mf/manifest.json') {
      response.setHeader('cache-control', 'no-cache')
      response.writeHead(manifest ? 200 : 500, { 'content-type': 'application/json' }).end(JSON.stringify(manifest))
      return true
    }
    const spoiled = broken.get(url.pathname)
    if (!spoiled || spoiled.times === 0) return false
    spoiled.times -= 1
    return spoil(spoiled.answer, url)(url, response, request)
  })
  return {
    origin,
    builds,
    requests,
    close,
    publish: (next) => {
      manifest = next
    },
    publishRed: (...red) => {
      revision += 1
      manifest = manifestOf(revision, { 'remote-red': red, 'remote-blue': [builds.blue] })
    },
    break: (url, answer, times = Number.POSITIVE_INFINITY) => void broken.set(url, { answer, times }),
    mend: () => broken.clear(),
  }
}

interface Parts {
  /** A system of its own: an address of which the browser has nothing yet, neither files nor a manifest. */
  another(): Promise<System>
  system: System
  violations: string[]
}

export const test = base.extend<Parts, { builds: Fixtures }>({
  builds: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from a pattern
    async ({}, use) => use(await buildFixtures()),
    { scope: 'worker', timeout: 120_000 },
  ],
  another: async ({ builds }, use) => {
    const systems: { close(): Promise<void> }[] = []
    await use(async () => {
      const system = await startSystem(builds)
      systems.push(system)
      return system
    })
    for (const { close } of systems) await close()
  },
  system: async ({ another }, use) => use(await another()),
  violations: async ({ page }, use) => {
    const violations: string[] = []
    await page.exposeFunction('reportViolation', (text: string) => violations.push(text))
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        const report: unknown = Reflect.get(window, 'reportViolation')
        if (typeof report === 'function') report(`${violatedDirective} ${blockedURI}`)
      })
    })
    await use(violations)
  },
})

/** The place of a remote on the fixture page. */
export const outlet = (page: Page, color: 'red' | 'blue') => page.locator(`[data-remote="remote-${color}"]`)

/** What is asked of a page, by the name of the step. */
export type Cases = Readonly<Record<string, (system: System) => Promise<void>>>

/**
 * Asks questions that do not depend on each other of one page, each with a system of its own. All are asked, and those
 * that fail are named together.
 */
export async function askEach(another: () => Promise<System>, cases: Cases): Promise<void> {
  const failed: string[] = []
  for (const [name, ask] of Object.entries(cases)) {
    const system = await another()
    await test.step(name, () => ask(system)).catch((error) => failed.push(`${name}: ${error}`))
  }
  expect(failed).toEqual([])
}
