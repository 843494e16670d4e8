import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { FieldWiring } from '../field/fieldWiring.ts'
import { popupRoot } from '../layers/popupRoot.ts'
import { useDismiss } from '../layers/useDismiss.ts'

export interface ArcoField {
  /** On an element around the control. */
  holder: RefObject<HTMLDivElement | null>
  popupVisible: boolean
  onVisibleChange: (visible?: boolean) => void
  getPopupContainer: (node: HTMLElement) => Element
}

/**
 * What Arco's controls lack: a name and a description of their inner boxes, Escape that closes only the popup, and a
 * popup inside the dialog it belongs to.
 */
export function useArcoField(wiring: FieldWiring): ArcoField {
  const holder = useRef<HTMLDivElement>(null)
  const [popupVisible, setVisible] = useState(false)
  useDismiss(popupVisible, holder, (reason) => {
    if (reason !== 'escape') return
    setVisible(false)
    // Arco loses the focus when the popup closes.
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return
      holder.current?.querySelector<HTMLElement>('[role=combobox], input')?.focus({ preventScroll: true })
    })
  })
  useLayoutEffect(() => {
    const inputs = [...(holder.current?.querySelectorAll('input') ?? [])]
    // A select is named at its outer element; its text box only helps, and must not take focus while it is hidden.
    const outer = holder.current?.querySelector('[role=combobox]')
    for (const input of outer ? inputs : []) {
      input.tabIndex = input.getAttribute('aria-hidden') === 'true' ? -1 : 0
      input.setAttribute('aria-labelledby', wiring['aria-labelledby'])
    }
    const named = outer ?? inputs[0]
    for (const [name, value] of Object.entries(wiring)) {
      if (value === undefined) named?.removeAttribute(name)
      else named?.setAttribute(name, String(value))
    }
  })
  return {
    holder,
    popupVisible,
    onVisibleChange: (visible) => setVisible(visible === true),
    getPopupContainer: (node) => node.closest('[role=dialog]') ?? popupRoot(),
  }
}
