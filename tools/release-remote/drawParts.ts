import type { Page } from 'playwright-core'
import type { MailDetail, RemoteModule, SlotName, SlotProps } from '../../shared/contracts/src/index.ts'
import { mailDetail } from '../../shared/contracts/src/schemas.ts'
import type { Candidate } from '../../shared/discovery/src/index.ts'
import { exampleOf, type Fullness } from './exampleOf.ts'

const WITHIN_MS = 20_000

/** What the page needs to draw a remote by itself. */
interface Drawn {
  readonly url: string
  readonly integrity: string
  readonly name: string
  readonly expose: string
  /** A mail for the slots that are given one. */
  readonly mail: MailDetail
}

/**
 * Draws every view, slot, sidebar of an area and page of the settings of a remote, one after the other, for a person who is
 * logged in at a stub host. The calls of a part are answered by what the contract allows: nothing, or one of each.
 * @param page is new; the stub answers as `fullness` requires
 * @returns what threw, and views and pages that stayed empty, a sentence each
 */
export async function drawingProblems(
  page: Page,
  url: string,
  { url: entry, metadata, extras }: Candidate,
  fullness: Fullness,
): Promise<string[]> {
  const seen: string[] = []
  const folder = entry.slice(0, entry.lastIndexOf('/'))
  page.on('pageerror', ({ message, stack = '' }) => {
    // What the frame makes of a server without mails is not what is tried here.
    if (stack.includes(folder)) seen.push(`with ${fullness} answers the page threw ${message}`)
  })
  await page.addInitScript(() => {
    localStorage.setItem('accessToken', 'stub')
    localStorage.setItem('refreshToken', 'stub')
    localStorage.setItem('userMail', 'li.na@yanshu.test')
  })
  await page.goto(url)
  await page.waitForFunction(() => Reflect.get(window, '__FEDERATION__')?.__INSTANCES__?.[0], null, {
    timeout: WITHIN_MS,
  })
  const mail = exampleOf(mailDetail, fullness) as MailDetail
  const { name, expose } = extras.mf
  const found = await page.evaluate(drawAll, { url: entry, integrity: metadata.integrity, name, expose, mail })
  return [...seen, ...found.map((problem) => `with ${fullness} answers ${problem}`)]
}

/** Runs in the page. */
async function drawAll({ url, integrity, name, expose, mail }: Drawn): Promise<string[]> {
  const problems: string[] = []
  await new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.onload = () => resolve()
    script.onerror = () => reject(new Error(`${url} was not run`))
    Object.assign(script, { crossOrigin: 'anonymous', integrity, src: url })
    document.head.append(script)
  })
  const [{ shareScopeMap }] = Reflect.get(window, '__FEDERATION__').__INSTANCES__
  const container = Reflect.get(window, name)
  await container.init(shareScopeMap.default, [], { version: '', shareScopeKeys: 'default', shareScopeMap })
  const module: RemoteModule = (await container.get(expose))().default
  // biome-ignore lint/suspicious/noExplicitAny: modules of a host whose types are not those of this tree
  const ofHost = async (shared: string): Promise<any> => {
    const [one] = Object.values<{ lib?: () => unknown; get?: () => Promise<() => unknown> }>(
      shareScopeMap.default[shared],
    )
    return one?.lib ? one.lib() : (await one?.get?.())?.()
  }
  const { createElement, Suspense } = await ofHost('react')
  const { createRoot } = await ofHost('react-dom/client')
  const shell = await ofHost('@yanshu/shell-api')
  const words = await module.i18n.load('zh')
  shell.addMessages(module.i18n.ns, 'zh', words.default)
  const stop = await module.activate?.()

  /** Until nothing has changed for a while. */
  const settled = (place: Element) =>
    new Promise<void>((resolve) => {
      const end = setTimeout(done, 4_000)
      let quiet = setTimeout(done, 400)
      const watch = new MutationObserver(() => {
        clearTimeout(quiet)
        quiet = setTimeout(done, 400)
      })
      watch.observe(place, { subtree: true, childList: true, characterData: true, attributes: true })
      function done() {
        clearTimeout(end)
        clearTimeout(quiet)
        watch.disconnect()
        resolve()
      }
    })
  const draw = async (what: string, part: () => Promise<{ default: unknown }>, props: object, mayBeEmpty: boolean) => {
    let threw = false
    const failed = (error: unknown) => {
      threw = true
      problems.push(`${what} threw ${error instanceof Error ? error.message : String(error)}`)
    }
    const place = document.createElement('div')
    document.body.append(place)
    const address = location.hash
    const root = createRoot(place)
    try {
      const { default: Part } = await part()
      const host = { failed, card: () => null }
      const guarded = createElement(shell.SilentBoundary, { onError: failed }, createElement(Part, props))
      const inHost = createElement(shell.PartHostProvider, { value: host }, guarded)
      root.render(
        createElement(
          shell.LoginProvider,
          null,
          createElement(shell.ShellRouter, null, createElement(Suspense, { fallback: null }, inHost)),
        ),
      )
      await settled(place)
      // A view that only leads to another one draws nothing itself.
      const leadsOn = location.hash !== address
      if (!threw && !mayBeEmpty && !leadsOn && place.childNodes.length === 0) problems.push(`${what} draws nothing`)
      root.unmount()
    } catch (error) {
      failed(error)
    }
    place.remove()
  }

  const nothing = () => undefined
  const port = { text: () => '', mark: nothing, scrollTo: nothing, clear: nothing }
  const letter = {
    text: () => '',
    selection: () => '',
    insert: nothing,
    replaceSelection: nothing,
    clearMarks: nothing,
  }
  const offer = () => nothing
  const person = { name: '李娜', address: 'li.na@yanshu.test' }
  const slots: { readonly [N in SlotName]: SlotProps<N> } = {
    'dashboard.card': { size: 'small' },
    'mail.card': { mail, port },
    'mail.tool': { mail, port },
    'mail.danger': { mail },
    'letter.tool': { letter },
    'letter.option': {
      options: { values: {}, set: nothing },
      letter: { kind: 'new', sourceMailId: null, from: person.address, recipients: [person], blind: [] },
    },
    'letter.check': { offer },
    'mail.row': { row: mail },
    'recipient.hint': { address: person.address },
    'person.card': { person },
    drawer: { mail: null, letter: null },
    'search.above': { keyword: '' },
    'sidebar.section': { collapsed: false },
    'topbar.tool': {},
    'topbar.search': {},
    'frame.bar': {},
    'settings.export': { offer },
  }
  const tab = { id: 'release', setTitle: nothing, setDirty: nothing, onBeforeClose: () => nothing, close: nothing }
  for (const { path, load } of module.routes) {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, param]) => [param, '1'])
    const props = { params: Object.fromEntries(names), query: new URLSearchParams(), tab, active: true }
    await draw(`the view ${path}`, load, props, false)
  }
  for (const [slot, part] of Object.entries(module.slots ?? {})) {
    await draw(`the slot ${slot}`, part, slots[slot as SlotName] ?? {}, true)
  }
  for (const [area, part] of Object.entries(module.areas ?? {})) {
    await draw(`the area ${area}`, part, { path: '/', collapsed: false, onChosen: nothing }, true)
  }
  for (const [setting, part] of Object.entries(module.settings ?? {})) {
    await draw(`the settings page ${setting}`, part, { at: null }, false)
  }
  stop?.()
  return problems
}
