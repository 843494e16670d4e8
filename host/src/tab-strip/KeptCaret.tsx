import { tabsHost } from '@yanshu/shell-api'
import { type RefObject, useEffect } from 'react'
import { type Caret, caretIn, isCaret, putCaret } from './keptCaret.ts'

/** How long the text of a view may take to be there, in milliseconds. */
const RESTORE_MS = 3_000
/** A view may take the focus for itself once it is complete; the caret is put back for this long, in milliseconds. */
const HELD_MS = 500

const OWN_ACTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/** Restores the caret once the text is there, frame by frame, until the user does something. */
function restore(panel: Element, caret: Caret): () => void {
  let until = performance.now() + RESTORE_MS
  let written = false
  const step = () => {
    if (putCaret(panel, caret) && !written) {
      written = true
      until = performance.now() + HELD_MS
    }
    if (performance.now() < until) frame = requestAnimationFrame(step)
  }
  let frame = requestAnimationFrame(step)
  const stop = () => {
    cancelAnimationFrame(frame)
    for (const event of OWN_ACTS) document.removeEventListener(event, stop)
  }
  for (const event of OWN_ACTS) document.addEventListener(event, stop, { passive: true })
  return stop
}

interface KeptCaretProps {
  id: string
  panel: RefObject<HTMLElement | null>
}

/** Keeps the caret in the view of a tab over a reload. */
export function KeptCaret({ id, panel }: KeptCaretProps) {
  useEffect(() => {
    const element = panel.current
    if (!element) return
    const view = tabsHost.keptView(id)
    const before = typeof view === 'object' && view !== null && 'caret' in view && isCaret(view.caret) && view.caret
    // Once: later the caret is where its user has set it.
    if (before) tabsHost.keepViews(new Map([[id, { ...view, caret: null }]]))
    const stop = before && restore(element, before)
    // Beside what is kept of how far the view was scrolled.
    const keep = () =>
      tabsHost.keepViews(new Map([[id, { ...(tabsHost.keptView(id) ?? {}), caret: caretIn(element) }]]))
    window.addEventListener('pagehide', keep)
    return () => {
      if (stop) stop()
      window.removeEventListener('pagehide', keep)
    }
  }, [id, panel])
  return null
}
