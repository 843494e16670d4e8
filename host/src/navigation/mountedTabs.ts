import type { Tab } from '@yanshu/shell-api'

/** Views without unsaved work that stay as they are behind the one that is shown. */
export const MOUNTED_TABS = 8

/**
 * The tabs whose views are mounted: every one with unsaved work or with a question before it closes, and of the others
 * those that were visited last, or are still to be visited for the first time.
 *
 * @param history ids in the order in which they were last visited, newest last
 */
export function mountedTabs(
  tabs: readonly Tab[],
  history: readonly string[],
  isGuarded: (id: string) => boolean,
): ReadonlySet<string> {
  const busy = new Set(tabs.filter(({ id, dirty }) => dirty || isGuarded(id)).map(({ id }) => id))
  const there = new Set(tabs.map(({ id }) => id))
  const unseen = tabs.map(({ id }) => id).filter((id) => !history.includes(id))
  const clean = [...unseen, ...history].filter((id) => there.has(id) && !busy.has(id))
  return new Set([...busy, ...clean.slice(-MOUNTED_TABS)])
}
