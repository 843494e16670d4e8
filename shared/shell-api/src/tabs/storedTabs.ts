import type { LoginScope } from '../login/loginScope.ts'
import { parseJson, perTab } from '../storage/browserStorage.ts'
import { type TabTraits, traitsIn } from './traits.ts'

/** A tab as it is kept over a reload. */
export interface StoredTab {
  readonly path: string
  readonly title: string
  /** The title without the view's own. */
  readonly given: string
  readonly closable: boolean
  /** The traits of its route, for until the manifest is there; none where an earlier version kept the tab. */
  readonly traits: TabTraits
  /** What the host keeps of its view: such as how far it was scrolled. */
  readonly view: unknown
}

/** The tabs of a window, and which two of them stand side by side, by their places in the list. */
export interface StoredStrip {
  readonly tabs: readonly StoredTab[]
  readonly split: readonly [left: number, right: number] | null
}

const NONE: StoredStrip = { tabs: [], split: null }

const KEY = 'yanshu.tabs'
/** Tabs that are kept, the first of the strip. */
const MOST = 50

const isStored = (value: unknown): value is Omit<StoredTab, 'traits'> & { readonly traits?: unknown } =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  typeof value.path === 'string' &&
  value.path.startsWith('/') &&
  'title' in value &&
  typeof value.title === 'string' &&
  'given' in value &&
  typeof value.given === 'string' &&
  'closable' in value &&
  typeof value.closable === 'boolean'

const isPair = (value: unknown): value is readonly [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every(Number.isInteger) && value[0] !== value[1]

/** Whether the page has handed the kept tabs to a login: they are those of before a reload, not of an earlier login of the page. */
let taken = false

/**
 * The tabs that this window had before it was reloaded, for the first login of the page; none for another account. They
 * lie in session storage, which a sign-out empties, and which no other window reads.
 */
export function takeStoredTabs({ userMail }: Pick<LoginScope, 'userMail'>): StoredStrip {
  if (taken || !userMail) return NONE
  taken = true
  const kept = parseJson(perTab.get(KEY))
  if (typeof kept !== 'object' || kept === null || !('account' in kept && 'tabs' in kept)) return NONE
  if (kept.account !== userMail.toLowerCase() || !Array.isArray(kept.tabs)) return NONE
  const tabs = kept.tabs
    .filter(isStored)
    .slice(0, MOST)
    .map((tab): StoredTab => ({ ...tab, traits: traitsIn(tab.traits) }))
  const split = 'split' in kept && tabs.length === kept.tabs.length ? kept.split : null
  return { tabs, split: isPair(split) && split.every((at) => at in tabs) ? split : null }
}

/** Keeps the tabs of an account for a reload. */
export function storeTabs({ userMail }: Pick<LoginScope, 'userMail'>, { tabs, split }: StoredStrip): void {
  if (!userMail) return
  perTab.set(KEY, JSON.stringify({ account: userMail.toLowerCase(), tabs: tabs.slice(0, MOST), split }))
}
