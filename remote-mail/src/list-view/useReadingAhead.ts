import { useEffect, useState } from 'react'
import type { MailWindow } from '../mailbox/mailKind.ts'
import { warmReading } from './warmReading.ts'

/**
 * Makes what shows mails when the list stands and nothing else is to be done: its frame costs as much as a list.
 * Answers whether it is there.
 */
export function useReadingAhead(list: MailWindow, ready: boolean): boolean {
  const [ahead, setAhead] = useState(false)
  useEffect(() => {
    if (!ready) return
    return warmReading(() => {
      setAhead(true)
      list.lookAhead()
    })
  }, [ready, list])
  return ahead
}
