import { besideOf, type Split, splitAfterClose, splitAfterVisit } from './split.ts'
import type { StoredStrip } from './storedTabs.ts'
import { sameTraits, type TabTraits } from './traits.ts'

export interface Tab {
  readonly id: string
  /** Path and query as they were when the tab was last visited. */
  readonly path: string
  /** The title that the view gave, or the route's title in the manifest. */
  readonly title: string
  /** Whether the view holds unsaved work. */
  readonly dirty: boolean
  readonly remote: string | null
  readonly closable: boolean
}

export interface TabsView {
  readonly tabs: readonly Tab[]
  readonly activeId: string | null
  /** Two tabs side by side, one of them the active one; null for one alone. */
  readonly split: Split | null
}

export type CloseGuard = () => Promise<boolean>

export interface Held {
  readonly tab: Tab
  /** The title without the view's own. */
  readonly given: string
  readonly traits: TabTraits
  /** Asked before the tab closes. */
  readonly guards: readonly CloseGuard[]
  /** Bumped to show the view afresh. */
  readonly generation: number
  /** From before a reload, and not visited since: its view waits until then. */
  readonly asleep: boolean
  /** What the host keeps of the view over a reload. */
  readonly view?: unknown
}

/** A tab that was closed, and where it stood. */
interface Closed {
  readonly path: string
  /** What its view called it; '' where it gave no name. */
  readonly title: string
  readonly index: number
}

/** Where the user is in one login: every tab, which of them is in sight, and what was in sight before. */
export interface Navigation {
  /** Path and query that the frame shows; null while the frame is out of sight. */
  readonly at: string | null
  readonly held: readonly Held[]
  readonly activeId: string | null
  /** Ids in the order they were last visited, newest last. */
  readonly history: readonly string[]
  readonly split: Split | null
  /** Closed tabs that can be opened again, the one closed last at the end. */
  readonly closed: readonly Closed[]
  /** Titles that tabs are opened with, by their keys. They count as the view's own, until it gives one. */
  readonly titles: Readonly<Record<string, string>>
  /** The tab that was left and that the frame has not drawn out of sight yet. */
  readonly left: string | null
  /** Tabs that were left while something lay over them. */
  readonly covered: readonly string[]
  /** Tabs whose views the frame keeps drawn out of sight. */
  readonly behind: readonly string[]
  /** The tab that is in sight before it is the active one. */
  readonly uncovered: string | null
  /** The same object until tabs, the active one or the halves change. */
  readonly view: TabsView
}

/** What may happen to where the user is. */
export type NavigationStep =
  /** The address is another one: its tab is made or activated. `id` is for a new tab. */
  | {
      readonly type: 'arrive'
      readonly path: string
      readonly id: string
      readonly title: string
      readonly remote: string | null
      readonly closable: boolean
      readonly traits: TabTraits
      /** The address took the place of the one before; its tab stays the same. */
      readonly replace: boolean
    }
  /** A tab is listed and not shown; nothing where the path has one. */
  | {
      readonly type: 'open'
      readonly path: string
      readonly id: string
      readonly title: string
      readonly remote: string | null
      readonly closable: boolean
      readonly traits: TabTraits
    }
  /** The frame goes out of sight. */
  | { readonly type: 'hide' }
  /** The frame has drawn the step: which views stay drawn out of sight, and whether something lies over the page. */
  | { readonly type: 'drawn'; readonly behind: readonly string[]; readonly covered: boolean }
  /** A tab is in sight before the address follows; null where none is. */
  | { readonly type: 'uncover'; readonly id: string | null }
  | { readonly type: 'close'; readonly id: string }
  /** The tab that was closed last stands where it stood, and is not shown yet. */
  | { readonly type: 'reopen'; readonly id: string; readonly traits: TabTraits }
  | { readonly type: 'move'; readonly id: string; readonly index: number }
  /** A tab stands in the right half. */
  | { readonly type: 'beside'; readonly id: string }
  | { readonly type: 'endSplit' }
  /** The title that a tab of a path will be opened with. */
  | { readonly type: 'name'; readonly path: string; readonly title: string; readonly traits: TabTraits }
  /** The view names its tab; null gives the name back. */
  | { readonly type: 'title'; readonly id: string; readonly title: string | null }
  /** What the manifest has of the path of a tab: the title that it has when its view gives none, and its traits. */
  | { readonly type: 'given'; readonly id: string; readonly title: string; readonly traits: TabTraits }
  | { readonly type: 'dirty'; readonly id: string; readonly dirty: boolean }
  | { readonly type: 'guard'; readonly id: string; readonly guard: CloseGuard }
  | { readonly type: 'unguard'; readonly id: string; readonly guard: CloseGuard }
  /** The view is shown afresh. */
  | { readonly type: 'renew'; readonly id: string }
  /** What is kept of views over a reload, by the ids of their tabs. */
  | { readonly type: 'keep'; readonly views: ReadonlyMap<string, unknown> }

