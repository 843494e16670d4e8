import type { OpenMail } from '@yanshu/contracts'
import { useEffect } from 'react'
import { findQuotes } from '../engine/findQuote.ts'

/** Marks words of the mail and scrolls to the first of them; the marks go with the view. False where they are not found. */
export function useMarks({ port }: OpenMail): (quotes: readonly string[]) => boolean {
  useEffect(() => () => port.clear(), [port])
  return (quotes) => {
    const ranges = findQuotes(port.text(), quotes)
    const [first] = ranges
    port.mark(ranges)
    if (first) port.scrollTo(first)
    return first !== undefined
  }
}
