import type { Page } from 'playwright-core'
import type { RemoteModule } from '../../shared/contracts/src/index.ts'
import { declarationProblems } from '../../shared/contracts/src/index.ts'
import type { Candidate } from '../../shared/discovery/src/index.ts'

const WITHIN_MS = 20_000

/** What the page finds in a remote: the names of what it offers, and what of it could not be loaded. */
interface Found {
  readonly contract: RemoteModule['contract']
  readonly routes: readonly string[]
  readonly names: Readonly<Record<'slots' | 'areas' | 'intents' | 'settings' | 'commands', readonly string[]>>
  readonly problems: readonly string[]
}

/**
 * Loads a remote in a host's page as that host would: its entry by its hash, the host's modules as its own. Then every
 * view, slot, area and settings page of it, its words in both languages, and compares what it offers with what it declares.
 * @param page is opened at a host whose manifest lists the remote
 * @returns what is wrong, a sentence each
 */
export async function contractProblems(
  page: Page,
  url: string,
  remote: string,
  candidate: Candidate,
): Promise<string[]> {
  const seen: string[] = []
  page.on('pageerror', (error) => seen.push(`the page threw ${error.message}`))
  await page.addInitScript(() => {
    const violations: string[] = []
    Object.assign(window, { violations })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      violations.push(`the policy refused ${blockedURI} (${violatedDirective})`)
    })
  })
  await page.goto(url)
  await page.waitForFunction(() => Reflect.get(window, '__FEDERATION__')?.__INSTANCES__?.[0], null, {
    timeout: WITHIN_MS,
  })
  const found = await page.evaluate(inspect, {
    url: candidate.url,
    integrity: candidate.metadata.integrity,
    name: candidate.extras.mf.name,
    expose: candidate.extras.mf.expose,
  })
  const { contributes } = candidate.extras
  const offered = Object.fromEntries(
    Object.entries(found.names).map(([kind, names]) => [kind, Object.fromEntries(names.map((name) => [name, null]))]),
  )
  const module = { contract: found.contract, routes: found.routes.map((path) => ({ path })), ...offered }
  return [
    ...(found.contract.name === remote ? [] : [`it calls itself ${found.contract.name}`]),
    ...found.problems,
    ...declarationProblems(module as never, contributes as never),
    ...seen,
    ...(await page.evaluate((): string[] => Reflect.get(window, 'violations'))),
  ]
}

/** Runs in the page. */
async function inspect(entry: { url: string; integrity: string; name: string; expose: string }): Promise<Found> {
  const problems: string[] = []
  await new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.onload = () => resolve()
    script.onerror = () => reject(new Error(`${entry.url} was not run: it is not there, or not what the hash says`))
    Object.assign(script, { crossOrigin: 'anonymous', integrity: entry.integrity, src: entry.url })
    document.head.append(script)
  })
  const [{ shareScopeMap }] = Reflect.get(window, '__FEDERATION__').__INSTANCES__
  const container = Reflect.get(window, entry.name)
  await container.init(shareScopeMap.default, [], { version: '', shareScopeKeys: 'default', shareScopeMap })
  const module: RemoteModule = (await container.get(entry.expose))().default
  const load = async (what: string, part: () => Promise<unknown>) => {
    try {
      const loaded = await part()
      if (typeof Reflect.get(Object(loaded), 'default') === 'undefined') problems.push(`${what} has no default export`)
    } catch (error) {
      problems.push(`${what} could not be loaded: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  for (const route of module.routes) await load(`the view ${route.path}`, route.load)
  for (const [name, part] of Object.entries(module.slots ?? {})) await load(`the slot ${name}`, part)
  for (const [name, part] of Object.entries(module.areas ?? {})) await load(`the area ${name}`, part)
  for (const [name, part] of Object.entries(module.settings ?? {})) await load(`the settings page ${name}`, part)
  for (const language of ['zh', 'en'] as const) await load(`its words in ${language}`, () => module.i18n.load(language))
  return {
    contract: module.contract,
    routes: module.routes.map(({ path }) => path),
    names: {
      slots: Object.keys(module.slots ?? {}),
      areas: Object.keys(module.areas ?? {}),
      intents: Object.keys(module.intents ?? {}),
      settings: Object.keys(module.settings ?? {}),
      commands: Object.keys(module.commands ?? {}),
    },
    problems,
  }
}
