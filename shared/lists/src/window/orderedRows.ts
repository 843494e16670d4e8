import type { ItemCache } from '../cache/itemCache.ts'
import type { ItemId, ItemRow, ListRules, SortKey } from '../itemKind.ts'
import { SparseRows } from './sparseRows.ts'

/** The loaded rows of a list in the order that its rules say. */
export class OrderedRows<Row extends ItemRow, Id extends ItemId> {
  readonly #rules: ListRules<Row>
  readonly #cache: ItemCache<Row, Id>
  readonly #rows = new SparseRows<Id>()
  /** The sort values of a row as this list gave them: the same item may have others elsewhere. */
  readonly #sortKeys = new Map<Id, SortKey>()

  constructor(rules: ListRules<Row>, cache: ItemCache<Row, Id>) {
    this.#rules = rules
    this.#cache = cache
  }

  get size(): number {
    return this.#rows.size
  }

  has = (id: Id): boolean => this.#rows.has(id)
  at = (index: number): Id | undefined => this.#rows.at(index)
  indexOf = (id: Id): number => this.#rows.indexOf(id)
  gaps = (from: number, to: number): readonly { from: number; to: number }[] => this.#rows.gaps(from, to)
  shift = (index: number, by: 1 | -1): void => this.#rows.shift(index, by)
  put = (start: number, ids: readonly Id[]): void => this.#rows.put(start, ids)
  insert = (index: number, id: Id): void => this.#rows.insert(index, id)
  clear = (): void => this.#rows.clear()

  /** Ids in order. */
  ids(): readonly Id[] {
    return [...this.#rows.entries()].map(([, id]) => id)
  }

  /** Removes a row. Returns where it was, or -1. */
  remove(id: Id): number {
    this.#sortKeys.delete(id)
    return this.#rows.remove(id)
  }

  /** Keeps the sort values that an answer gave a row. */
  keepSortKey(id: Id, key: SortKey): void {
    this.#sortKeys.set(id, key)
  }

  /** From where a page that starts at `index` goes on; undefined while the row above is not loaded. */
  sortKeyAbove(index: number): SortKey | undefined {
    const above = this.#rows.at(index - 1)
    return above === undefined ? undefined : (this.#sortKeys.get(above) ?? this.#cache.row(above)?.sortValues)
  }

  /** Where an item stands among the loaded rows of `total`; not exact when the rows around are not loaded. */
  rowNumberOf(own: Id, row: Row, total: number): { index: number; exact: boolean } {
    let last = -1
    for (const [index, id] of this.#rows.entries()) {
      const other = this.#cache.row(id)
      if (other && id !== own && this.#rules.compare(row, other) < 0) {
        return { index, exact: index === last + 1 }
      }
      last = index
    }
    return { index: last + 1, exact: last + 1 >= total || total === 0 }
  }

  /** Makes everything unknown unless these ids stand from `start` on. */
  clearUnlessSame(start: number, ids: readonly Id[]): void {
    if (!ids.every((id, at) => this.#rows.at(start + at) === id)) this.#rows.clear()
  }

  /** A neighbour of [start, end) that does not sort as it stands is a remnant of an older state and is loaded again. */
  dropContradictions(start: number, end: number): void {
    const rowAt = (index: number) => {
      const id = this.#rows.at(index)
      return id === undefined ? undefined : this.#cache.row(id)
    }
    const first = rowAt(start)
    const last = rowAt(end - 1)
    const above = rowAt(start - 1)
    const below = rowAt(end)
    if (first && above && this.#rules.compare(above, first) > 0) this.#rows.forget(0, start)
    if (last && below && this.#rules.compare(last, below) > 0) this.#rows.forget(end, this.#rows.end())
  }

  /** Forgets what stands beyond the end of the list. */
  cut(total: number): void {
    if (this.#rows.end() > total) this.#rows.forget(total, this.#rows.end())
  }

  /** Forgets rows outside of [from, to). */
  keepOnly(from: number, to: number): void {
    this.#rows.forget(0, from)
    this.#rows.forget(to, this.#rows.end())
    for (const id of [...this.#sortKeys.keys()]) if (!this.#rows.has(id)) this.#sortKeys.delete(id)
  }
}