/** Closed tabs that can be opened again. */
const CLOSED_KEPT = 20

/**
 * What makes two paths one tab: the path without its query, with it where every query is a tab of its own, and its first
 * part alone where all that lies below it is one tab.
 */
export function keyOf(path: string, { manyTabs, oneTab }: TabTraits): string {
  if (manyTabs) return path
  const [whole = ''] = path.split('?')
  return oneTab ? (/^\/[^/]*/.exec(whole)?.[0] ?? whole) : whole
}

/** Where a login begins: with the tabs of before a reload, which are not drawn until visited, but for those in sight. */
export function restore({ tabs, split }: StoredStrip, newId: () => string): Navigation {
  const held = tabs.map(
    ({ path, title, given, closable, view, traits }, at): Held => ({
      tab: { id: newId(), path, title, dirty: false, remote: null, closable },
      given,
      traits,
      guards: [],
      generation: 0,
      asleep: !split?.includes(at),
      view,
    }),
  )
  const [left, right] = (split ?? []).map((at) => held[at]?.tab.id)
  const sides = left && right ? { left, right } : null
  return {
    at: null,
    held,
    activeId: null,
    history: [],
    split: sides,
    closed: [],
    titles: {},
    left: null,
    covered: [],
    behind: [],
    uncovered: null,
    view: { tabs: held.map(({ tab }) => tab), activeId: null, split: sides },
  }
}

/** The tab of a path: the one at exactly this path, or the one with its key. */
export const heldAt = ({ held }: Navigation, path: string, traits: TabTraits): Held | undefined =>
  held.find(({ tab }) => tab.path === path) ??
  held.find((one) => keyOf(one.tab.path, one.traits) === keyOf(path, traits))

export const heldOf = ({ held }: Navigation, id: string | null): Held | undefined =>
  held.find(({ tab }) => tab.id === id)

/** Whether a tab is in sight: the active one, or the one beside it. */
export const isInSight = ({ activeId, split }: Navigation, id: string): boolean =>
  activeId === id || besideOf(split, id) !== null

/**
 * The tab that is shown when one that is in sight closes: the one beside it, else the one visited before it, else the one
 * before it in the strip. Where the work of a tab ends with it, the way back is to where that work began, and never to
 * another of its kind while there is something else: what is typed next would go into it.
 */
export function nextAfter(state: Navigation, id: string): Tab | undefined {
  const { held, history, split } = state
  const closing = heldOf(state, id)
  const before = history.filter((one) => one !== id)
  const isWork = (one: string) => heldOf(state, one)?.traits.reopen === false
  const begun = closing?.traits.reopen === false ? before.findLast((one) => !isWork(one)) : undefined
  const back = besideOf(split, id) ?? begun ?? before.at(-1)
  const at = held.findIndex(({ tab }) => tab.id === id)
  const next = heldOf(state, back ?? null) ?? held.filter(({ tab }) => tab.id !== id)[Math.max(0, at - 1)]
  return next?.tab
}

