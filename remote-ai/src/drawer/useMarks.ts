import { MOBILE_BELOW_WIDTH_PX, type OpenMail } from '@yanshu/contracts'
import { drawer } from '@yanshu/shell-api'
import { useEffect, useRef } from 'react'
import { findQuotes } from '../engine/findQuote.ts'

/**
 * Marks words of the mail and scrolls to the first of them; the marks go with the view. On a phone the sheet covers the
 * mail, so it closes and the marks stay. False where the words are not found.
 */
export function useMarks({ port }: OpenMail): (quotes: readonly string[]) => boolean {
  const left = useRef(false)
  useEffect(
    () => () => {
      if (!left.current) port.clear()
    },
    [port],
  )
  return (quotes) => {
    const ranges = findQuotes(port.text(), quotes)
    const [first] = ranges
    port.mark(ranges)
    if (!first) return false
    port.scrollTo(first)
    if (document.body.clientWidth < MOBILE_BELOW_WIDTH_PX) {
      left.current = true
      drawer.show(null)
    }
    return true
  }
}
