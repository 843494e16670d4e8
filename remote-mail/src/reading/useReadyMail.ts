import { queryKeys } from '@yanshu/shell-api'
import { queryClient } from '@yanshu/shell-api/query'
import { useEffect, useState } from 'react'
import { mailQuery } from './mailQuery.ts'

/** How long the mail before may stand while the next one is on its way, in milliseconds. */
const PATIENCE_MS = 80

const isHere = (mailId: number) => queryClient().getQueryData(queryKeys.mail(mailId)) !== undefined

/**
 * The mail that the pane is to show: the one that was asked for once it is here, or after a moment what is known of it.
 * A mail mostly comes within that moment, and to draw the pane without its text and then again with it takes longer
 * than the mail does.
 */
export function useReadyMail(mailId: number | null): number | null {
  const [shown, setShown] = useState(mailId)
  const ready = mailId === shown || mailId === null || isHere(mailId)
  if (ready && shown !== mailId) setShown(mailId)
  useEffect(() => {
    if (ready || mailId === null) return
    let off = false
    const show = () => {
      if (!off) setShown(mailId)
    }
    const timer = setTimeout(show, PATIENCE_MS)
    // A failure is shown by the pane.
    void queryClient().prefetchQuery(mailQuery(mailId)).then(show)
    return () => {
      off = true
      clearTimeout(timer)
    }
  }, [ready, mailId])
  return ready ? mailId : shown
}
