import { perLogin } from '@yanshu/shell-api'
import { preloadRoute } from '../federation-state/remotes.ts'

/** How long the pointer stays on an entry before its view is fetched, in ms: on the way to another one it does not. */
const STAYS_MS = 60

/** How the sidebar names the entry of a view in the page: `page:` and its path without the first slash. */
const PAGE = 'page:'

const pointed = perLogin(
  (): { timer?: ReturnType<typeof setTimeout> } => ({}),
  ({ timer }) => clearTimeout(timer),
)

/** Fetches the code of the view of an entry on which the pointer or the focus stays; asks the server for nothing. */
export function pointAt(path: string): void {
  const mine = pointed()
  clearTimeout(mine.timer)
  mine.timer = setTimeout(() => preloadRoute(path, false), STAYS_MS)
}

/** Follows the pointer and the focus over the entries of the sidebar that lead to views of remotes. Returns how to stop. */
export function followPointer(): () => void {
  const follow = ({ target }: Event) => {
    const entry = target instanceof Element ? target.closest<HTMLElement>(`[data-node^="${PAGE}"]`) : null
    if (entry?.dataset.node) pointAt(entry.dataset.node.replace(PAGE, '/'))
  }
  document.addEventListener('pointerover', follow, { passive: true })
  document.addEventListener('focusin', follow)
  return () => {
    document.removeEventListener('pointerover', follow)
    document.removeEventListener('focusin', follow)
  }
}
