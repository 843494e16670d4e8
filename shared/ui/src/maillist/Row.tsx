// biome-ignore-all lint/a11y/useSemanticElements: rows are placed freely, which table elements do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: the list keeps focus and points at its active row
import { type MouseEvent, memo, type ReactNode, type RefObject, useDeferredValue, useRef, useState } from 'react'
import { afterPaint } from '../hooks/afterPaint.ts'
import { Icon } from '../icons/Icon.tsx'
import type { RowState } from './listProps.ts'
import css from './MailList.module.css'
import type { RowPress, SwipeAction } from './useRowPress.ts'

/** What is done with a row. Read when it is done, so that rows stay as they are while the list is drawn. */
export interface RowActs {
  press: RowPress
  click(event: MouseEvent, index: number): void
  contextMenu(event: MouseEvent, index: number): void
  toggle(index: number, asRange?: boolean): void
  /** A finger has touched the list. */
  touch(): void
}

/** Draws an item of the list's own type, which a memo cannot name: as a method, it is not asked for. */
type Draw = { draw(item: unknown, state: RowState): ReactNode }['draw']

/** Of the same item drawn by the same functions a row is not drawn again. */
interface RowProps {
  id: string
  rowKey: string | undefined
  item: unknown
  index: number
  active: boolean
  selected: boolean
  open: boolean
  selectable: boolean
  renderRow: Draw
  renderTools: Draw | undefined
  renderPlaceholder: ((index: number) => ReactNode) | undefined
  swipeLeft: Omit<SwipeAction<never>, 'onSwipe'> | undefined
  swipeRight: Omit<SwipeAction<never>, 'onSwipe'> | undefined
  /** px from the beginning of the list. */
  top: number
  /** px. */
  height: number
  /** The heading above, for the first row below it. */
  describedBy: string | undefined
  /** A row that is made now is drawn when this ends. */
  later: boolean
  acts: RefObject<RowActs>
}

/** One row. Parts that only a pointer or finger on it needs (tools, the grounds of a swipe) are made when it is touched. */
export const Row = memo(function Row(props: RowProps) {
  const {
    id,
    rowKey,
    item,
    index,
    active,
    selected,
    open,
    top,
    height,
    describedBy,
    swipeLeft,
    swipeRight,
    later,
    acts,
  } = props
  const [made, setMade] = useState(!later)
  if (!made && !later) setMade(true)
  const [near, setNear] = useState(false)
  const leaving = useRef<() => void>(undefined)
  const enter = () => {
    leaving.current?.()
    setNear(true)
  }
  // CSS hides them at once; they are removed after the next frame, so that the pointer's next target is not delayed.
  const leave = () => {
    leaving.current = afterPaint(() => setNear(false))
  }
  // The cursor may move on before Tab can be pressed.
  const handy = useDeferredValue(near || active)
  const state: RowState = {
    index,
    active,
    selected,
    open,
    tabIndex: active ? 0 : -1,
    toggle: (asRange) => acts.current.toggle(index, asRange),
  }
  if (!made) return null
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the list
    <div
      id={id}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={props.selectable ? selected : undefined}
      aria-current={open || undefined}
      aria-busy={item === undefined || undefined}
      aria-describedby={describedBy}
      data-active={active || undefined}
      className={css.row}
      style={{ height, transform: `translateY(${top}px)` }}
      onClick={(event) => acts.current.click(event, index)}
      onPointerEnter={(event) => event.pointerType !== 'touch' && enter()}
      onPointerLeave={leave}
      onPointerDown={(event) => {
        const { touch, press } = acts.current
        if (event.pointerType === 'touch') touch()
        if (rowKey !== undefined && !isControl(event.target, event.currentTarget)) press.onPointerDown(event, rowKey)
      }}
      onPointerMove={(event) => acts.current.press.onPointerMove(event)}
      onPointerUp={(event) => acts.current.press.onPointerUp(event)}
      onPointerCancel={() => acts.current.press.onPointerCancel()}
      onContextMenu={(event) => acts.current.contextMenu(event, index)}
    >
      {swipeLeft && <SwipeGround side="left" action={swipeLeft} />}
      {swipeRight && <SwipeGround side="right" action={swipeRight} />}
      <div role="gridcell" className={css.cell}>
        {item === undefined ? (props.renderPlaceholder?.(index) ?? <Placeholder />) : props.renderRow(item, state)}
      </div>
      {item !== undefined && props.renderTools && handy && (
        <div role="gridcell" className={css.tools}>
          {props.renderTools(item, state)}
        </div>
      )}
    </div>
  )
})

/** Whether a press is meant for a control inside the row rather than for the row. */
export function isControl(target: EventTarget, row: EventTarget): boolean {
  const control =
    target instanceof Element ? target.closest('button, a, input, label, [role=button], [role=checkbox]') : null
  return control !== null && row instanceof Element && row.contains(control)
}

function SwipeGround({ side, action }: { side: 'left' | 'right'; action: NonNullable<RowProps['swipeLeft']> }) {
  return (
    <div aria-hidden="true" className={css.swipe} data-side={side} data-tone={action.tone}>
      <Icon name={action.icon} size={20} />
      {action.label}
    </div>
  )
}

function Placeholder() {
  return (
    <div className={css.placeholder}>
      <span />
      <span />
    </div>
  )
}
