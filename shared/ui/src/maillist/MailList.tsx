// biome-ignore-all lint/a11y/useSemanticElements: rows are placed freely, which table elements do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: the list keeps focus and points at its active row
import { type KeyboardEvent, useEffect, useId, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { isComposing } from '../hooks/isComposing.ts'
import { useLatest } from '../hooks/useLatest.ts'
import { Headings, headingId } from './Headings.tsx'
import type { ListHeading, MailListProps, MoveCause } from './listProps.ts'
import { SHEET_MAX, sightAt } from './longSheet.ts'
import css from './MailList.module.css'
import { isControl, Row, type RowActs } from './Row.tsx'
import { RowPlaces, scrollFor } from './rowPlaces.ts'
import { EVERYTHING, isSelected, NOTHING, type Selection, withSelected } from './selection.ts'
import { useKeptPlace } from './useKeptPlace.ts'
import { useRowPress } from './useRowPress.ts'
import { useRowWindow } from './useRowWindow.ts'

export type { ListHeading, MailListHandle, MailListProps, MoveCause, RowState } from './listProps.ts'

const LONG_PRESS = 500
const DRAG_DELAY = 700
const NO_HEADINGS: readonly ListHeading[] = []

/**
 * A list of any length in a constant number of elements.
 * Focus stays on the list and a cursor moves: Up, Down, Page Up, Page Down, Home, End (with Shift: select on the way),
 * Enter opens, Space selects, Ctrl/⌘ A selects everything, Escape lets the selection go.
 * It keeps its place when rows come or go above.
 */
export function MailList<T>(props: MailListProps<T>) {
  const { label, count, rowHeight, headings = NO_HEADINGS, headingHeight = 0, rowAt, keyOf } = props
  const { selection = NOTHING, empty, className } = props
  const id = useId()
  const latest = useLatest(props)
  const places = useMemo(() => {
    const starts = headings.map(({ start }) => start).filter((start) => start < count)
    return new RowPlaces(count, rowHeight, starts, headingHeight)
  }, [count, rowHeight, headings, headingHeight])
  const latestPlaces = useLatest(places)
  const scroller = useRef<HTMLDivElement>(null)
  const bare = count === 0 && empty !== undefined
  const { range, fewer, sight, shift, look, draw, lookAndDraw } = useRowWindow({
    scroller,
    places,
    latestPlaces,
    bare,
    isKnown: (index) => rowAt(index) !== undefined,
    onRange: ({ first, last }, inSight) => latest.current.onRange?.(first, last, inSight),
  })
  const [cursor, setCursor] = useState(0)
  // Keys move it; the pointer, and scrolling away from it, take it out of sight.
  const [pointing, setPointing] = useState(false)
  const [touched, setTouched] = useState(false)
  const origin = useRef<number>(undefined)
  /** Rows of the last range that have not come yet; they belong to it as long as the selection and the list are those. */
  const coming = useRef<{ rows: readonly number[]; selection: Selection; count: number } | null>(null)
  const active = Math.max(0, Math.min(cursor, count - 1))

  const indexes = Array.from({ length: range.last - range.first + 1 }, (_, step) => range.first + step).filter(
    (at) => at < count,
  )
  if (count > 0 && (active < range.first || active > range.last)) indexes.push(active)

  const keyAt = (index: number) => {
    const item = latest.current.rowAt(index)
    return item === undefined ? undefined : latest.current.keyOf(item)
  }
  /** Where an item stands now, of those that are drawn. */
  const indexOfKey = (key: string) => indexes.find((index) => keyAt(index) === key)
  const place = useKeptPlace({ scroller, sight, active, setCursor, places, keyAt })

  const scrollToIndex = (index: number, align: 'nearest' | 'start' | 'center' = 'nearest') => {
    const element = scroller.current
    if (!element) return
    if (sight.current.height === 0) look()
    const { top, height } = sight.current
    const next = scrollFor(latestPlaces.current, index, top, height, align)
    if (next === top) return
    sight.current = sightAt(next, latestPlaces.current.height, height)
    element.scrollTop = next - sight.current.shift
    look()
    draw()
  }
  const isInSight = (index: number) => {
    const { top, height } = sight.current
    const places = latestPlaces.current
    const row = places.topOf(index)
    return row + places.rowHeight > top + places.coverOf(index) && row < top + height
  }
  const moveTo = (index: number, cause: MoveCause) => {
    const at = Math.max(0, Math.min(latest.current.count - 1, index))
    setCursor(at)
    setPointing(cause === 'keyboard')
    scrollToIndex(at)
    latest.current.onActive?.(latest.current.rowAt(at), at, cause)
    return at
  }
  useImperativeHandle(props.ref, () => ({
    focus: () => scroller.current?.focus({ preventScroll: true }),
    scrollToIndex,
    setActive: (index) => {
      setCursor(index)
      setPointing(true)
      scrollToIndex(index)
    },
    cursor: () => {
      const shown = pointing || scroller.current?.matches(':focus-visible')
      return shown && count > 0 && isInSight(active) ? active : undefined
    },
    firstInSight: () => {
      const { top } = sight.current
      const places = latestPlaces.current
      const first = places.rowAt(top)
      return places.topOf(first) < top + (top > 0 ? places.coverOf(first) : 0) ? first + 1 : first
    },
    isInSight: (key) => {
      const at = indexOfKey(key)
      return at !== undefined && isInSight(at)
    },
    toggle: (key, asRange) => {
      const at = indexOfKey(key)
      if (at !== undefined) toggle(at, asRange)
    },
  }))

  const select = (next: Selection) => latest.current.onSelectionChange?.(next)
  const selectRows = (rows: readonly number[]) => {
    const keys = rows.map(keyAt).filter((key) => key !== undefined)
    const next = withSelected(selection, keys, true)
    coming.current = { rows: rows.filter((row) => keyAt(row) === undefined), selection: next, count }
    select(next)
  }
  const toggle = (index: number, asRange = false) => {
    const from = origin.current
    if (asRange && from !== undefined) {
      const [low, high] = from < index ? [from, index] : [index, from]
      selectRows(Array.from({ length: high - low + 1 }, (_, step) => low + step))
      return
    }
    const key = keyAt(index)
    if (key === undefined) return
    select(withSelected(selection, [key], !isSelected(selection, key)))
    origin.current = index
  }
  // Rows that were passed before they were loaded are selected once they are.
  useEffect(() => {
    if (!coming.current) return
    const { rows, selection: made, count: of } = coming.current
    if (made !== selection || of !== count) coming.current = null
    else if (rows.some((row) => keyAt(row) !== undefined)) selectRows(rows)
  })

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || event.target !== event.currentTarget || count === 0) return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1)
    const item = rowAt(active)
    const moves: Readonly<Partial<Record<string, number>>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: count - 1,
    }
    const to = moves[event.key]
    if (to !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey) {
      if (event.shiftKey) origin.current ??= active
      const at = moveTo(to, 'keyboard')
      if (event.shiftKey) toggle(at, true)
      else origin.current = undefined
    } else if (event.key === 'Enter' && item !== undefined) props.onOpen(item, active)
    else if (event.key === ' ') toggle(active, event.shiftKey)
    else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) select(EVERYTHING)
    else if (event.key === 'Escape' && selection !== NOTHING && props.onSelectionChange) select(NOTHING)
    else {
      props.onKeyDown?.(event, item, active)
      return
    }
    event.preventDefault()
  }

  const swipeOf = (side: -1 | 1) => (side < 0 ? latest.current.swipeLeft : latest.current.swipeRight)
  const press = useRowPress({
    dragDelay: props.dragDelay ?? DRAG_DELAY,
    longPressDelay: LONG_PRESS,
    onDragStart:
      props.onDragStart && ((key, point) => withKey(key, (item, index) => props.onDragStart?.(item, index, point))),
    onLongPress: (key, point) =>
      withKey(key, (item, index) => (props.onLongPress ? props.onLongPress(item, index, point) : toggle(index))),
    canSwipe: (_key, side) => swipeOf(side) !== undefined,
    onSwipe: (key, side) => withKey(key, (item, index) => swipeOf(side)?.onSwipe(item, index)),
  })
  /** Acts on the row of a mail where it stands now; not at all when it has gone. */
  const withKey = (key: string, act: (item: T, index: number) => void) => {
    const at = indexOfKey(key)
    if (at !== undefined) withItem(at, (item) => act(item, at))
  }
  const withItem = (index: number, act: (item: T) => void) => {
    const item = latest.current.rowAt(index)
    if (item !== undefined) act(item)
  }

  const acts = useLatest<RowActs>({
    press,
    click(event, index) {
      if (press.consumed() || isControl(event.target, event.currentTarget)) return
      moveTo(index, 'pointer')
      if (event.shiftKey) {
        origin.current ??= active
        toggle(index, true)
      } else if (event.ctrlKey || event.metaKey) toggle(index)
      else withItem(index, (item) => props.onOpen(item, index))
    },
    contextMenu(event, index) {
      withItem(index, (item) => {
        if (!props.onContextMenu) return
        event.preventDefault()
        moveTo(index, 'pointer')
        props.onContextMenu(item, index, { x: event.clientX, y: event.clientY })
      })
    },
    toggle,
    touch: () => setTouched(true),
  })

  if (bare) return <div className={cx(css.list, className)}>{empty}</div>

  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={count}
      aria-multiselectable={props.onSelectionChange ? true : undefined}
      aria-activedescendant={count > 0 ? `${id}-${active}` : undefined}
      tabIndex={0}
      className={cx(css.list, className)}
      data-pointing={pointing || undefined}
      onScroll={() => {
        lookAndDraw()
        place()
        if (pointing && !isInSight(active)) setPointing(false)
      }}
      onKeyDown={onKeyDown}
    >
      {headings.length > 0 && <Headings id={id} headings={headings} places={places} range={range} shift={shift} />}
      <div role="rowgroup" className={css.sheet} style={{ height: Math.min(places.height, SHEET_MAX) }}>
        {indexes.map((index) => {
          const item = rowAt(index)
          const rowKey = item === undefined ? undefined : keyOf(item)
          const section = places.sectionOf(index)
          return (
            <Row
              // Of the mail, not of the place: what is pressed, focused or swiped moves along when rows come above.
              key={rowKey ?? `unknown-${index}`}
              id={`${id}-${index}`}
              rowKey={rowKey}
              item={item}
              index={index}
              active={index === active}
              selected={rowKey !== undefined && isSelected(selection, rowKey)}
              open={rowKey !== undefined && rowKey === props.openKey}
              selectable={props.onSelectionChange !== undefined}
              renderRow={props.renderRow}
              renderTools={props.renderTools}
              renderPlaceholder={props.renderPlaceholder}
              // Until a finger has touched the list, nothing is swiped.
              swipeLeft={touched ? props.swipeLeft : undefined}
              swipeRight={touched ? props.swipeRight : undefined}
              // The row of the cursor may be far away: below the end of the sheet it would make that longer.
              top={Math.min(places.topOf(index) - shift, SHEET_MAX - rowHeight)}
              height={rowHeight}
              describedBy={places.starts[section] === index ? headingId(id, section) : undefined}
              // What a screen reader is pointed at is read at once.
              later={fewer && index !== active}
              acts={acts}
            />
          )
        })}
      </div>
    </div>
  )
}
