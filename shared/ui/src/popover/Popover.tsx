import { type ReactNode, useRef } from 'react'
import { createPortal } from 'react-dom'
import { cx } from '../cx.ts'
import { useFocusReturn, useFocusTrap } from '../layers/focus.ts'
import type { Placement } from '../layers/place.ts'
import popup from '../layers/popup.module.css'
import { popupRoot } from '../layers/popupRoot.ts'
import { type Anchor, anchorElement, useAnchored } from '../layers/useAnchored.ts'
import { useDismiss } from '../layers/useDismiss.ts'
import css from './Popover.module.css'

export interface PopoverProps {
  open: boolean
  /** Called on Escape and on a press outside; a press on the anchor is left to the anchor. */
  onClose: () => void
  anchor: Anchor
  placement?: Placement | undefined
  /** Name for screen readers. */
  label: string
  /** Gets the focus when it opens (default) and returns it when it closes. */
  takeFocus?: boolean | undefined
  matchWidth?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/** A small panel beside its anchor, for things that are not decisions. */
export function Popover(props: PopoverProps) {
  return props.open ? createPortal(<OpenPopover {...props} />, popupRoot()) : null
}

function OpenPopover({
  onClose,
  anchor,
  placement = 'bottom-start',
  label,
  takeFocus = true,
  matchWidth,
  className,
  children,
}: PopoverProps) {
  const ref = useRef<HTMLDivElement>(null)
  const hook = useRef(anchorElement(anchor))
  useFocusReturn(takeFocus, ref)
  useFocusTrap(takeFocus, ref)
  useAnchored(true, ref, anchor, { placement, matchWidth })
  useDismiss(true, ref, onClose, { inside: [hook] })
  return (
    <div ref={ref} role="dialog" aria-label={label} tabIndex={-1} className={cx(popup.popup, css.popover, className)}>
      {children}
    </div>
  )
}
