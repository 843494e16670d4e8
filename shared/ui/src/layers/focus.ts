import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

const FOCUSABLE =
  'a[href],button:not(:disabled),input:not(:disabled),select:not(:disabled),textarea:not(:disabled),[tabindex],[contenteditable="true"],iframe'

/** What Tab can reach inside an element, in order. */
export function tabbables(root: Element): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element.tabIndex >= 0 && !element.closest('[hidden],[inert]'),
  )
}

/** Gives focus back to where it was when the layer opened, as long as focus is still inside the layer or lost. */
export function useFocusReturn(open: boolean, ref: RefObject<HTMLElement | null>): void {
  const before = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    if (!open) return
    const active = document.activeElement
    before.current = active instanceof HTMLElement ? active : null
    const layer = ref.current
    return () => {
      const now = document.activeElement
      // A submenu stands beside its menu in the document, and both close together.
      const inSubmenu = layer?.role === 'menu' && now?.closest('[role=menu]')
      const lost = !now || now === document.body || layer?.contains(now) || inSubmenu
      if (lost && before.current?.isConnected) before.current.focus({ preventScroll: true })
    }
  }, [open, ref])
}

/** Keeps Tab inside a modal layer, and brings in focus that starts outside. */
export function useFocusTrap(open: boolean, ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = ref.current
    if (!open || !root) return
    if (!root.contains(document.activeElement)) {
      const first = root.querySelector<HTMLElement>('[data-autofocus],[autofocus]') ?? tabbables(root)[0] ?? root
      first.focus({ preventScroll: true })
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Tab' || event.defaultPrevented) return
      const all = tabbables(root)
      const first = all[0]
      const last = all.at(-1)
      const active = document.activeElement
      if (!first || !last) {
        event.preventDefault()
        return
      }
      if (event.shiftKey && (active === first || active === root)) {
        event.preventDefault()
        last.focus()
      } else if (!event.shiftKey && active === last) {
        event.preventDefault()
        first.focus()
      }
    }
    root.addEventListener('keydown', onKeyDown)
    return () => root.removeEventListener('keydown', onKeyDown)
  }, [open, ref])
}
