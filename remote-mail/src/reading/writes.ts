const WRITE_AFTER_MS = 400

/** Writes what is typed: a moment after the last change, or at once, and one write after the other. */
export function writes() {
  let timer: ReturnType<typeof setTimeout> | undefined
  let next: (() => Promise<unknown>) | null = null
  // What is kept must not come back after it was removed.
  let last: Promise<unknown> = Promise.resolve()
  const now = () => {
    clearTimeout(timer)
    if (next) last = last.then(next).catch(() => undefined)
    next = null
  }
  return {
    /** Replaces a write that has not begun. */
    soon(write: () => Promise<unknown>): void {
      clearTimeout(timer)
      next = write
      timer = setTimeout(now, WRITE_AFTER_MS)
    },
    now,
  }
}
