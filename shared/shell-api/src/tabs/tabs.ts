import type { TabHandle } from '@yanshu/contracts'
import { routeAt } from '../contributions/contributions.ts'
import { loginScope } from '../login/loginScope.ts'
import { perLogin } from '../login/perLogin.ts'
import { storePerLogin } from '../login/storePerLogin.ts'
import { go } from '../router/navigation.ts'
import { useStore } from '../storeOf.ts'
import {
  heldAt,
  heldOf,
  isInSight,
  keyOf,
  type Navigation,
  type NavigationStep,
  nextAfter,
  reduce,
  restore,
  type Tab,
  type TabsView,
} from './navigation.ts'
import { storeTabs, takeStoredTabs } from './storedTabs.ts'
import { type TabTraits, traitsIn } from './traits.ts'

/** Tabs of the page so far: an id is never given twice, so that a view of a former login reaches no tab of this one. */
let made = 0
const newId = (): string => {
  made += 1
  return `t${made}`
}

const state = storePerLogin<Navigation>(() => restore(takeStoredTabs(loginScope()), newId))
const handles = perLogin(() => new Map<string, TabHandle>())

const traitsOf = (path: string): TabTraits => traitsIn(routeAt(path))

function dispatch(step: NavigationStep): void {
  const mine = state.mine()
  const before = mine.get()
  const after = reduce(before, step)
  mine.set(after)
  if (after.view !== before.view || step.type === 'keep') store(after)
}

/** Keeps the tabs for a reload. */
function store({ held, split }: Navigation): void {
  const indexOfTab = (id: string) => held.findIndex((one) => one.tab.id === id)
  storeTabs(loginScope(), {
    tabs: held.map(({ tab: { path, title, closable }, given, traits, view }) => ({
      path,
      title,
      given,
      closable,
      traits,
      view,
    })),
    split: split && [indexOfTab(split.left), indexOfTab(split.right)],
  })
}

/** What makes two paths one tab: the path without its query, or with it where the route has many tabs. */
export const tabKey = (path: string): string => keyOf(path, traitsOf(path))

const find = (path: string) => heldAt(state.get(), path, traitsOf(path))

interface Visit {
  readonly title: string
  readonly remote: string | null
  readonly closable?: boolean
  /** The address of the active tab changed into this one; it stays the same tab. */
  readonly replace?: boolean
}

function openBehind(path: string): void {
  const step = { path, id: newId(), title: '', remote: null, closable: true, traits: traitsOf(path) }
  dispatch({ type: 'open', ...step })
}

async function mayClose(id: string): Promise<boolean> {
  for (const guard of heldOf(state.get(), id)?.guards ?? []) {
    // A guard that throws counts as "no": closing could lose work.
    const yes = await guard().catch(() => false)
    if (!yes) return false
  }
  return true
}

/** Asks the view, then closes. Answers whether the tab is gone. */
async function close(id: string): Promise<boolean> {
  const held = heldOf(state.get(), id)
  if (!held) return true
  if (!held.tab.closable || !(await mayClose(id))) return false
  const now = state.get()
  const next = nextAfter(now, id)
  if (!heldOf(now, id)) return true
  handles().delete(id)
  dispatch({ type: 'close', id })
  if (now.activeId === id) go(next?.path ?? '/')
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
    if (options.title) dispatch({ type: 'name', path, title: options.title, traits: traitsOf(path) })
    if (options.background) openBehind(path)
    else go(path)
  },
  /** Closes the tab of a path, after asking its view. Answers whether it is gone (true when there was none). */
  closeByPath: async (path: string): Promise<boolean> => {
    const held = find(path)
    return held ? close(held.tab.id) : true
  },
  list: (): readonly Tab[] => state.get().view.tabs,
  subscribe(fn: () => void): () => void {
    let seen = state.get().view
    return state.subscribe(() => {
      const now = state.get().view
      if (now === seen) return
      seen = now
      fn()
    })
  },
}

