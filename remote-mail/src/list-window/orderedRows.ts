import type { SortValues } from '@yanshu/contracts'
import type { MailCache, MailRow } from '../mail-cache/mailCache.ts'
import { compareRows, type ListQuery } from './listQuery.ts'
import { SparseRows } from './sparseRows.ts'

/** The loaded rows of a list in their order, which the mails themselves say. */
export class OrderedRows {
  readonly #query: ListQuery
  readonly #cache: MailCache
  readonly #rows = new SparseRows()
  /** The position of a row as this list gave it: the same mail may have another one elsewhere. */
  readonly #cursors = new Map<number, SortValues>()

  constructor(query: ListQuery, cache: MailCache) {
    this.#query = query
    this.#cache = cache
  }

  get size(): number {
    return this.#rows.size
  }

  has = (id: number): boolean => this.#rows.has(id)
  at = (index: number): number | undefined => this.#rows.at(index)
  indexOf = (id: number): number => this.#rows.indexOf(id)
  gaps = (from: number, to: number): readonly { from: number; to: number }[] => this.#rows.gaps(from, to)
  shift = (index: number, by: 1 | -1): void => this.#rows.shift(index, by)
  put = (start: number, ids: readonly number[]): void => this.#rows.put(start, ids)
  insert = (index: number, id: number): void => this.#rows.insert(index, id)
  clear = (): void => this.#rows.clear()

  /** Ids in order. */
  ids(): readonly number[] {
    return [...this.#rows.entries()].map(([, id]) => id)
  }

  /** Takes a row out. Returns where it was, or -1. */
  remove(id: number): number {
    this.#cursors.delete(id)
    return this.#rows.remove(id)
  }

  setCursor(id: number, cursor: SortValues): void {
    this.#cursors.set(id, cursor)
  }

  /** From where a page that starts at `index` goes on; undefined while the row above is not loaded. */
  cursorAbove(index: number): SortValues | undefined {
    const above = this.#rows.at(index - 1)
    return above === undefined ? undefined : (this.#cursors.get(above) ?? this.#cache.row(above)?.sortValues)
  }

  /** Where a mail stands among the loaded rows of `total`; not exact when the rows around are not loaded. */
  placeOf(row: MailRow, total: number): { index: number; exact: boolean } {
    let last = -1
    for (const [index, id] of this.#rows.entries()) {
      const other = this.#cache.row(id)
      if (other && other.mailId !== row.mailId && compareRows(this.#query, row, other) < 0) {
        return { index, exact: index === last + 1 }
      }
      last = index
    }
    return { index: last + 1, exact: last + 1 >= total || total === 0 }
  }

  /** Makes everything unknown unless these ids stand from `start` on. */
  clearUnlessSame(start: number, ids: readonly number[]): void {
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
    if (first && above && compareRows(this.#query, above, first) > 0) this.#rows.forget(0, start)
    if (last && below && compareRows(this.#query, last, below) > 0) this.#rows.forget(end, this.#rows.end())
  }

  /** Forgets what stands beyond the end of the list. */
  cut(total: number): void {
    if (this.#rows.end() > total) this.#rows.forget(total, this.#rows.end())
  }

  /** Forgets rows outside of [from, to). */
  keepOnly(from: number, to: number): void {
    this.#rows.forget(0, from)
    this.#rows.forget(to, this.#rows.end())
    for (const id of [...this.#cursors.keys()]) if (!this.#rows.has(id)) this.#cursors.delete(id)
  }
}
