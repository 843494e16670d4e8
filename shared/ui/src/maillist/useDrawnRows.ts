import { startTransition, useEffect, useRef, useState } from 'react'
import { type RowPlaces, type RowWindow, rowWindow } from './rowPlaces.ts'

/** Rows of a list whose height is not known yet: as many as most windows show. */
const FIRST_ROWS = 12

interface DrawnRows extends RowWindow {
  /** Whether rows beyond those in sight are still to be drawn. */
  readonly onlySight: boolean
}

const meet = (one: RowWindow, other: RowWindow) => one.first <= other.last && other.first <= one.last

/**
 * Which rows of a list are drawn. Where nothing of what is drawn stays in sight (a new list, a jump), those in sight
 * come first and those beyond them only when these have been painted: it halves the wait.
 *
 * @param isKnown whether the mail in a row is known; rows beyond wait for it.
 */
export function useDrawnRows(count: number, isKnown: (index: number) => boolean) {
  const [range, setRange] = useState<DrawnRows>({ first: 0, last: Math.min(count, FIRST_ROWS) - 1, onlySight: true })
  const around = useRef<RowWindow>(undefined)

  const drawAt = (places: RowPlaces, top: number, height: number) => {
    const whole = rowWindow(places, top, height)
    const sight = rowWindow(places, top, height, 0)
    around.current = whole
    setRange((now) => {
      const onlySight = now.onlySight || !meet(now, sight)
      const { first, last } = onlySight ? sight : whole
      return now.first === first && now.last === last && now.onlySight === onlySight ? now : { first, last, onlySight }
    })
  }

  const ready = range.onlySight && range.last >= range.first && isKnown(range.first)
  useEffect(() => {
    if (!ready) return
    let timer: ReturnType<typeof setTimeout> | undefined
    // The first task after the frame: before it, this would still delay what is in sight.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() =>
        startTransition(() => setRange((now) => ({ ...(around.current ?? now), onlySight: false }))),
      )
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [ready])

  return { range, drawAt }
}