/** The tab that stands at the left when one is shown beside it. */
function leftOf({ held, history, activeId }: Navigation, id: string): string | undefined {
  if (activeId !== null && activeId !== id) return activeId
  const others = held.map(({ tab }) => tab.id).filter((one) => one !== id)
  return history.findLast((one) => others.includes(one)) ?? others[0]
}

function changed(state: Navigation, id: string, how: (held: Held) => Held): Navigation {
  const held = state.held.map((one) => (one.tab.id === id ? how(one) : one))
  return held.every((one, at) => one === state.held[at]) ? state : { ...state, held }
}

const awake = (held: Held): Held => (held.asleep ? { ...held, asleep: false } : held)

/** What follows when a tab is visited. */
function lookedAt(state: Navigation, id: string): Navigation {
  const { activeId, history, split } = state
  return {
    ...changed(state, id, awake),
    activeId: id,
    history: history.at(-1) === id ? history : [...history.filter((one) => one !== id), id],
    split: splitAfterVisit(split, activeId, id),
    left: activeId === null || activeId === id ? state.left : activeId,
    uncovered: null,
  }
}

/** The tab of a path has been found or made; `id` is the tab's. */
function withTab(
  state: Navigation,
  step: Extract<NavigationStep, { type: 'arrive' | 'open' }>,
): { readonly state: Navigation; readonly id: string } {
  const { path, title: given, remote, closable, traits } = step
  const key = keyOf(path, traits)
  const { [key]: named, ...titles } = state.titles
  const known = named === undefined ? state : { ...state, titles }
  const existing = heldAt(state, path, traits)
  const replaces = step.type === 'arrive' && step.replace && state.at !== null
  const reused = existing ?? (replaces ? heldOf(state, state.activeId) : undefined)
  if (!reused) {
    const tab = { id: step.id, path, title: named ?? given, dirty: false, remote, closable }
    const held: Held = { tab, given, traits, guards: [], generation: 0, asleep: false }
    return { state: { ...known, held: [...state.held, held] }, id: step.id }
  }
  const renamed = reused.given === given || existing ? reused.tab.title : given
  const tab = { ...reused.tab, path, remote: remote ?? reused.tab.remote, title: renamed || given }
  const same =
    tab.path === reused.tab.path &&
    tab.title === reused.tab.title &&
    tab.remote === reused.tab.remote &&
    sameTraits(traits, reused.traits)
  const next = same ? known : changed(known, tab.id, (held) => ({ ...held, tab, traits, given: given || held.given }))
  return { state: next, id: tab.id }
}

function close(state: Navigation, id: string): Navigation {
  const index = state.held.findIndex(({ tab }) => tab.id === id)
  const gone = state.held[index]
  if (!gone) return state
  const { path, title } = gone.tab
  const closed =
    gone.traits.reopen === false
      ? state.closed
      : [...state.closed, { path, title: title === gone.given ? '' : title, index }].slice(-CLOSED_KEPT)
  const without = (ids: readonly string[]) => (ids.includes(id) ? ids.filter((one) => one !== id) : ids)
  return {
    ...state,
    held: state.held.filter((one) => one !== gone),
    history: without(state.history),
    covered: without(state.covered),
    behind: without(state.behind),
    activeId: state.activeId === id ? null : state.activeId,
    split: splitAfterClose(state.split, id),
    left: state.left === id ? null : state.left,
    uncovered: state.uncovered === id ? null : state.uncovered,
    closed,
  }
}

function moved(state: Navigation, id: string, index: number): Navigation {
  const one = heldOf(state, id)
  if (!one) return state
  const others = state.held.filter((other) => other !== one)
  const at = Math.min(Math.max(index, 0), others.length)
  return { ...state, held: [...others.slice(0, at), one, ...others.slice(at)] }
}