/** The tabs, as only the host uses them. */
export const tabsHost = {
  /** Where the user is. */
  now: state.get,
  /** The user is at a path: its tab is made or activated. Returns the tab's id. */
  visit(path: string, { title, remote, closable = true, replace = false }: Visit): string {
    const step = { path, id: newId(), title, remote, closable, traits: traitsOf(path), replace }
    dispatch({ type: 'arrive', ...step })
    return state.get().activeId ?? step.id
  },
  /** The frame goes out of sight: what comes next replaces nothing. */
  hide: (): void => dispatch({ type: 'hide' }),
  /** The frame has drawn where the user is: which views it keeps drawn out of sight, and whether something lies over them. */
  drawn: (behind: readonly string[], covered: boolean): void => dispatch({ type: 'drawn', behind, covered }),
  /** A tab comes in sight before the address follows; null when none does. */
  uncover: (id: string | null): void => dispatch({ type: 'uncover', id }),

  close,
  /** Closes what may close of the tabs with these ids, one question after the other. */
  async closeAll(ids: readonly string[]): Promise<void> {
    for (const id of ids) await close(id)
  },

  /** Moves a tab to another place of the strip. */
  move: (id: string, index: number): void => dispatch({ type: 'move', id, index }),

  /**
   * Shows a tab in the right half, beside the active one; beside the one visited before when it is the active one
   * itself. Answers false where there is no other tab.
   */
  putBeside(id: string): boolean {
    const { split } = state.get()
    dispatch({ type: 'beside', id })
    const now = state.get()
    if (now.split === split) return false
    const shown = heldOf(now, id)
    if (shown && now.activeId !== id) go(shown.tab.path)
    return true
  },
  /** Whether a tab is in sight: the active one, or the one beside it. */
  isShown: (id: string): boolean => isInSight(state.get(), id),
  /** Gives the whole room to the active tab. */
  endSplit: (): void => dispatch({ type: 'endSplit' }),

  /** Whether a tab was closed that can be opened again. */
  canReopen: (): boolean => state.get().closed.length > 0,
  /** Opens the tab that was closed last, where it stood. */
  reopen(): void {
    const path = state.get().closed.at(-1)?.path
    if (path === undefined) return
    dispatch({ type: 'reopen', id: newId(), traits: traitsOf(path) })
    go(path)
  },

  /** What the host keeps of a tab's view over a reload, as JSON keeps it. */
  keptView: (id: string): unknown => heldOf(state.get(), id)?.view,
  /** Keeps something of views, by the ids of their tabs. */
  keepViews: (views: ReadonlyMap<string, unknown>): void => dispatch({ type: 'keep', views }),

  /** Changes the title that a tab has when its view gives none (the language changed, the manifest came). */
  setGivenTitle(id: string, title: string): void {
    const held = heldOf(state.get(), id)
    if (held) dispatch({ type: 'given', id, title, traits: traitsOf(held.tab.path) })
  },

  /** Shows a tab's view afresh. */
  renew: (id: string): void => dispatch({ type: 'renew', id }),
  generation: (id: string): number => heldOf(state.get(), id)?.generation ?? 0,

  /** The handle of a tab, the same object as long as the tab exists. */
  handle(id: string): TabHandle {
    const known = handles().get(id)
    if (known) return known
    const handle: TabHandle = {
      id,
      setTitle: (title) => dispatch({ type: 'title', id, title }),
      setDirty: (dirty) => dispatch({ type: 'dirty', id, dirty }),
      onBeforeClose(guard) {
        dispatch({ type: 'guard', id, guard })
        return () => dispatch({ type: 'unguard', id, guard })
      },
      close: () => void close(id),
    }
    handles().set(id, handle)
    return handle
  },
}

/** The tabs and which one is shown, in a component. */
export const useTabs = (): TabsView => useNavigation((now) => now.view)

/** A part of where the user is, in a component: one of the state's own values, which renders again when it is another. */
export const useNavigation = <T>(pick: (now: Navigation) => T): T =>
  useStore({ subscribe: state.subscribe, get: () => pick(state.get()) })
