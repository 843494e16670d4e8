import { perLogin, whenNobodyActs, whenQuiet } from '@yanshu/shell-api'

/** The longest wait for the first view, and then again for its data; in milliseconds. */
const WITHIN_MS = 5_000

const first = perLogin(() => Promise.withResolvers<void>())

/** A view is on the page. */
export const viewStands = (): void => first().resolve()

const whenIdle = (work: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 1_000 })
  else setTimeout(work, 0)
}

/**
 * Runs work that is not urgent once the first view of this login is on the page and has its data. Returns how to cancel
 * it.
 */
export function afterFirstView(work: () => void): () => void {
  const { promise, resolve } = first()
  let off = false
  let callOff = () => {}
  const ifStill = (next: () => void) => () => {
    if (!off) next()
  }
  const begin = ifStill(() => {
    clearTimeout(latest)
    callOff = whenQuiet(() => whenIdle(ifStill(work)), WITHIN_MS)
  })
  const latest = setTimeout(resolve, WITHIN_MS)
  void promise.then(begin)
  return () => {
    off = true
    clearTimeout(latest)
    callOff()
  }
}

/**
 * Runs what is fetched or made ahead: once the first view is drawn and the user has then done nothing for a moment.
 * Counted from the login, that moment would be over while the view is still coming. Returns how to call it off.
 */
export function atRestAfterFirstView(work: () => void): () => void {
  let callOff = () => {}
  const stop = afterFirstView(() => {
    callOff = whenNobodyActs(work)
  })
  return () => {
    stop()
    callOff()
  }
}
