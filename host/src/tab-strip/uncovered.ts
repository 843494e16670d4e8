import { onGo, storePerLogin, type Tab, tabKey, useStore } from '@yanshu/shell-api'
import { afterPaint } from '@yanshu/ui'
import { useEffect } from 'react'
import { isCovered } from './drawnBehind.ts'

/** The tab that is in sight before it is the active one; null where none is. */
const uncovered = storePerLogin<string | null>(() => null)

export const useUncovered = (): string | null => useStore(uncovered)

/** The active tab is the one in sight again. */
export const endUncovered = (): void => uncovered.mine().set(null)

/** The element that a tab's view is in. */
export const panelId = (id: string): string => `view-${id}`

/** Whether a view that was left shows a path: perhaps with a mail beside its list, but not with one in its place. */
const shows = (left: Tab, path: string): boolean =>
  left.path === path || (tabKey(left.path) === path && !document.querySelector(`#${panelId(left.id)} [inert]`))

/**
 * Whoever goes to a view that stays drawn sees it with the next frame. Address, strip and sidebar follow when it has been
 * painted: to draw them takes longer than to uncover a view.
 *
 * @param behind ids of tabs that stay drawn out of sight, while one view has the whole room
 */
export function useUncoverFirst(tabs: readonly Tab[], behind: ReadonlySet<string>): void {
  useEffect(() =>
    onGo((path, { withAnswer, replace }) => {
      // A view that corrects its own address does not go elsewhere.
      if (replace) return
      const tab = withAnswer ? tabs.find((one) => shows(one, path)) : undefined
      // What lies over a view that is left is hidden with it, which needs the whole change at once.
      const first = tab && behind.has(tab.id) && !isCovered()
      uncovered.mine().set(first ? tab.id : null)
      return first ? new Promise<void>((painted) => afterPaint(painted)) : undefined
    }),
  )
}
