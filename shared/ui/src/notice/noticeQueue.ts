export type NoticeKind = 'success' | 'warning' | 'error' | 'info'

/** Where a notice stands: `start` answers what the user did, `end` reports what happened by itself (§9). */
export type NoticePlace = 'start' | 'end'

export interface NoticeOptions {
  /** Bottom left (`start`) when not given. */
  place?: NoticePlace | undefined
  /** How long it stays, in ms; 0 keeps it until it is closed. 5000 when not given (§8). */
  duration?: number | undefined
  /** A line above the text; both are cut at their ends, so that the notice has two lines. */
  title?: string | undefined
  action?: { readonly label: string; readonly onClick: () => void } | undefined
  /** For the help desk, in small print. */
  code?: string | undefined
}

export interface Notice extends NoticeOptions {
  readonly kind: NoticeKind
  readonly text: string
  /** Undoes what was done. */
  readonly onUndo?: (() => void) | undefined
}

export interface ShownNotice extends Notice {
  readonly id: number
}

export const NOTICE_DURATION = 5000

/** The notice of one place: one at a time, a new one replaces the old one. */
export interface NoticeQueue {
  current(): ShownNotice | undefined
  /** Returns a function that closes this notice, if it is still there. */
  show(notice: Notice): () => void
  close(id: number): void
  clear(): void
  subscribe(listener: () => void): () => void
}

export function createNoticeQueue(): NoticeQueue {
  let shown: ShownNotice | undefined
  let last = 0
  const listeners = new Set<() => void>()
  const put = (next: ShownNotice | undefined) => {
    shown = next
    for (const listener of listeners) listener()
  }
  const close = (id: number) => {
    if (shown?.id === id) put(undefined)
  }
  return {
    current: () => shown,
    show(notice) {
      const id = ++last
      put({ ...notice, id })
      return () => close(id)
    },
    close,
    clear: () => put(undefined),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
