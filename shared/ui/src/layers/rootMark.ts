import { useLayoutEffect } from 'react'

const counts = { modal: 0, notice: 0 }

/**
 * Says on the root of the document that something is shown, for the styles of others. A style that asks the root by
 * `:has()` makes the browser look through the whole page at each element that comes or goes.
 */
export function useRootMark(what: keyof typeof counts, shown: boolean): void {
  useLayoutEffect(() => {
    if (!shown) return
    count(what, 1)
    return () => count(what, -1)
  }, [what, shown])
}

function count(what: keyof typeof counts, by: 1 | -1): void {
  counts[what] += by
  document.documentElement.toggleAttribute(`data-${what}-shown`, counts[what] > 0)
}
