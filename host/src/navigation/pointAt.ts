import { preloadRoute } from '../federation-state/remotes.ts'

/** How long the pointer rests on an entry before its view is fetched, in ms: on the way to another one it does not. */
const REST_MS = 60

/** How the sidebar names the entry of a view in the page: `page:` and its path without the first slash. */
const PAGE = 'page:'

let resting: ReturnType<typeof setTimeout> | undefined

/** Fetches the code of the view of an entry on which the pointer or the focus rests; asks the server for nothing. */
export function pointAt(path: string | undefined): void {
  clearTimeout(resting)
  if (path) resting = setTimeout(() => preloadRoute(path, false), REST_MS)
}

/** Follows the pointer over the entries of the sidebar that lead to views of remotes. Returns how to stop. */
export function followPointer(): () => void {
  const follow = ({ target }: PointerEvent) => {
    const entry = target instanceof Element ? target.closest<HTMLElement>(`[data-node^="${PAGE}"]`) : null
    pointAt(entry?.dataset.node?.replace(PAGE, '/'))
  }
  document.addEventListener('pointerover', follow, { passive: true })
  return () => {
    document.removeEventListener('pointerover', follow)
    pointAt(undefined)
  }
}
