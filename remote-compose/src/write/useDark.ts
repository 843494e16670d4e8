import { useSyncExternalStore } from 'react'

const isDark = () => document.documentElement.dataset.mode === 'dark'

function subscribe(fn: () => void): () => void {
  const observer = new MutationObserver(fn)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-mode'] })
  return () => observer.disconnect()
}

/** Whether the page is dark at the moment. */
export const useDark = (): boolean => useSyncExternalStore(subscribe, isDark)
