import { useEffect, useLayoutEffect } from 'react'
import { popupRoot } from './popupRoot.ts'

const counts = { modal: 0, notice: 0 }

/**
 * Marks on the root of the document that something is shown, for the styles of others. A style that asks the root by
 * `:has()` makes the browser look through the whole page at each element that comes or goes.
 */
export function useRootMark(what: keyof typeof counts, shown: boolean): void {
  useLayoutEffect(() => {
    if (!shown) return
    count(what, 1)
    return () => count(what, -1)
  }, [what, shown])
}

/**
 * While a modal layer is shown, nothing of the page behind it is reached, by Tab, by a screen reader or by its search. It
 * stands before `useFocusReturn`: the page is reached again before the focus goes back there, and the focus is known
 * before the page loses it.
 */
export function useModalMark(modal: boolean): void {
  useRootMark('modal', modal)
  useLayoutEffect(() => {
    if (!modal) return
    return () => shield(counts.modal > 0)
  }, [modal])
  useEffect(() => {
    if (modal) shield(true)
  }, [modal])
}

/** All of the page but what lies over it. */
function shield(on: boolean): void {
  const over = popupRoot()
  for (const part of document.body.children) if (part !== over) part.toggleAttribute('inert', on)
}

function count(what: keyof typeof counts, by: 1 | -1): void {
  counts[what] += by
  document.documentElement.toggleAttribute(`data-${what}-shown`, counts[what] > 0)
}
