import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { KeyHint } from '../feedback/KeyHint.tsx'
import type { Placement } from '../layers/place.ts'
import { popupRoot } from '../layers/popupRoot.ts'
import { useAnchored } from '../layers/useAnchored.ts'
import css from './Popover.module.css'

export interface TooltipProps {
  text: ReactNode
  /** Keys that do the same, shown beside the text. */
  shortcut?: string | undefined
  placement?: Placement | undefined
  /** The text repeats the name of the control, so a screen reader need not read it twice, nor find it alone. */
  redundant?: boolean | undefined
  /** One element that can take focus. */
  children: ReactNode
}

const SHOW_AFTER = 400
const HIDE_AFTER = 100

/** Names a control, on hover and on keyboard focus. Escape hides it; it stays while the pointer is on it. */
export function Tooltip({ text, shortcut, placement = 'bottom', redundant = false, children }: TooltipProps) {
  const [anchor, setAnchor] = useState<Element | null>(null)
  const holder = useRef<HTMLSpanElement>(null)
  const tip = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const id = useId()
  useAnchored(anchor !== null, tip, anchor, { placement, gap: 6 })
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!anchor || redundant) return
    anchor.setAttribute('aria-describedby', id)
    return () => anchor.removeAttribute('aria-describedby')
  }, [anchor, redundant, id])
  useEffect(() => {
    if (!anchor) return
    const hide = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setAnchor(null)
    }
    document.addEventListener('keydown', hide)
    return () => document.removeEventListener('keydown', hide)
  }, [anchor])

  const show = (ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setAnchor(holder.current?.firstElementChild ?? null), ms)
  }
  const hide = (ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setAnchor(null), ms)
  }
  if (!text) return children
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the control inside is what people interact with
    <span
      ref={holder}
      className={css.holder}
      onPointerOver={(event) => event.pointerType === 'mouse' && show(anchor ? 0 : SHOW_AFTER)}
      onPointerOut={() => hide(HIDE_AFTER)}
      onPointerDown={() => hide(0)}
      onFocus={(event) => event.target.matches(':focus-visible') && show(SHOW_AFTER)}
      onBlur={() => hide(0)}
    >
      {children}
      {anchor &&
        createPortal(
          <div ref={tip} role="tooltip" id={id} aria-hidden={redundant || undefined} className={css.tip}>
            {text}
            {shortcut && <KeyHint keys={shortcut} />}
          </div>,
          popupRoot(),
        )}
    </span>
  )
}
