/** Calls back when the page has nothing to do, after `within` ms at the latest. Returns how to call it off. */
export function whenIdle(work: () => void, within = 2_000): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, Math.min(within, USUALLY_IDLE_MS))
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: within })
  return () => cancelIdleCallback(handle)
}

/** For browsers without `requestIdleCallback`. */
const USUALLY_IDLE_MS = 400
