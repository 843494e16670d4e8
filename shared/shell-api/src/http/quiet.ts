/** How long no call may have been on its way, in milliseconds. */
const QUIET_MS = 50

let running = 0
const watchers = new Set<() => void>()

/** Counts a call until what it answers is called. */
export function beginCall(): () => void {
  running += 1
  for (const look of watchers) look()
  return () => {
    running -= 1
    for (const look of watchers) look()
  }
}

/**
 * Calls back once when what was asked for has been answered and nothing else is being asked for; at the latest after
 * `within` milliseconds. Returns how to call it off.
 */
export function whenQuiet(work: () => void, within: number): () => void {
  let quiet: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    watchers.delete(look)
    clearTimeout(quiet)
    clearTimeout(latest)
  }
  const done = () => {
    stop()
    work()
  }
  const latest = setTimeout(done, within)
  const look = () => {
    clearTimeout(quiet)
    if (running === 0) quiet = setTimeout(done, QUIET_MS)
  }
  watchers.add(look)
  look()
  return stop
}
