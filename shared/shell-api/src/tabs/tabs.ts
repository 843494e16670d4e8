import type { TabHandle } from '@yanshu/contracts'
import { loginScope } from '../login/loginScope.ts'
import { perLogin } from '../login/perLogin.ts'
import { storePerLogin } from '../login/storePerLogin.ts'
import { go } from '../router/navigation.ts'
import { useStore } from '../storeOf.ts'
import { besideOf, type Split, splitAfterClose, splitAfterVisit } from './split.ts'
import { storeTabs, takeStoredTabs } from './storedTabs.ts'

export interface Tab {
  readonly id: string
  /** Path and query as they were when the tab was last looked at. */
  readonly path: string
  /** The title that the view gave, or the route's title in the manifest. */
  readonly title: string
  /** Whether the view holds unsaved work. */
  readonly dirty: boolean
  readonly remote: string | null
  readonly closable: boolean
}

interface Held {
  readonly tab: Tab
  /** The title without the view's own. */
  readonly given: string
  /** Bumped to show the view afresh. */
  readonly generation: number
  /** From before a reload, and not looked at since: its view waits until then. */
  readonly asleep?: boolean
  /** What the host keeps of the view over a reload. */
  readonly view?: unknown
}

interface State {
  readonly held: readonly Held[]
  readonly activeId: string | null
  /** Ids in the order they were last looked at, newest last. */
  readonly history: readonly string[]
  readonly split: Split | null
}

export interface TabsView {
  readonly tabs: readonly Tab[]
  readonly activeId: string | null
  /** Two tabs side by side, one of them the active one; null for one alone. */
  readonly split: Split | null
}

/** Tabs of the page so far: an id is never given twice, so that a view of a former login reaches no tab of this one. */
let made = 0

/** A tab that was closed, and where it stood. */
interface Closed {
  readonly path: string
  /** What its view called it; '' where it gave no name. */
  readonly title: string
  readonly index: number
}

/** Closed tabs that can be opened again. */
const CLOSED_KEPT = 20

const state = perLogin((login) => {
  const stored = takeStoredTabs(login)
  const held = stored.tabs.map(({ path, title, given, closable, view }, at): Held => {
    made += 1
    return {
      tab: { id: `t${made}`, path, title, dirty: false, remote: null, closable },
      given,
      generation: 0,
      asleep: !stored.split?.includes(at),
      view,
    }
  })
  const [left, right] = (stored.split ?? []).map((at) => held[at]?.tab.id)
  const split = left && right ? { left, right } : null
  const now: State = { held, activeId: null, history: [], split }
  return { now, closed: [] as readonly Closed[] }
})
const view = storePerLogin<TabsView>(() => {
  const { held, split } = state().now
  return { tabs: held.map((one) => one.tab), activeId: null, split }
})
const guards = perLogin(() => new Map<string, Set<() => Promise<boolean>>>())
const handles = perLogin(() => new Map<string, TabHandle>())
/** Titles that tabs were opened with, by their keys. They count as the view's own, until it gives one. */
const titles = perLogin(() => new Map<string, string>())

function set(next: State): void {
  const own = state()
  const before = own.now
  own.now = next
  const same = before.held.length === next.held.length && before.held.every((one, i) => one.tab === next.held[i]?.tab)
  if (same && before.activeId === next.activeId && before.split === next.split) return
  view.mine().set({ tabs: next.held.map((one) => one.tab), activeId: next.activeId, split: next.split })
  keep()
}

/** Keeps the tabs for a reload. */
function keep(): void {
  const { held, split } = state().now
  const placeOf = (id: string) => held.findIndex((one) => one.tab.id === id)
  storeTabs(loginScope(), {
    tabs: held.map(({ tab: { path, title, closable }, given, view }) => ({ path, title, given, closable, view })),
    split: split && [placeOf(split.left), placeOf(split.right)],
  })
}

function change(id: string, how: (held: Held) => Held): void {
  const now = state().now
  set({ ...now, held: now.held.map((one) => (one.tab.id === id ? how(one) : one)) })
}

const isLetter = (path: string): boolean => path.startsWith('/write/')

/**
 * What makes two paths one tab: the path without its query. Views below /write may be open many times, so there every
 * query is a tab of its own.
 */
export function tabKey(path: string): string {
  const [pathname = '', query = ''] = path.split('?')
  return isLetter(pathname) && query ? `${pathname}?${query}` : pathname
}

const find = (path: string): Held | undefined => state().now.held.find((one) => tabKey(one.tab.path) === tabKey(path))

/** The tabs with one of them looked at. */
const awaken = (held: readonly Held[], id: string): readonly Held[] =>
  held.some((one) => one.tab.id === id && one.asleep)
    ? held.map((one) => (one.tab.id === id ? { ...one, asleep: false } : one))
    : held

