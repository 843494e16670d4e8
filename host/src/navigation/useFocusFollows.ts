import { useEffect, useRef } from 'react'
import { panelId } from './panelId.ts'

/**
 * Where the focus stays when another view is shown. A user who writes outside of the views keeps the focus there: the next
 * letters would be shortcuts of the view.
 */
const KEEPS_FOCUS = '[role=tablist], [role=dialog], :is(input, textarea):not([role=tabpanel] *)'

/** The view that was navigated to is where the keyboard goes on. */
export function useFocusFollows(activeId: string | null): void {
  const firstView = useRef(true)
  useEffect(() => {
    if (!activeId) return
    if (firstView.current) {
      firstView.current = false
      return
    }
    // With the frame that draws it: to focus something, the browser lays out the whole page.
    const frame = requestAnimationFrame(() => {
      const panel = document.getElementById(panelId(activeId))
      const focused = document.activeElement
      if (!panel || panel.contains(focused) || focused?.closest(KEEPS_FOCUS)) return
      const heading = panel.querySelector<HTMLElement>('h1')
      if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
      ;(heading ?? panel).focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [activeId])
}
