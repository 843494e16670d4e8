// biome-ignore-all lint/a11y/useSemanticElements: rows are placed freely, which table elements do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: the list keeps focus and points at its active row
import { type MouseEvent, useDeferredValue, useState } from 'react'
import { Icon } from '../icons/Icon.tsx'
import type { MailListProps, RowState } from './listProps.ts'
import css from './MailList.module.css'
import type { RowPress, SwipeAction } from './useRowPress.ts'

interface RowProps<T> {
  id: string
  rowKey: string | undefined
  item: T | undefined
  state: RowState
  list: MailListProps<T>
  /** px from the beginning of the list. */
  top: number
  /** The heading above, for the first row below it. */
  describedBy: string | undefined
  press: RowPress
  /** Whether a finger has touched the list, so that rows may be swiped. */
  swipes: boolean
  /** A row that is made now is drawn a moment later. */
  later: boolean
  onTouch: () => void
  onClick: (event: MouseEvent) => void
  onContextMenu: (event: MouseEvent) => void
}

/** One row. Parts that only a pointer or finger on it needs (tools, the grounds of a swipe) are made when it is touched. */
export function Row<T>(props: RowProps<T>) {
  const { id, rowKey, item, state, list, top, describedBy, press, swipes, later, onTouch, onClick, onContextMenu } = props
  const made = useDeferredValue(true, !later)
  const [near, setNear] = useState(false)
  const { index, active, selected, open } = state
  const { rowHeight, swipeLeft, swipeRight } = list
  // The cursor may walk on before anybody could have pressed Tab.
  const handy = useDeferredValue(near || active)
  if (!made) return null
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the list
    <div
      id={id}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={list.onSelectionChange ? selected : undefined}
      aria-current={open || undefined}
      aria-busy={item === undefined || undefined}
      aria-describedby={describedBy}
      data-active={active || undefined}
      className={css.row}
      style={{ height: rowHeight, transform: `translateY(${top}px)` }}
      onClick={onClick}
      onPointerEnter={(event) => event.pointerType !== 'touch' && setNear(true)}
      onPointerLeave={() => setNear(false)}
      onPointerDown={(event) => {
        if (event.pointerType === 'touch') onTouch()
        if (rowKey !== undefined && !isControl(event.target, event.currentTarget)) press.onPointerDown(event, rowKey)
      }}
      onPointerMove={press.onPointerMove}
      onPointerUp={press.onPointerUp}
      onPointerCancel={press.onPointerCancel}
      onContextMenu={onContextMenu}
    >
      {swipes && swipeLeft && <SwipeGround side="left" action={swipeLeft} />}
      {swipes && swipeRight && <SwipeGround side="right" action={swipeRight} />}
      <div role="gridcell" className={css.cell}>
        {item === undefined ? (list.renderPlaceholder?.(index) ?? <Placeholder />) : list.renderRow(item, state)}
      </div>
      {item !== undefined && list.renderTools && handy && (
        <div role="gridcell" className={css.tools}>
          {list.renderTools(item, state)}
        </div>
      )}
    </div>
  )
}

/** Whether a press is meant for a control inside the row rather than for the row. */
export function isControl(target: EventTarget, row: EventTarget): boolean {
  const control =
    target instanceof Element ? target.closest('button, a, input, label, [role=button], [role=checkbox]') : null
  return control !== null && row instanceof Element && row.contains(control)
}

function SwipeGround<T>({ side, action }: { side: 'left' | 'right'; action: SwipeAction<T> }) {
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
