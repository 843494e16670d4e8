import { DAY_MS, dayOf, MINUTE_MS } from '@yanshu/contracts/days'
import { isComposing } from '@yanshu/ui'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { WallSpan } from '../data/commands.ts'
import type { Placed } from '../model/placed.ts'

/** Where the keyboard stands: a day, in grids with hours a time of it too. */
export interface Cursor {
  readonly day: number
  /** Minutes after midnight. */
  readonly minute: number
}

export interface Moving {
  readonly placed: Placed
  readonly span: WallSpan
}

export interface GridKeysOptions {
  grid: RefObject<HTMLElement | null>
  /** Whether up and down move by hours, or by weeks. */
  hours: boolean
  cursor: Cursor
  onCursor: (cursor: Cursor) => void
  /** What is seen on a day, in order. */
  eventsOf: (day: number) => readonly Placed[]
  onOpen: (placed: Placed, element: HTMLElement, tick?: boolean) => void
  onNew: (cursor: Cursor) => void
  /** Answers false when it is refused. */
  onMove: (placed: Placed, span: WallSpan, copy?: boolean) => unknown
  onDelete: (placed: Placed) => void
  /** Announces something to a screen reader. */
  announce: (said: {
    readonly kind: 'cursor' | 'moving' | 'dropped' | 'back'
    readonly cursor: Cursor
    readonly span?: WallSpan
  }) => void
}

const SLOT = 30
const STEP = 15

const shifted = ({ startWall, endWall, allDay }: WallSpan, start: number, end: number): WallSpan => ({
  allDay,
  startWall: startWall + start,
  endWall: Math.max(endWall + end, startWall + start + (allDay ? DAY_MS : STEP * MINUTE_MS)),
})

/**
 * The keyboard of a grid: one tab stop, arrows move by days and hours, Enter opens what is there or makes something new,
 * arrows go from event to event of a day. M starts moving an event: then arrows move it, with Shift they stretch its end, Enter
 * confirms and Escape moves it back to where it was.
 */
