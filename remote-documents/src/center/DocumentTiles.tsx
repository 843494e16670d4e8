// biome-ignore-all lint/a11y/useSemanticElements: rows are placed freely, which table elements do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps focus and points at its active tile
import type { ListWindow, WindowView } from '@yanshu/lists'
import {
  EVERYTHING,
  isComposing,
  isSelected,
  type MailListHandle,
  NOTHING,
  type Selection,
  Skeleton,
  withSelected,
} from '@yanshu/ui'
import {
  type Dispatch,
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type SetStateAction,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { DocumentTile } from './DocumentTile.tsx'
import type { DocumentQuery, DocumentRow } from './documentKind.ts'
import { type FontSize, rowsInSight, TILE_GAP, tileAfter, tilePlaces } from './tilePlaces.ts'
import css from './tiles.module.css'

interface DocumentTilesProps {
  ref: Ref<MailListHandle>
  list: ListWindow<DocumentRow, number, DocumentQuery>
  view: WindowView
  active: boolean
  fontSize: FontSize
  label: string
  across: boolean
  selection: Selection
  onSelection: Dispatch<SetStateAction<Selection>>
  onOpen: (id: number) => void
  onDragStart: (event: DragEvent, id: number) => void
  failed: ReactNode
  empty: ReactNode
}

/** Tiles that are drawn before the first answer has come. */
const FIRST_TILES = 12

/** Whether a press is meant for a control inside of a tile. */
const isControl = (event: MouseEvent): boolean =>
  event.target instanceof Element && event.target.closest('button, a, input, label') !== null

/**
 * A list of any length as tiles, in a constant number of elements. Focus stays on the grid and a cursor moves: the arrows, Page
 * Up, Page Down, Home, End (with Shift they select); Enter opens, Space selects, Ctrl or ⌘ A selects all, Escape nothing.
 */
export function DocumentTiles({ ref, list, view, active, fontSize, label, across, ...props }: DocumentTilesProps) {
  const { selection, onSelection, onOpen, onDragStart, failed, empty } = props
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState({ width: 0, height: 0, top: 0 })
  const [cursor, setCursor] = useState(0)
  const [pointing, setPointing] = useState(false)
  const isKnown = view.status !== 'loading' && view.status !== 'new'
  const count = isKnown ? list.length : Math.max(list.length, FIRST_TILES)
  const places = tilePlaces(count, room.width, fontSize)
  const { first, last } = rowsInSight(places, room.top, room.height)
  const at = Math.max(0, Math.min(cursor, count - 1))
  const isEmpty = isKnown && list.length === 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: another element is measured once there are tiles
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => setRoom({ width: element.clientWidth, height: element.clientHeight, top: element.scrollTop })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [isEmpty])
  const from = first * places.columns
  const to = (last + 1) * places.columns
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again where the list has changed
  useEffect(() => {
    if (active) list.show(from, to)
  }, [active, list, from, to, view.version])

  const bringIntoSight = (index: number) => {
    const element = scroller.current
    if (!element) return
    const top = Math.floor(index / places.columns) * places.step
    const end = top + places.step + TILE_GAP
    if (top < element.scrollTop) element.scrollTop = top
    else if (end > element.scrollTop + element.clientHeight) element.scrollTop = end - element.clientHeight
  }
  const isInSight = (index: number) => index >= from && index < to
  const moveTo = (index: number) => {
    setCursor(index)
    setPointing(true)
    bringIntoSight(index)
  }
  const toggle = (index: number, selected?: boolean) => {
    const key = list.idAt(index)
    if (key === undefined) return
    onSelection((now) => withSelected(now, [String(key)], selected ?? !isSelected(now, String(key))))
  }
  useImperativeHandle(ref, () => ({
    focus: () => scroller.current?.focus({ preventScroll: true }),
    scrollToIndex: bringIntoSight,
    setActive: moveTo,
    cursor: () => {
      const isShown = pointing || scroller.current?.matches(':focus-visible')
      return isShown && list.length > 0 && isInSight(at) ? at : undefined
    },
    firstInSight: () => from,
    isInSight: (key) => isInSight(list.indexOf(Number(key))),
    toggle: (key) => toggle(list.indexOf(Number(key))),
  }))

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || event.target !== event.currentTarget || list.length === 0) return
    const page = Math.max(1, Math.floor(room.height / places.step))
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    const next = isPlain ? tileAfter(event.key, at, list.length, places, page) : undefined
    const here = list.idAt(at)
    if (next !== undefined) {
      if (event.shiftKey) for (let i = Math.min(at, next); i <= Math.max(at, next); i++) toggle(i, true)
      moveTo(next)
    } else if (event.key === 'Enter' && here !== undefined) onOpen(here)
    else if (event.key === ' ') toggle(at)
    else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) onSelection(EVERYTHING)
    else if (event.key === 'Escape' && selection !== NOTHING) onSelection(NOTHING)
    else return
    event.preventDefault()
  }
  const onClick = (event: MouseEvent, index: number, key: number) => {
    if (isControl(event)) return
    setCursor(index)
    setPointing(false)
    if (event.ctrlKey || event.metaKey || event.shiftKey) toggle(index)
    else onOpen(key)
  }
  const cell = (index: number) => {
    const key = list.idAt(index)
    const selected = key !== undefined && isSelected(selection, String(key))
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the grid
      <div
        key={key ?? `unknown-${index}`}
        id={`${id}-${index}`}
        role="gridcell"
        aria-selected={selected}
        aria-busy={key === undefined || undefined}
        data-active={index === at || undefined}
        className={css.cell}
        onClick={key === undefined ? undefined : (event) => onClick(event, index, key)}
      >
        {key === undefined ? (
          <Skeleton lines={2} />
        ) : (
          <DocumentTile
            id={key}
            across={across}
            selected={selected}
            onToggle={() => toggle(index)}
            onDragStart={(event) => onDragStart(event, key)}
          />
        )}
      </div>
    )
  }
  const line = (row: number) => {
    const start = row * places.columns
    const indexes = Array.from({ length: Math.min(places.columns, count - start) }, (_, step) => start + step)
    return (
      <div
        key={row}
        role="row"
        aria-rowindex={row + 1}
        className={css.line}
        style={{
          transform: `translateY(${row * places.step + TILE_GAP}px)`,
          height: places.step - TILE_GAP,
          gridTemplateColumns: `repeat(${places.columns}, minmax(0, 1fr))`,
        }}
      >
        {indexes.map(cell)}
      </div>
    )
  }

  if (view.status === 'failed' && list.length === 0) return failed
  if (isEmpty) return empty
  const rows = Array.from({ length: Math.min(places.rows, last + 1) - first }, (_, step) => first + step)
  const cursorRow = Math.floor(at / places.columns)
  // What a screen reader is pointed at is there, also where it was scrolled away.
  if (count > 0 && !rows.includes(cursorRow)) rows.push(cursorRow)
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={places.rows}
      aria-colcount={places.columns}
      aria-multiselectable="true"
      aria-activedescendant={count > 0 ? `${id}-${at}` : undefined}
      tabIndex={0}
      className={css.tiles}
      data-pointing={pointing || undefined}
      onScroll={(event) => {
        const { scrollTop } = event.currentTarget
        setRoom((now) => ({ ...now, top: scrollTop }))
      }}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className={css.sheet} style={{ height: places.height }}>
        {rows.map(line)}
      </div>
    </div>
  )
}
