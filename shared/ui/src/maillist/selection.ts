/** Which rows are selected: some by key, or all but some, so that 100,000 rows are selected without knowing them. */
export type Selection =
  | { readonly kind: 'some'; readonly keys: ReadonlySet<string> }
  | { readonly kind: 'all'; readonly except: ReadonlySet<string> }

export const NOTHING: Selection = { kind: 'some', keys: new Set() }
export const EVERYTHING: Selection = { kind: 'all', except: new Set() }

export function isSelected(selection: Selection, key: string): boolean {
  return selection.kind === 'some' ? selection.keys.has(key) : !selection.except.has(key)
}

/** Number of selected rows in a list of `total`. */
export function countSelected(selection: Selection, total: number): number {
  return selection.kind === 'some' ? selection.keys.size : Math.max(0, total - selection.except.size)
}

/** The selection with some rows put in or taken out. */
export function withSelected(selection: Selection, keys: Iterable<string>, selected: boolean): Selection {
  const set = new Set(selection.kind === 'some' ? selection.keys : selection.except)
  for (const key of keys) {
    if ((selection.kind === 'some') === selected) set.add(key)
    else set.delete(key)
  }
  return selection.kind === 'some' ? { kind: 'some', keys: set } : { kind: 'all', except: set }
}

/** The selection of exactly these rows. */
export function onlySelected(keys: Iterable<string>): Selection {
  return { kind: 'some', keys: new Set(keys) }
}
