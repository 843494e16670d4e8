import { type RefObject, useLayoutEffect, useState } from 'react'

/** What stands beyond the first rows of a list that wraps. */
export interface Rows {
  /** How many items stand beyond them. */
  readonly beyond: number
  /** Height of the first rows in px; undefined while all items stand in them. */
  readonly height: number | undefined
}

const ALL: Rows = { beyond: 0, height: undefined }

/** Where items of a list begin and end, from the top of the list in px, in their order. */
export interface Placed {
  readonly top: number
  readonly bottom: number
}

/** Divides the items of a list that wraps after so many rows. An item that begins below the one before begins a row. */
export function afterRows(items: readonly Placed[], rows: number): Rows {
  let row = 0
  let top = Number.NEGATIVE_INFINITY
  let height = 0
  for (const [at, item] of items.entries()) {
    if (item.top > top) {
      row += 1
      top = item.top
    }
    if (row > rows) return { beyond: items.length - at, height }
    height = Math.max(height, item.bottom)
  }
  return ALL
}

/** Measures the first rows of a positioned list anew when it gets other items or another width. */
export function useRows(list: RefObject<HTMLElement | null>, rows: number, items: readonly unknown[]): Rows {
  const [measured, setMeasured] = useState(ALL)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other items have other places
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const measure = () => {
      const placed = [...element.children].map((child): Placed => {
        const { offsetTop = 0, offsetHeight = 0 } = child instanceof HTMLElement ? child : {}
        return { top: offsetTop, bottom: offsetTop + offsetHeight }
      })
      const now = afterRows(placed, rows)
      setMeasured((before) => (before.beyond === now.beyond && before.height === now.height ? before : now))
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [list, rows, items])
  return measured
}
