import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

const FOCUSABLE =
  'a[href],button:not(:disabled),input:not(:disabled),select:not(:disabled),textarea:not(:disabled),[tabindex],[contenteditable="true"],iframe'

/** Whether two radio buttons are of one group, in which Tab reaches one of them alone. */
const inOneGroup = (a: Element | null, b: Element | undefined): boolean =>
  a instanceof HTMLInputElement &&
  b instanceof HTMLInputElement &&
  a.type === 'radio' &&
  b.type === 'radio' &&
  a.name !== '' &&
  a.name === b.name &&
  a.form === b.form

/** What Tab can reach inside an element, in order; of the radio buttons of a group the chosen one, else the first. */
export function tabbables(root: Element): HTMLElement[] {
  const all = [...root.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element.tabIndex >= 0 && !element.closest('[hidden],[inert]'),
  )
  return all.filter((element) => {
    const group = all.filter((other) => inOneGroup(element, other))
    return group.length < 2 || element === (group.find((one) => one.matches(':checked')) ?? group[0])
  })
}

/** The heading of the view in sight: there the keyboard goes on where nothing else is left to. */
function headingInSight(): HTMLElement | undefined {
  const heading = [...document.querySelectorAll('h1')].find((one) => one.checkVisibility())
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
  return heading
}

/**
 * Gives focus back to where it was when the layer opened, as long as focus is still inside the layer or lost; what a modal
 * layer was opened from may have gone meanwhile, then to the heading of the view. A tab that is left and returned to removes
 * its layers and mounts them again: they were opened from where they were at first.
 */
export function useFocusReturn(open: boolean, ref: RefObject<HTMLElement | null>): void {
  const before = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    if (!open) {
      before.current = null
      return
    }
    const active = document.activeElement
    if (!before.current?.isConnected) before.current = active instanceof HTMLElement ? active : null
    const layer = ref.current
    return () => {
      const now = document.activeElement
      // A submenu stands beside its menu in the document, and both close together.
      const inSubmenu = layer?.role === 'menu' && now?.closest('[role=menu]')
      const lost = !now || now === document.body || layer?.contains(now) || inSubmenu
      if (!lost) return
      const back = before.current?.isConnected ? before.current : null
      back?.focus({ preventScroll: true })
      const reached = document.activeElement === back
      if (!reached && layer?.getAttribute('aria-modal')) headingInSight()?.focus({ preventScroll: true })
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
      if (event.shiftKey && (active === first || active === root || inOneGroup(active, first))) {
        event.preventDefault()
        last.focus()
      } else if (!event.shiftKey && (active === last || inOneGroup(active, last))) {
        event.preventDefault()
        first.focus()
      }
    }
    root.addEventListener('keydown', onKeyDown)
    return () => root.removeEventListener('keydown', onKeyDown)
  }, [open, ref])
}
