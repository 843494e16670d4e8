import { offlineParts } from '@yanshu/shell-api'
import { useEffect, useState } from 'react'

export type OfflineParts = Awaited<ReturnType<typeof offlineParts>>

/** What keeps mails and sends later, once its code has come; null until then. */
export function useOfflineParts(): OfflineParts | null {
  const [parts, setParts] = useState<OfflineParts | null>(null)
  useEffect(() => {
    let gone = false
    offlineParts().then(
      (found) => {
        if (!gone) setParts(found)
      },
      // Without it nothing is kept, and nothing waits.
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [])
  return parts
}
