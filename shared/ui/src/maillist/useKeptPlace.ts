import { useLayoutEffect, useRef } from 'react'
import type { Sight } from './longSheet.ts'
import { findShift, type RowPlaces } from './rowPlaces.ts'

interface Mark {
  readonly key: string
  readonly index: number
  /** Where it began, in px from the beginning of the list. */
  readonly top: number
}

interface KeptPlace {
  scroller: { current: HTMLDivElement | null }
  /** Where the list stood when it was last asked. */
  sight: { current: Sight }
  active: number
  setCursor: (index: number) => void
  places: RowPlaces
  keyAt: (index: number) => string | undefined
}

/**
 * Keeps the first row in sight where it is, and the cursor on its row, when rows or headings come or go above.
 * A list at its very top stays there, so that new mail is seen. Returns what to call after a scroll.
 */
export function useKeptPlace({ scroller, sight, active, setCursor, places, keyAt }: KeptPlace): () => void {
  const kept = useRef<{ top?: Mark | undefined; active?: Mark | undefined }>({})
  const mark = (index: number): Mark | undefined => {
    const key = keyAt(index)
    return key === undefined ? undefined : { key, index, top: places.topOf(index) }
  }
  const remember = () => {
    const { top } = sight.current
    kept.current.top = top > 0 ? mark(places.rowAt(top)) : undefined
  }
  useLayoutEffect(() => {
    const element = scroller.current
    const { top, active: cursor } = kept.current
    if (element && top) {
      const now = findShift(top.index, top.key, keyAt, places.count)
      const by = now === undefined ? 0 : places.topOf(now) - top.top
      if (by !== 0) {
        element.scrollTop += by
        sight.current.top = element.scrollTop + sight.current.shift
      }
    }
    if (cursor && cursor.index === active) {
      const now = findShift(cursor.index, cursor.key, keyAt, places.count)
      if (now !== undefined && now !== active) {
        setCursor(now)
        kept.current.active = { key: cursor.key, index: now, top: places.topOf(now) }
        remember()
        return
      }
    }
    kept.current.active = mark(active)
    remember()
  })
  return remember
}
