import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query matches now, kept up to date. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
}

function subscribeWidth(changed: () => void): () => void {
  const observer = new ResizeObserver(changed)
  observer.observe(document.body)
  return () => observer.disconnect()
}

/** Width of the body in px, kept up to date. Below 500 the layout is the mobile one (§9). */
export function useBodyWidth(): number {
  return useSyncExternalStore(
    subscribeWidth,
    () => document.body.clientWidth,
    () => 0,
  )
}