/** What follows when a tab is looked at. */
const lookedAt = ({ activeId, history, split }: State, id: string): Omit<State, 'held'> => ({
  activeId: id,
  history: [...history.filter((one) => one !== id), id],
  split: splitAfterVisit(split, activeId, id),
})

interface Visit {
  readonly title: string
  readonly remote: string | null
  readonly closable?: boolean
  /** The address of the active tab changed into this one; it stays the same tab. */
  readonly replace?: boolean
  readonly background?: boolean
}

function drop(id: string): void {
  const own = state()
  const now = own.now
  const index = now.held.findIndex((one) => one.tab.id === id)
  const gone = now.held[index]
  // A letter that is closed is sent, or a draft: its address would open an empty one.
  if (gone && !isLetter(gone.tab.path)) {
    const { path, title } = gone.tab
    own.closed = [...own.closed, { path, title: title === gone.given ? '' : title, index }].slice(-CLOSED_KEPT)
  }
  const held = now.held.filter((one) => one.tab.id !== id)
  const history = now.history.filter((one) => one !== id)
  guards().delete(id)
  handles().delete(id)
  set({
    held,
    history,
    activeId: now.activeId === id ? null : now.activeId,
    split: splitAfterClose(now.split, id),
  })
}

async function mayClose(id: string): Promise<boolean> {
  for (const guard of [...(guards().get(id) ?? [])]) {
    // A guard that throws counts as "no": closing could lose work.
    const yes = await guard().catch(() => false)
    if (!yes) return false
  }
  return true
}

/**
 * The tab that was looked at before one that closes. From a letter the way back is to where writing began, and never to
 * another letter while there is something else: what is typed next would go into it.
 */
function backFrom({ id, path }: Tab, { held, history }: State): string | undefined {
  const before = history.filter((one) => one !== id)
  const begun = isLetter(path)
    ? before.findLast((one) => held.some(({ tab }) => tab.id === one && !isLetter(tab.path)))
    : undefined
  return begun ?? before.at(-1)
}

/** Asks the view, then closes. Answers whether the tab is gone. */
async function close(id: string): Promise<boolean> {
  const held = state().now.held.find((one) => one.tab.id === id)
  if (!held) return true
  if (!held.tab.closable || !(await mayClose(id))) return false
  const now = state().now
  if (!now.held.some((one) => one.tab.id === id)) return true
  const index = now.held.findIndex((one) => one.tab.id === id)
  const back = besideOf(now.split, id) ?? backFrom(held.tab, now)
  const next =
    now.held.find((one) => one.tab.id === back) ?? now.held.filter((one) => one.tab.id !== id)[Math.max(0, index - 1)]
  const wasActive = now.activeId === id
  drop(id)
  if (wasActive) go(next?.tab.path ?? '/')
  return true
}

/** The tabs, as remotes may use them. */
export const tabs = {
  /**
   * Opens a path: the tab that shows it already, or a new one. In the background it is listed, not shown. A new tab has
   * the `title` until its view gives one.
   */
  open(path: string, options: { title?: string; background?: boolean } = {}): void {
    if (options.background && find(path)) return
    if (options.title) titles().set(tabKey(path), options.title)
    if (options.background) tabsHost.visit(path, { title: '', remote: null, background: true })
    else go(path)
  },
  /** Closes the tab of a path, after asking its view. Answers whether it is gone (true when there was none). */
  closeByPath: async (path: string): Promise<boolean> => {
    const held = find(path)
    return held ? close(held.tab.id) : true
  },
  list: (): readonly Tab[] => view.get().tabs,
  subscribe: view.subscribe,
}

