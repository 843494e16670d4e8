/** Rows to draw: first and last index, both included; `last < first` means none. */
export interface RowWindow {
  readonly first: number
  readonly last: number
}

/** Most rows that are ever drawn, however tall the window is. */
export const MAX_ROWS = 58

/**
 * Where the rows of a list stand, with headings between them. All lengths in px, from the beginning of the list.
 * Everything costs the logarithm of the number of headings, however many rows there are.
 */
export class RowPlaces {
  readonly count: number
  readonly rowHeight: number
  readonly headingHeight: number
  /** Indexes of the rows that have a heading above them, ascending. */
  readonly starts: readonly number[]

  constructor(count: number, rowHeight: number, starts: readonly number[] = [], headingHeight = 0) {
    this.count = count
    this.rowHeight = rowHeight
    this.headingHeight = headingHeight
    this.starts = starts
  }

  /** Height of everything. */
  get height(): number {
    return this.count * this.rowHeight + this.starts.length * this.headingHeight
  }

  /** Where a row begins. */
  topOf(index: number): number {
    return index * this.rowHeight + (this.sectionOf(index) + 1) * this.headingHeight
  }

  /** Where the heading of a section begins. */
  headingTop(section: number): number {
    return (this.starts[section] ?? this.count) * this.rowHeight + section * this.headingHeight
  }

  /** The section a row belongs to, -1 for none. */
  sectionOf(index: number): number {
    return this.#last((section) => (this.starts[section] ?? 0) <= index)
  }

  /** What a heading that stays at the top covers of the list while this row passes. */
  coverOf(index: number): number {
    return this.sectionOf(index) < 0 ? 0 : this.headingHeight
  }

  /** The row at a height; at a heading the row below it. */
  rowAt(y: number): number {
    const section = this.#last((each) => this.headingTop(each) <= y)
    const start = section < 0 ? 0 : (this.starts[section] ?? 0)
    const from = section < 0 ? 0 : this.headingTop(section) + this.headingHeight
    const index = start + Math.max(0, Math.floor((y - from) / this.rowHeight))
    return Math.min(index, Math.max(0, this.count - 1))
  }

  /** The last section for which something holds, when it holds for none after one for which it does not; -1 for none. */
  #last(holds: (section: number) => boolean): number {
    let low = 0
    let high = this.starts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (holds(middle)) low = middle + 1
      else high = middle
    }
    return low - 1
  }
}

/** Rows drawn beyond each end of those in sight, so that a quick scroll does not meet blank ground. */
const BEYOND = 8

/** The rows in sight and `most` beyond both ends, fewer where that would be more than {@link MAX_ROWS}. */
export function rowWindow(places: RowPlaces, scrollTop: number, height: number, most = BEYOND): RowWindow {
  const { count, rowHeight } = places
  if (count === 0 || rowHeight <= 0) return { first: 0, last: -1 }
  const visible = Math.ceil(height / rowHeight) + 1
  const beyond = Math.max(0, Math.min(most, Math.floor((MAX_ROWS - visible) / 2)))
  const top = places.rowAt(Math.max(0, scrollTop))
  const first = Math.max(0, top - beyond)
  return { first, last: Math.min(count - 1, first + MAX_ROWS - 1, top + visible - 1 + beyond) }
}

/** Whether two windows share a row. */
export const overlaps = (a: RowWindow, b: RowWindow): boolean => a.first <= b.last && b.first <= a.last

/** Whether every row of the second is in the first. */
export const covers = (a: RowWindow, b: RowWindow): boolean => a.first <= b.first && b.last <= a.last

/** Scroll position that brings a row into sight with the least movement, or keeps it when the row is in sight. */
export function scrollFor(
  places: RowPlaces,
  index: number,
  scrollTop: number,
  height: number,
  align: 'nearest' | 'start' | 'center',
): number {
  const { rowHeight } = places
  const top = places.topOf(index)
  const start = top - places.coverOf(index)
  if (align === 'start') return start
  if (align === 'center') return Math.max(0, top - (height - rowHeight) / 2)
  if (start < scrollTop) return start
  return top + rowHeight > scrollTop + height ? top + rowHeight - height : scrollTop
}

/**
 * Where a row that was at `was` stands now, looking near its old place first; undefined when it is not near.
 * Lets a list keep its place when rows come or go above.
 */
export function findShift(
  was: number,
  key: string,
  keyAt: (index: number) => string | undefined,
  count: number,
  reach = 64,
): number | undefined {
  for (let step = 0; step <= reach; step++) {
    for (const at of step === 0 ? [was] : [was + step, was - step]) {
      if (at >= 0 && at < count && keyAt(at) === key) return at
    }
  }
  return undefined
}
