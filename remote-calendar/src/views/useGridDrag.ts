import { DAY_MS, MINUTE_MS } from '@yanshu/contracts/days'
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { WallSpan } from '../data/commands.ts'
import type { Placed } from '../model/placed.ts'

/** What the pointer is doing: making something new, moving an event, or stretching its end. */
export interface Dragging {
  readonly kind: 'new' | 'move' | 'stretch'
  readonly placed: Placed | null
  readonly span: WallSpan
}

interface Point {
  readonly day: number
  /** Minutes after midnight; null over a part without hours. */
  readonly minute: number | null
}

/** A press becomes a drag when the pointer has moved this far, in px. */
const DRAG_AFTER = 5
const STEP = 15

/** This near to an edge of what scrolls, and beyond its end, a drag scrolls it by so much a frame; in px. */
const EDGE = 28
const SCROLL_BY = 9

/**
 * The day and the time under a point of the window. The cell that lies there counts, and not the one that an event is
 * part of: a bar of several days belongs to the first of them.
 */
function pointAt(x: number, y: number): Point | null {
  for (const cell of document.elementsFromPoint(x, y)) {
    if (!(cell instanceof HTMLElement) || cell.dataset.day === undefined) continue
    const day = Number(cell.dataset.day)
    if (cell.dataset.hours === undefined) return { day, minute: null }
    const { top, height } = cell.getBoundingClientRect()
    const minute = Math.floor((((y - top) / height) * 1_440) / STEP) * STEP
    return { day, minute: Math.max(0, Math.min(1_440 - STEP, minute)) }
  }
  return null
}

const wallAt = ({ day, minute }: Point): number => day * DAY_MS + (minute ?? 0) * MINUTE_MS

function newSpan(from: Point, to: Point): WallSpan {
  const [a, b] = wallAt(from) <= wallAt(to) ? [from, to] : [to, from]
  if (from.minute === null || to.minute === null) {
    return { startWall: a.day * DAY_MS, endWall: (b.day + 1) * DAY_MS, allDay: true }
  }
  return { startWall: wallAt(a), endWall: wallAt(b) + STEP * MINUTE_MS, allDay: false }
}

function movedSpan(placed: Placed, from: Point, to: Point): WallSpan {
  const { startWall, endWall, instance } = placed
  if (instance.allDay && to.minute !== null) {
    return { startWall: wallAt(to), endWall: wallAt(to) + 60 * MINUTE_MS, allDay: false }
  }
  if (!instance.allDay && from.minute !== null && to.minute === null) {
    return { startWall: to.day * DAY_MS, endWall: (to.day + 1) * DAY_MS, allDay: true }
  }
  const byClock = from.minute !== null && to.minute !== null
  const delta = (to.day - from.day) * DAY_MS + (byClock ? ((to.minute ?? 0) - (from.minute ?? 0)) * MINUTE_MS : 0)
  return { startWall: startWall + delta, endWall: endWall + delta, allDay: instance.allDay }
}

/** A bar ends on the day under the pointer and keeps the hour of its end; a block ends at the time under the pointer. */
function stretchedSpan({ startWall, endWall, lastDay, bar, instance: { allDay } }: Placed, to: Point): WallSpan {
  const end = bar || to.minute === null ? endWall + (to.day - lastDay) * DAY_MS : wallAt(to) + STEP * MINUTE_MS
  return { startWall, endWall: Math.max(end, startWall + (allDay ? DAY_MS : STEP * MINUTE_MS)), allDay }
}

export interface GridDragOptions {
  /** What scrolls when the pointer comes to its edge; what lies above it is no edge. */
  scroller?: RefObject<HTMLElement | null>
  onNew: (span: WallSpan) => void
  onMove: (placed: Placed, span: WallSpan, copy?: boolean) => void
}

/** Makes, moves, copies (Control or Alt) and stretches events with the pointer. Touch scrolls; a tap opens or makes. Escape cancels. */
export function useGridDrag({ scroller, onNew, onMove }: GridDragOptions) {
  const [dragging, setDragging] = useState<Dragging | null>(null)
  const stop = useRef(() => {})
  /** A drag ends with a click on the element under the pointer, which has to be ignored. */
  const justDragged = useRef(false)
  useEffect(() => () => stop.current(), [])

  const begin = (event: PointerEvent<HTMLElement>, placed: Placed | null) => {
    justDragged.current = false
    if (event.button !== 0 || event.pointerType === 'touch') return
    const from = pointAt(event.clientX, event.clientY)
    if (!from) return
    event.stopPropagation()
    const target = event.target instanceof HTMLElement ? event.target : null
    const kind = placed ? (target?.dataset.stretch !== undefined ? 'stretch' : 'move') : 'new'
    const start = { x: event.clientX, y: event.clientY }
    const control = new AbortController()
    const { signal } = control
    let last: Dragging | null = null
    let pointer = start
    let frame = 0
    stop.current = () => {
      control.abort()
      cancelAnimationFrame(frame)
      setDragging(null)
    }
    const follow = (move: globalThis.PointerEvent) => {
      pointer = { x: move.clientX, y: move.clientY }
      if (!last && Math.hypot(pointer.x - start.x, pointer.y - start.y) < DRAG_AFTER) return
      show()
      frame ||= requestAnimationFrame(scroll)
    }
    const scroll = () => {
      frame = 0
      const box = scroller?.current
      if (!box) return
      const { top, bottom } = box.getBoundingClientRect()
      const by = pointer.y > bottom - EDGE ? SCROLL_BY : pointer.y >= top && pointer.y < top + EDGE ? -SCROLL_BY : 0
      const before = box.scrollTop
      box.scrollTop += by
      if (box.scrollTop === before) return
      show()
      frame = requestAnimationFrame(scroll)
    }
    const show = () => {
      const to = pointAt(pointer.x, pointer.y)
      if (!to) return
      const span =
        placed === null
          ? newSpan(from, to)
          : kind === 'stretch'
            ? stretchedSpan(placed, to)
            : movedSpan(placed, from, to)
      // Drawn by steps, and not with every move of the pointer: the whole week is packed for it.
      if (last && last.span.startWall === span.startWall && last.span.endWall === span.endWall) {
        if (last.span.allDay === span.allDay) return
      }
      last = { kind, placed, span }
      setDragging(last)
    }
    const end = (up: globalThis.PointerEvent) => {
      const done = last
      stop.current()
      if (!done) return
      justDragged.current = true
      setTimeout(() => {
        justDragged.current = false
      })
      if (!done.placed) onNew(done.span)
      else if (done.span.startWall !== done.placed.startWall || done.span.endWall !== done.placed.endWall) {
        // Control, and Option where Control opens menus, as in the file managers of the systems.
        onMove(done.placed, done.span, done.kind === 'move' && (up.ctrlKey || up.altKey))
      }
    }
    document.addEventListener('pointermove', follow, { signal })
    document.addEventListener('pointerup', end, { signal })
    document.addEventListener('pointercancel', () => stop.current(), { signal })
    document.addEventListener(
      'keydown',
      (key) => {
        if (key.key !== 'Escape') return
        key.stopPropagation()
        stop.current()
        // The press goes on; the click that ends it is none.
        justDragged.current = true
      },
      { signal, capture: true },
    )
  }
  return { dragging, begin, justDragged }
}

/** Where a press of the pointer stands. */
export const pressedAt = (event: { clientX: number; clientY: number }): Point | null =>
  pointAt(event.clientX, event.clientY)
