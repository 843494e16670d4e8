import { whenQuiet } from './http/quiet.ts'

/** How long the user must have done nothing, in milliseconds. */
const REST_MS = 600
/** While the user keeps acting, the work begins after this time all the same, in milliseconds. */
const WITHIN_MS = 10_000
const ACTS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

const whenIdle = (work: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 1_000 })
  else setTimeout(work, 0)
}

/**
 * Calls back once for what is fetched or made ahead: when the user has pressed or scrolled nothing for a moment, nothing
 * is being asked of the server, and the browser has nothing to do. Returns how to call it off.
 */
export function whenNobodyActs(work: () => void): () => void {
  let off = false
  let begun = false
  let rest: ReturnType<typeof setTimeout> | undefined
  let unwatch = () => {}
  const acts = new AbortController()
  const unfollow = () => {
    clearTimeout(rest)
    clearTimeout(latest)
    unwatch()
    acts.abort()
  }
  const begin = () => {
    begun = true
    unfollow()
    whenIdle(() => {
      if (!off) work()
    })
  }
  const latest = setTimeout(begin, WITHIN_MS)
  const wait = () => {
    if (begun) return
    clearTimeout(rest)
    unwatch()
    rest = setTimeout(() => {
      unwatch = whenQuiet(begin, WITHIN_MS)
    }, REST_MS)
  }
  for (const act of ACTS) window.addEventListener(act, wait, { signal: acts.signal, capture: true, passive: true })
  wait()
  return () => {
    off = true
    unfollow()
  }
}