/** The tabs, as only the host uses them. */
export const tabsHost = {
  /** The user went to a path: its tab is made or activated. Returns the tab's id. */
  visit(path: string, how: Visit): string {
    const now = state().now
    const key = tabKey(path)
    const own = titles().get(key)
    titles().delete(key)
    const given = how.title
    const existing = find(path)
    const active = now.held.find((one) => one.tab.id === now.activeId)
    const reused = existing ?? (how.replace ? active : undefined)
    if (reused) {
      const { id } = reused.tab
      const renamed = reused.given === given || existing ? reused.tab.title : given
      const tab = { ...reused.tab, path, remote: how.remote ?? reused.tab.remote, title: renamed || given }
      const unchanged =
        tab.path === reused.tab.path && tab.title === reused.tab.title && tab.remote === reused.tab.remote
      const held = unchanged
        ? now.held
        : now.held.map((one) => (one.tab.id === id ? { ...one, tab, given: given || one.given } : one))
      const awake = how.background ? held : awaken(held, id)
      if (how.background) set({ ...now, held })
      else set({ held: awake, ...lookedAt(now, id) })
      return id
    }
    made += 1
    const id = `t${made}`
    const tab: Tab = { id, path, title: own ?? given, dirty: false, remote: how.remote, closable: how.closable ?? true }
    const held = [...now.held, { tab, given, generation: 0 }]
    if (how.background) set({ ...now, held })
    else set({ held, ...lookedAt(now, id) })
    return id
  },

  close,
  /** Closes what may close of the tabs with these ids, one question after the other. */
  async closeAll(ids: readonly string[]): Promise<void> {
    for (const id of ids) await close(id)
  },

  /** Puts a tab at another place of the strip. */
  move(id: string, index: number): void {
    const now = state().now
    const moved = now.held.find((one) => one.tab.id === id)
    if (!moved) return
    const others = now.held.filter((one) => one !== moved)
    const at = Math.min(Math.max(index, 0), others.length)
    set({ ...now, held: [...others.slice(0, at), moved, ...others.slice(at)] })
  },

  /**
   * Shows a tab in the right half, beside the active one; beside the one looked at before when it is the active one
   * itself. Answers false where there is no other tab.
   */
  putBeside(id: string): boolean {
    const now = state().now
    const there = new Set(now.held.map((one) => one.tab.id))
    const before =
      now.history.filter((one) => one !== id && there.has(one)).at(-1) ?? [...there].find((one) => one !== id)
    const left = now.activeId && now.activeId !== id ? now.activeId : before
    if (!left || !there.has(id)) return false
    const held = awaken(awaken(now.held, id), left)
    set({ ...now, held, split: { left, right: id } })
    const shown = held.find((one) => one.tab.id === id)
    if (shown && now.activeId !== id) go(shown.tab.path)
    return true
  },
  /** Whether a tab is in sight: the active one, or the one beside it. */
  isShown: (id: string): boolean => state().now.activeId === id || besideOf(state().now.split, id) !== null,
  /** Gives the whole room to the active tab. */
  endSplit(): void {
    set({ ...state().now, split: null })
  },

  /** Whether a tab was closed that can be opened again. */
  canReopen: (): boolean => state().closed.length > 0,
  /** Opens the tab that was closed last, where it stood. */
  reopen(): void {
    const own = state()
    const last = own.closed.at(-1)
    if (!last) return
    own.closed = own.closed.slice(0, -1)
    if (!find(last.path)) {
      if (last.title) titles().set(tabKey(last.path), last.title)
      const id = tabsHost.visit(last.path, { title: '', remote: null, background: true })
      tabsHost.move(id, last.index)
    }
    go(last.path)
  },

  /** Whether a tab is from before a reload and was not looked at since. */
  isAsleep: (id: string): boolean => state().now.held.find((one) => one.tab.id === id)?.asleep ?? false,
  /** What the host keeps of a tab's view over a reload, as JSON says it. */
  keptView: (id: string): unknown => state().now.held.find((one) => one.tab.id === id)?.view,
  /** Keeps something of views, by the ids of their tabs. */
  keepViews(views: ReadonlyMap<string, unknown>): void {
    const own = state()
    own.now = {
      ...own.now,
      held: own.now.held.map((one) => (views.has(one.tab.id) ? { ...one, view: views.get(one.tab.id) } : one)),
    }
    keep()
  },

  /** Changes the title that a tab has when its view gives none (the language changed, the manifest came). */
  setGivenTitle(id: string, given: string): void {
    change(id, (held) =>
      held.given === given
        ? held
        : { ...held, given, tab: held.tab.title === held.given ? { ...held.tab, title: given } : held.tab },
    )
  },

  /** Ids in the order in which they were last looked at, newest last. */
  history: (): readonly string[] => state().now.history,
  /** Whether the view of a tab wants to be asked before it closes. */
  isGuarded: (id: string): boolean => (guards().get(id)?.size ?? 0) > 0,

  /** Shows a tab's view afresh. */
  renew(id: string): void {
    change(id, (held) => ({ ...held, generation: held.generation + 1, tab: { ...held.tab } }))
  },
  generation: (id: string): number => state().now.held.find((one) => one.tab.id === id)?.generation ?? 0,

  /** The handle of a tab, the same object as long as the tab lives. */
  handle(id: string): TabHandle {
    const known = handles().get(id)
    if (known) return known
    const handle: TabHandle = {
      id,
      setTitle: (title) =>
        change(id, (held) => {
          const next = title ?? held.given
          return held.tab.title === next ? held : { ...held, tab: { ...held.tab, title: next } }
        }),
      setDirty: (dirty) =>
        change(id, (held) => (held.tab.dirty === dirty ? held : { ...held, tab: { ...held.tab, dirty } })),
      onBeforeClose(guard) {
        const set = guards().get(id) ?? new Set()
        guards().set(id, set.add(guard))
        return () => set.delete(guard)
      },
      close: () => void close(id),
    }
    handles().set(id, handle)
    return handle
  },
}

/** The tabs and which one is shown, in a component. */
export const useTabs = (): TabsView => useStore(view)
