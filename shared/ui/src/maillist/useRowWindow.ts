import { type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterPaint } from '../hooks/afterPaint.ts'
import { useLatest } from '../hooks/useLatest.ts'
import { type Sight, sightAfter } from './longSheet.ts'
import { covers, overlaps, type RowPlaces, type RowWindow, rowWindow } from './rowPlaces.ts'

/** A list that becomes longer or shorter by more rows at once begins anew with those in sight. */
const FEW_ROWS = 4

/**
 * How high a list was last, in px. The next one draws so many rows at once: to ask it how high it is, the browser would
 * have to lay out the page in the middle of a change.
 */
let lastHeight = 0

interface RowWindowParts {
  scroller: RefObject<HTMLDivElement | null>
  places: RowPlaces
  latestPlaces: RefObject<RowPlaces>
  /** Nothing is drawn in place of the list. */
  bare: boolean
  /** Whether the row of an index has been loaded. */
  isKnown: (index: number) => boolean
  /** Called with the rows that are drawn or will be, in sight and beyond, before they are, and those in sight. */
  onRange: (range: RowWindow, inSight: RowWindow) => void
}

interface UsedRowWindow {
  range: RowWindow
  /** Many rows have just gone: that they are gone is drawn first, and then what moved up into their place. */
  fewer: boolean
  /** As scroll and resize reported last. */
  sight: RefObject<Sight>
  /** That of `sight` as it is drawn. */
  shift: number
  /** Asks the element where it stands. */
  look: () => void
  /** Draws the rows that are in sight now. */
  draw: () => void
  lookAndDraw: () => void
}

const same = (a: RowWindow, b: RowWindow) => a.first === b.first && a.last === b.last

/**
 * Which rows of a list are drawn. After a jump, and in a list that is new or has lost many rows, those in sight come
 * first; those beyond follow when the first have been painted, and delay nothing.
 */
export function useRowWindow(parts: RowWindowParts): UsedRowWindow {
  const { scroller, places, latestPlaces, bare, isKnown, onRange } = parts
  const sight = useRef<Sight>({ top: 0, height: lastHeight || globalThis.innerHeight, shift: 0 })
  const [shift, setShift] = useState(0)
  const windowOf = (which: 'in sight' | 'and beyond', of: RowPlaces) => {
    const { top, height } = sight.current
    const from = Math.min(top, Math.max(0, of.height - height))
    return which === 'in sight' ? rowWindow(of, from, height, 0) : rowWindow(of, from, height)
  }
  const [range, setRange] = useState<RowWindow>(() => windowOf('in sight', places))
  const [drawnCount, setDrawnCount] = useState(places.count)
  const [fewer, setFewer] = useState(false)
  if (drawnCount !== places.count) {
    setDrawnCount(places.count)
    if (Math.abs(drawnCount - places.count) > FEW_ROWS) {
      setRange(windowOf('in sight', places))
      setFewer(drawnCount > places.count)
    }
  }

  const notified = useRef<RowWindow>(null)
  const report = (next: RowWindow, inSight: RowWindow) => {
    if (notified.current && same(notified.current, next)) return
    notified.current = next
    onRange(next, inSight)
  }
  const look = () => {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {}
    const height = clientHeight || sight.current.height
    const next = sightAfter(sight.current, scrollTop, latestPlaces.current.height, height)
    sight.current = next
    const wanted = next.top - next.shift
    if (scroller.current && wanted !== scrollTop) scroller.current.scrollTop = wanted
    if (clientHeight > 0) lastHeight = clientHeight
  }
  const draw = () => {
    const inSight = windowOf('in sight', latestPlaces.current)
    const wanted = windowOf('and beyond', latestPlaces.current)
    report(wanted, inSight)
    setShift(sight.current.shift)
    setRange((now) => (covers(now, inSight) ? now : overlaps(now, inSight) ? wanted : inSight))
  }
  const drawLatest = useLatest(draw)
  const lookAndDraw = useLatest(() => {
    look()
    // Where rows in sight are not drawn, React's own turn comes after a frame without them.
    if (shift === sight.current.shift && covers(range, windowOf('in sight', latestPlaces.current))) draw()
    else flushSync(draw)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again when the size of the list changes
  useLayoutEffect(() => drawLatest.current(), [places])
  useEffect(() => {
    const element = scroller.current
    if (!element || bare) return
    const observer = new ResizeObserver(() => lookAndDraw.current())
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller, lookAndDraw, bare])
  useEffect(() => {
    if (fewer) return afterPaint(() => startTransition(() => setFewer(false)))
  }, [fewer])
  useEffect(() => {
    const { first, last } = windowOf('in sight', places)
    if (fewer || same(range, windowOf('and beyond', places))) return
    for (let index = first; index <= last; index++) if (!isKnown(index)) return
    return afterPaint(() => startTransition(() => setRange(windowOf('and beyond', latestPlaces.current))))
  })
  return { range, fewer, sight, shift, look, draw, lookAndDraw: () => lookAndDraw.current() }
}
