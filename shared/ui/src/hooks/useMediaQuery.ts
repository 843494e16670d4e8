import { useCallback, useMemo, useSyncExternalStore } from 'react'

/** Whether a media query matches now, kept up to date. */
export function useMediaQuery(query: string): boolean {
  const list = useMemo(() => matchMedia(query), [query])
  const subscribe = useCallback(
    (changed: () => void) => {
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [list],
  )
  return useSyncExternalStore(
    subscribe,
    () => list.matches,
    () => false,
  )
}

/**
 * Width of the body, measured when the observer reports a change and not during render, where each reading would force
 * the browser to lay out the page.
 */
const body = {
  width: null as number | null,
  observer: null as ResizeObserver | null,
  listeners: new Set<() => void>(),
}

function measureBody(): number {
  body.width = document.body.clientWidth
  return body.width
}

function subscribeWidth(changed: () => void): () => void {
  body.listeners.add(changed)
  if (!body.observer) {
    body.observer = new ResizeObserver(() => {
      measureBody()
      for (const listener of [...body.listeners]) listener()
    })
    body.observer.observe(document.body)
  }
  return () => {
    body.listeners.delete(changed)
    if (body.listeners.size > 0) return
    body.observer?.disconnect()
    body.observer = null
    body.width = null
  }
}

/** Width of the body in px, kept up to date. Below 500 the layout is the mobile one (§9). */
export function useBodyWidth(): number {
  return useSyncExternalStore(
    subscribeWidth,
    () => body.width ?? measureBody(),
    () => 0,
  )
}