function drawn(state: Navigation, behind: readonly string[], isCovered: boolean): Navigation {
  const { left, covered } = state
  const sameBehind = behind.length === state.behind.length && behind.every((id, at) => id === state.behind[at])
  if (left === null && sameBehind) return state
  const rest = left === null || covered.includes(left) === isCovered ? covered : covered.filter((id) => id !== left)
  const noted = left !== null && isCovered && !rest.includes(left) ? [...rest, left] : rest
  return { ...state, left: null, covered: noted, behind: sameBehind ? state.behind : behind }
}

function next(state: Navigation, step: NavigationStep): Navigation {
  switch (step.type) {
    case 'arrive': {
      const found = withTab(state, step)
      return { ...lookedAt(found.state, found.id), at: step.path }
    }
    case 'open':
      return heldAt(state, step.path, step.traits) ? state : withTab(state, step).state
    case 'hide':
      return { ...state, at: null, uncovered: null }
    case 'drawn':
      return drawn(state, step.behind, step.covered)
    case 'uncover':
      return step.id === state.uncovered ? state : { ...state, uncovered: step.id }
    case 'close':
      return close(state, step.id)
    case 'reopen': {
      const last = state.closed.at(-1)
      if (!last) return state
      const { id, traits } = step
      const { path, title, index } = last
      const rest = { ...state, closed: state.closed.slice(0, -1) }
      if (heldAt(rest, path, traits)) return rest
      const named = title ? next(rest, { type: 'name', path, title, traits }) : rest
      const open = { type: 'open', path, id, title: '', remote: null, closable: true, traits } as const
      return moved(next(named, open), id, index)
    }
    case 'move':
      return moved(state, step.id, step.index)
    case 'beside': {
      const left = leftOf(state, step.id)
      if (left === undefined || !heldOf(state, step.id)) return state
      const seen = changed(changed(state, step.id, awake), left, awake)
      return { ...seen, split: { left, right: step.id } }
    }
    case 'endSplit':
      return { ...state, split: null }
    case 'name':
      return { ...state, titles: { ...state.titles, [keyOf(step.path, step.traits)]: step.title } }
    case 'title':
      return changed(state, step.id, (held) => {
        const title = step.title ?? held.given
        return held.tab.title === title ? held : { ...held, tab: { ...held.tab, title } }
      })
    case 'given':
      return changed(state, step.id, (held) => {
        const { title, traits } = step
        if (held.given === title && sameTraits(held.traits, traits)) return held
        const tab = held.tab.title === held.given && held.given !== title ? { ...held.tab, title } : held.tab
        return { ...held, given: title, traits, tab }
      })
    case 'dirty':
      return changed(state, step.id, (held) =>
        held.tab.dirty === step.dirty ? held : { ...held, tab: { ...held.tab, dirty: step.dirty } },
      )
    case 'guard':
      return changed(state, step.id, (held) =>
        held.guards.includes(step.guard) ? held : { ...held, guards: [...held.guards, step.guard] },
      )
    case 'unguard':
      return changed(state, step.id, (held) => ({ ...held, guards: held.guards.filter((one) => one !== step.guard) }))
    case 'renew':
      return changed(state, step.id, (held) => ({ ...held, generation: held.generation + 1, tab: { ...held.tab } }))
    case 'keep':
      return {
        ...state,
        held: state.held.map((one) =>
          step.views.has(one.tab.id) ? { ...one, view: step.views.get(one.tab.id) } : one,
        ),
      }
  }
}

/** Where the user is after a step. The same state where the step changes nothing that is seen of it. */
export function reduce(state: Navigation, step: NavigationStep): Navigation {
  const after = next(state, step)
  if (after === state) return state
  const { held, activeId, split } = after
  const { view } = state
  const same =
    held.length === view.tabs.length &&
    held.every(({ tab }, at) => tab === view.tabs[at]) &&
    activeId === view.activeId &&
    split === view.split
  return same ? after : { ...after, view: { tabs: held.map(({ tab }) => tab), activeId, split } }
}