export function useGridKeys(options: GridKeysOptions) {
  const { grid, hours, cursor, onCursor, eventsOf, onOpen, onNew, onMove, onDelete, announce } = options
  const [moving, setMoving] = useState<Moving | null>(null)
  /** What gets the focus after the next render. */
  const focusOn = useRef<string | null>(null)

  useEffect(() => {
    const wanted = focusOn.current
    if (wanted === null) return
    const element = grid.current?.querySelector<HTMLElement>(wanted)
    if (!element) return
    focusOn.current = null
    element.focus()
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })

  const cell = (day: number) => `[data-day="${day}"][role="gridcell"]`
  const chip = (key: string) => `[data-key="${CSS.escape(key)}"]`
  const toCell = (next: Cursor) => {
    focusOn.current = cell(next.day)
    onCursor(next)
    announce({ kind: 'cursor', cursor: next })
  }
  const walk = (days: number, minutes: number) => {
    const minute = Math.max(0, Math.min(1_440 - SLOT, cursor.minute + minutes))
    toCell({ day: cursor.day + days, minute })
  }
  const toEvent = (placed: Placed | undefined) => {
    if (!placed) return false
    grid.current?.querySelector<HTMLElement>(chip(placed.key))?.focus()
    return true
  }

  const moveBy = (event: KeyboardEvent, now: Moving) => {
    const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key]
    const rows = { ArrowUp: -STEP, ArrowDown: STEP }[event.key]
    const timed = hours && !now.span.allDay
    const byClock = timed && rows !== undefined
    const delta = byClock ? rows * MINUTE_MS : (days ?? 0) * DAY_MS
    if (timed === false && hours && rows !== undefined) return
    const span = event.shiftKey ? shifted(now.span, 0, delta) : shifted(now.span, delta, delta)
    const next = { day: dayOf(span.startWall), minute: cursor.minute }
    focusOn.current = chip(now.placed.key)
    setMoving({ ...now, span })
    if (next.day !== cursor.day) onCursor(next)
    announce({ kind: 'moving', cursor: next, span })
  }

  const onMovingKey = (event: KeyboardEvent, now: Moving): boolean => {
    if (event.key.startsWith('Arrow')) {
      moveBy(event, now)
      return true
    }
    const copies = event.key === 'c' || event.key === 'C'
    if (copies || event.key === 'Enter' || event.key === ' ') {
      setMoving(null)
      focusOn.current = chip(now.placed.key)
      const { startWall, endWall } = now.placed
      const moves = copies || now.span.startWall !== startWall || now.span.endWall !== endWall
      if (moves && onMove(now.placed, now.span, copies) === false) return true
      announce({ kind: 'dropped', cursor, span: now.span })
      return true
    }
    if (event.key === 'Escape') {
      setMoving(null)
      focusOn.current = chip(now.placed.key)
      const back = { ...cursor, day: now.placed.firstDay }
      onCursor(back)
      announce({ kind: 'back', cursor: back })
      return true
    }
    return event.key !== 'Tab'
  }

  const onEventKey = (event: KeyboardEvent, element: HTMLElement): boolean => {
    const day = Number(element.closest<HTMLElement>('[data-day]')?.dataset.day ?? cursor.day)
    const seen = eventsOf(day).filter((one) => grid.current?.querySelector(chip(one.key)))
    const at = seen.findIndex((one) => one.key === element.dataset.key)
    const placed = eventsOf(day).find((one) => one.key === element.dataset.key)
    if (!placed) return false
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        if (!toEvent(seen[at + (event.key === 'ArrowDown' ? 1 : -1)])) toCell({ ...cursor, day })
        return true
      case 'ArrowLeft':
      case 'ArrowRight':
        toCell({ ...cursor, day: day + (event.key === 'ArrowRight' ? 1 : -1) })
        return true
      case 'Escape':
        toCell({ ...cursor, day })
        return true
      case 'Enter':
      case ' ':
        onOpen(placed, element, event.key === ' ')
        return true
      case 'Delete':
      case 'Backspace':
        onDelete(placed)
        return true
      case 'm':
      case 'M': {
        const { startWall, endWall, instance } = placed
        const span = { startWall, endWall, allDay: instance.allDay }
        focusOn.current = chip(placed.key)
        setMoving({ placed, span })
        announce({ kind: 'moving', cursor: { ...cursor, day }, span })
        return true
      }
      default:
        return false
    }
  }

  const onCellKey = (event: KeyboardEvent): boolean => {
    switch (event.key) {
      case 'ArrowLeft':
        walk(-1, 0)
        return true
      case 'ArrowRight':
        walk(1, 0)
        return true
      case 'ArrowUp':
        walk(hours ? 0 : -7, hours ? -SLOT : 0)
        return true
      case 'ArrowDown':
        walk(hours ? 0 : 7, hours ? SLOT : 0)
        return true
      case 'Enter':
      case ' ': {
        const [from, to] = [
          cursor.day * DAY_MS + cursor.minute * MINUTE_MS,
          cursor.day * DAY_MS + (cursor.minute + SLOT) * MINUTE_MS,
        ]
        const there = eventsOf(cursor.day).filter(
          (one) => !hours || one.bar || (one.startWall < to && one.endWall > from),
        )
        const first = hours ? there.find((one) => !one.bar) : there[0]
        if (!toEvent(first)) onNew(cursor)
        return true
      }
      case 'n':
      case 'N':
        onNew(cursor)
        return true
      default:
        return false
    }
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return
    const target = event.target instanceof HTMLElement ? event.target : null
    const element = target?.closest<HTMLElement>('[data-key]')
    const done = moving
      ? onMovingKey(event, moving)
      : element
        ? onEventKey(event, element)
        : target?.getAttribute('role') === 'gridcell' && onCellKey(event)
    if (!done) return
    event.preventDefault()
    event.stopPropagation()
  }

  return { onKeyDown, moving, stop: () => setMoving(null) }
}
