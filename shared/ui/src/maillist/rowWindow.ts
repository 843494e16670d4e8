/** Rows to draw: first and last index, both included; `last < first` means none. */
export interface RowWindow {
  readonly first: number
  readonly last: number
}

/** Most rows that are ever drawn, however tall the window is. */
export const MAX_ROWS = 58

/**
 * The rows in sight and some beyond both ends, so that a quick scroll does not meet blank ground.
 * All lengths in px.
 */
export function rowWindow(scrollTop: number, height: number, rowHeight: number, count: number): RowWindow {
  if (count === 0 || rowHeight <= 0) return { first: 0, last: -1 }
  const visible = Math.ceil(height / rowHeight) + 1
  const beyond = Math.max(0, Math.min(8, Math.floor((MAX_ROWS - visible) / 2)))
  const top = Math.min(Math.max(0, Math.floor(scrollTop / rowHeight)), Math.max(0, count - 1))
  const first = Math.max(0, top - beyond)
  return { first, last: Math.min(count - 1, first + MAX_ROWS - 1, top + visible - 1 + beyond) }
}

/** Scroll position that brings a row into sight with the least movement, or keeps it when the row is in sight. */
export function scrollFor(
  index: number,
  scrollTop: number,
  height: number,
  rowHeight: number,
  align: 'nearest' | 'start' | 'center',
): number {
  const top = index * rowHeight
  if (align === 'start') return top
  if (align === 'center') return Math.max(0, top - (height - rowHeight) / 2)
  if (top < scrollTop) return top
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
