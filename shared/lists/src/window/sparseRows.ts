import type { ItemId } from '../itemKind.ts'

/** A run of neighbouring rows that are known. */
interface Segment<Id> {
  start: number
  ids: Id[]
}

/**
 * Ids of items by row number, where most rows of a long list are unknown. Known rows stand in segments, so that shifting
 * everything below an inserted row costs as many steps as there are segments, not rows. An id stands in it once.
 */
export class SparseRows<Id extends ItemId> {
  #segments: Segment<Id>[] = []
  #known = new Set<Id>()

  get size(): number {
    return this.#known.size
  }

  has(id: Id): boolean {
    return this.#known.has(id)
  }

  /** The id in a row, or undefined when the row is not known. */
  at(index: number): Id | undefined {
    const segment = this.#segmentAt(index)
    return segment?.ids[index - segment.start]
  }

  /** The row of an id, or -1. */
  indexOf(id: Id): number {
    if (!this.#known.has(id)) return -1
    for (const { start, ids } of this.#segments) {
      const at = ids.indexOf(id)
      if (at >= 0) return start + at
    }
    return -1
  }

  /** Known rows in order. */
  *entries(): Generator<readonly [index: number, id: Id]> {
    for (const { start, ids } of this.#segments) {
      for (let at = 0; at < ids.length; at++) {
        const id = ids[at]
        if (id !== undefined) yield [start + at, id]
      }
    }
  }

  /** One after the last known row, 0 when none is known. */
  end(): number {
    const last = this.#segments.at(-1)
    return last ? last.start + last.ids.length : 0
  }

  /** Removes a known row; everything below moves up. Returns where it was, or -1. */
  remove(id: Id): number {
    const index = this.indexOf(id)
    if (index < 0) return -1
    const segment = this.#segmentAt(index)
    segment?.ids.splice(index - segment.start, 1)
    this.#known.delete(id)
    for (const other of this.#segments) if (other.start > index) other.start -= 1
    this.#tidy()
    return index
  }

  /** Inserts an id as a row; that row and everything below move down. */
  insert(index: number, id: Id): void {
    if (this.#known.has(id)) return
    this.shift(index, 1)
    this.#segments.push({ start: index, ids: [id] })
    this.#known.add(id)
    this.#tidy()
  }

  /** Moves the rows from `index` on by one row, because something unknown came (1) or went (-1) just above them. */
  shift(index: number, by: 1 | -1): void {
    // Only an unknown row can go: without one above, what is known stays where it stands.
    if (by < 0 && (index <= 0 || this.at(index - 1) !== undefined)) return
    const moved: Segment<Id>[] = []
    for (const segment of this.#segments) {
      const cut = index - segment.start
      if (cut > 0 && cut < segment.ids.length) {
        moved.push({ start: segment.start, ids: segment.ids.slice(0, cut) })
        moved.push({ start: index + by, ids: segment.ids.slice(cut) })
      } else moved.push(cut <= 0 ? { start: segment.start + by, ids: segment.ids } : segment)
    }
    this.#segments = moved
    this.#tidy()
  }

  /** Sets the ids of the rows from `start` on. An id that stood elsewhere leaves a gap there. */
  put(start: number, ids: readonly Id[]): void {
    this.forget(start, start + ids.length)
    const fresh: Id[] = []
    const unique = new Set(ids)
    for (const id of unique) {
      const old = this.indexOf(id)
      if (old >= 0) this.forget(old, old + 1)
      fresh.push(id)
      this.#known.add(id)
    }
    if (fresh.length > 0) this.#segments.push({ start, ids: fresh })
    this.#tidy()
  }

  /** Makes the rows of [from, to) unknown without moving others. */
  forget(from: number, to: number): void {
    const kept: Segment<Id>[] = []
    for (const { start, ids } of this.#segments) {
      const end = start + ids.length
      if (end <= from || start >= to) {
        kept.push({ start, ids })
        continue
      }
      if (start < from) kept.push({ start, ids: ids.slice(0, from - start) })
      for (const id of ids.slice(Math.max(0, from - start), Math.max(0, to - start))) this.#known.delete(id)
      if (end > to) kept.push({ start: to, ids: ids.slice(to - start) })
    }
    this.#segments = kept
    this.#tidy()
  }

  clear(): void {
    this.#segments = []
    this.#known.clear()
  }

  /** The unknown stretches inside [from, to), in order. */
  gaps(from: number, to: number): readonly { from: number; to: number }[] {
    const gaps: { from: number; to: number }[] = []
    let at = from
    for (const { start, ids } of this.#segments) {
      const end = start + ids.length
      if (end <= at) continue
      if (start >= to) break
      if (start > at) gaps.push({ from: at, to: start })
      at = Math.max(at, end)
    }
    if (at < to) gaps.push({ from: at, to })
    return gaps
  }

  #segmentAt(index: number): Segment<Id> | undefined {
    let low = 0
    let high = this.#segments.length - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const segment = this.#segments[middle]
      if (!segment) return undefined
      if (index < segment.start) high = middle - 1
      else if (index >= segment.start + segment.ids.length) low = middle + 1
      else return segment
    }
    return undefined
  }

  /** Keeps segments in order, joins neighbours and drops empty ones. */
  #tidy(): void {
    const sorted = this.#segments.filter((segment) => segment.ids.length > 0).sort((a, b) => a.start - b.start)
    const joined: Segment<Id>[] = []
    for (const segment of sorted) {
      const last = joined.at(-1)
      if (last && last.start + last.ids.length === segment.start) {
        joined[joined.length - 1] = { start: last.start, ids: [...last.ids, ...segment.ids] }
      } else joined.push(segment)
    }
    this.#segments = joined
  }
}
