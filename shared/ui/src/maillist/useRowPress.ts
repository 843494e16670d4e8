import { type PointerEvent, useEffect, useRef } from 'react'
import { useLatest } from '../hooks/useLatest.ts'
import type { IconName } from '../icons/paths.ts'

/** What a swipe does, and how it shows itself below the row. */
export interface SwipeAction<T> {
  readonly icon: IconName
  readonly label: string
  readonly tone: 'accent' | 'danger' | 'success' | 'star'
  readonly onSwipe: (item: T, index: number) => void
}

export interface RowPressOptions {
  /** ms of holding the mouse until a drag begins (§9). */
  dragDelay: number
  /** ms of holding a finger until it counts as a long press. */
  longPressDelay: number
  onDragStart?: ((key: string, point: { x: number; y: number }) => void) | undefined
  onLongPress?: ((key: string, point: { x: number; y: number }) => void) | undefined
  /** Whether a swipe to the side (-1 left, 1 right) means something. */
  canSwipe: (key: string, side: -1 | 1) => boolean
  onSwipe: (key: string, side: -1 | 1) => void
}

const STILL = 6
/** px from where the mouse is on a drag, without waiting. */
const DRAG_FROM = 10
const SWIPE_FROM = 96

interface Press {
  /** Of the row it began on: others may come or go above while it lasts. */
  key: string
  x: number
  y: number
  touch: boolean
  row: HTMLElement
  swiping: boolean
  done: boolean
  timer: ReturnType<typeof setTimeout>
}

export interface RowPress {
  onPointerDown: (event: PointerEvent, key: string) => void
  onPointerMove: (event: PointerEvent) => void
  onPointerUp: (event: PointerEvent) => void
  onPointerCancel: () => void
  /** Whether the last press became something else than a click; read it in `onClick`. */
  consumed: () => boolean
}

/** Decides what a press on a row becomes: click, drag (mouse held or moved), long press (finger held) or swipe. */
export function useRowPress(options: RowPressOptions): RowPress {
  const latest = useLatest(options)
  const press = useRef<Press>(undefined)
  const used = useRef(false)
  useEffect(() => () => clearTimeout(press.current?.timer), [])

  const slide = (row: HTMLElement, dx: number) => {
    row.dataset.swipe = dx < 0 ? 'left' : dx > 0 ? 'right' : ''
    row.dataset.far = Math.abs(dx) >= SWIPE_FROM ? 'yes' : 'no'
    row.style.setProperty('--swipe', `${dx}px`)
  }
  const clear = () => {
    const now = press.current
    if (!now) return
    clearTimeout(now.timer)
    if (now.swiping) {
      slide(now.row, 0)
      delete now.row.dataset.swipe
    }
    press.current = undefined
  }

  return {
    consumed: () => used.current,
    onPointerDown(event, key) {
      clear()
      used.current = false
      if (event.button !== 0 || !(event.currentTarget instanceof HTMLElement)) return
      const touch = event.pointerType !== 'mouse'
      const point = { x: event.clientX, y: event.clientY }
      const { dragDelay, longPressDelay } = latest.current
      const timer = setTimeout(
        () => {
          const { onDragStart, onLongPress } = latest.current
          const act = touch ? onLongPress : onDragStart
          if (!act) return
          used.current = true
          if (press.current) press.current.done = true
          act(key, point)
        },
        touch ? longPressDelay : dragDelay,
      )
      press.current = { key, ...point, touch, row: event.currentTarget, swiping: false, done: false, timer }
    },
    onPointerMove(event) {
      const now = press.current
      if (!now || now.done) return
      const dx = event.clientX - now.x
      const dy = event.clientY - now.y
      const distance = Math.hypot(dx, dy)
      if (distance > STILL) clearTimeout(now.timer)
      if (!now.touch) {
        const { onDragStart } = latest.current
        if (!onDragStart || distance <= DRAG_FROM) return
        used.current = true
        now.done = true
        onDragStart(now.key, { x: event.clientX, y: event.clientY })
        return
      }
      if (!now.swiping) {
        if (Math.abs(dx) < 12 || Math.abs(dx) < Math.abs(dy) * 1.5) return
        now.swiping = true
        used.current = true
        now.row.setPointerCapture?.(event.pointerId)
      }
      const allowed = latest.current.canSwipe(now.key, dx < 0 ? -1 : 1)
      slide(now.row, allowed ? dx : dx / 6)
    },
    onPointerUp(event) {
      const now = press.current
      if (now?.swiping) {
        const dx = event.clientX - now.x
        const side = dx < 0 ? -1 : 1
        if (Math.abs(dx) >= SWIPE_FROM && latest.current.canSwipe(now.key, side)) {
          latest.current.onSwipe(now.key, side)
        }
      }
      clear()
    },
    onPointerCancel: clear,
  }
}
