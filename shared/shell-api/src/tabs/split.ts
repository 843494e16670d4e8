/** Two tabs that stand side by side, by their ids. The active tab is the one that has the focus. */
export interface Split {
  readonly left: string
  readonly right: string
}

/** The tab beside one of the two; null for any other. */
export const besideOf = (split: Split | null, id: string | null): string | null =>
  split === null || id === null ? null : split.left === id ? split.right : split.right === id ? split.left : null

/** After a visit to a tab: it is shown in the half that had the focus, unless it is in sight already. */
export function splitAfterVisit(split: Split | null, focused: string | null, id: string): Split | null {
  if (split === null || besideOf(split, id) !== null) return split
  return focused === split.right ? { ...split, right: id } : { ...split, left: id }
}

/** A tab is gone: what stood beside it has the whole room. */
export const splitAfterClose = (split: Split | null, id: string): Split | null =>
  besideOf(split, id) === null ? split : null
