import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import css from './Splitter.module.css'

export interface SplitterProps {
  /** What it resizes. */
  label: string
  /** Size of the pane in px. */
  value: number
  min: number
  max: number
  /** Follows every move. */
  onChange: (value: number) => void
  /** The size people settled on; save it here. */
  onCommit?: ((value: number) => void) | undefined
  /** The pane stands after the splitter instead of before it. */
  after?: boolean | undefined
  /** Panes above and below each other. */
  horizontal?: boolean | undefined
}

const STEP = 16

/** A line between two panes that can be dragged, or moved with the arrow keys. Double-click sets the middle of its range. */
export function Splitter({ label, value, min, max, onChange, onCommit, after, horizontal }: SplitterProps) {
  const drag = useRef<{ at: number; from: number; now: number }>(undefined)
  const sign = after ? -1 : 1
  const clamp = (next: number) => Math.round(Math.min(max, Math.max(min, next)))
  const settle = (next: number) => {
    onChange(clamp(next))
    onCommit?.(clamp(next))
  }
  const position = (event: PointerEvent) => (horizontal ? event.clientY : event.clientX)
  const onKeyDown = (event: KeyboardEvent) => {
    const [less, more] = horizontal ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight']
    const step = event.shiftKey ? STEP * 4 : STEP
    if (event.key === less) settle(value - step * sign)
    else if (event.key === more) settle(value + step * sign)
    else if (event.key === 'Home') settle(min)
    else if (event.key === 'End') settle(max)
    else return
    event.preventDefault()
  }
  const end = () => {
    if (!drag.current) return
    onCommit?.(drag.current.now)
    drag.current = undefined
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that gets the focus is a control, which hr is not
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={horizontal ? 'horizontal' : 'vertical'}
      aria-valuenow={Math.round(value)}
      aria-valuemin={min}
      aria-valuemax={max}
      className={css.splitter}
      onKeyDown={onKeyDown}
      onDoubleClick={() => settle((min + max) / 2)}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { at: position(event), from: value, now: value }
      }}
      onPointerMove={(event) => {
        if (!drag.current) return
        drag.current.now = clamp(drag.current.from + (position(event) - drag.current.at) * sign)
        onChange(drag.current.now)
      }}
      onPointerUp={end}
      onPointerCancel={end}
    />
  )
}
