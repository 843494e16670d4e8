import { type RefObject, type UIEvent, useLayoutEffect, useState } from 'react'

export interface LineWindow {
  /** Indexes of the lines to draw, ascending: those in sight, some around them, and the one that must not go. */
  readonly shown: readonly number[]
  /** Height of a line in px. */
  readonly lineHeight: number
  readonly onScroll: (event: UIEvent<HTMLElement>) => void
  /** Brings a line into sight. */
  readonly reveal: (index: number) => void
}

/** Lines drawn above and below those in sight. */
const AROUND = 6

/**
 * Which lines of a long list are drawn. All lines have one height, which is measured at the first of them
 * (`[data-line]`), because it follows the font size.
 * @param keep a line that is drawn even out of sight, because `aria-activedescendant` names it; -1 for none
 */
export function useLineWindow(ref: RefObject<HTMLElement | null>, count: number, keep: number): LineWindow {
  const [top, setTop] = useState(0)
  const [size, setSize] = useState({ height: 0, line: 32 })
  const hasLines = count > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: without a line there was nothing to measure
  useLayoutEffect(() => {
    const list = ref.current
    if (!list) return
    const measure = () => {
      const line = list.querySelector<HTMLElement>('[data-line]')?.offsetHeight
      setSize((now) => {
        const next = { height: list.clientHeight, line: line || now.line }
        return next.height === now.height && next.line === now.line ? now : next
      })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(list)
    return () => observer.disconnect()
  }, [ref, hasLines])
  const last = Math.min(count - 1, Math.ceil((top + size.height) / size.line) + AROUND)
  const first = Math.max(0, Math.min(Math.floor(top / size.line) - AROUND, last))
  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
  if (keep >= 0 && keep < count && keep < first) shown.unshift(keep)
  if (keep >= 0 && keep < count && keep > last) shown.push(keep)
  return {
    shown,
    lineHeight: size.line,
    onScroll: (event) => setTop(event.currentTarget.scrollTop),
    reveal(index) {
      const list = ref.current
      if (!list) return
      const from = index * size.line
      if (from < list.scrollTop) list.scrollTop = from
      else if (from + size.line > list.scrollTop + list.clientHeight) {
        list.scrollTop = from + size.line - list.clientHeight
      }
    },
  }
}
