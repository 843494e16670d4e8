import { fetchParts } from '../on-demand/onDemand.ts'

/** Loads the code of the reading pane while nothing else is to be done. Returns how to call it off. */
export function warmReading(): () => void {
  const load = () =>
    void fetchParts().then(
      ({ openParser }) => openParser(),
      () => undefined,
    )
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(load, WARM_AFTER_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(load, { timeout: 2_000 })
  return () => cancelIdleCallback(handle)
}

const WARM_AFTER_MS = 400
