/** How long an action can be taken back by key, in ms. */
export const UNDO_KEPT_MS = 30_000
/** Actions that are kept. */
const MOST = 50

interface Undoable {
  readonly text: string
  readonly undo: () => void
  readonly until: number
}

/** What can be taken back, the newest last. */
export interface UndoHistory {
  /**
   * Notes an action. Returns a function that undoes it, once, called by the button of a notice or by the key, which is first.
   * @param keptMs how long it can be taken back
   */
  add(text: string, undo: () => void, keptMs?: number): () => void
  /** Undoes the newest action that can be undone. Answers what it was, null when there is none. */
  undoLast(): string | null
  clear(): void
}

export function createUndoHistory(now: () => number): UndoHistory {
  let kept: readonly Undoable[] = []
  const take = (one: Undoable): boolean => {
    if (!kept.includes(one)) return false
    kept = kept.filter((other) => other !== one)
    one.undo()
    return true
  }
  return {
    add(text, undo, keptMs = UNDO_KEPT_MS) {
      const one = { text, undo, until: now() + Math.min(keptMs, UNDO_KEPT_MS) }
      kept = [...kept.filter(({ until }) => until > now()), one].slice(-MOST)
      return () => void take(one)
    },
    undoLast() {
      kept = kept.filter(({ until }) => until > now())
      const last = kept.at(-1)
      return last && take(last) ? last.text : null
    },
    clear: () => {
      kept = []
    },
  }
}
