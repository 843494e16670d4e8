import { useCallback, useEffect, useState } from 'react'
import type { NotificationFacts } from './desktopNotice.ts'

function factsNow(): NotificationFacts {
  const supported = 'Notification' in globalThis
  return {
    supported,
    secure: globalThis.isSecureContext,
    permission: supported ? Notification.permission : 'denied',
  }
}

/** What the browser allows, followed while it changes in the browser's own settings, and how to ask for it. */
export function useNotifications(): { facts: NotificationFacts; ask: () => Promise<void> } {
  const [facts, setFacts] = useState(factsNow)
  const read = useCallback(() => setFacts(factsNow()), [])

  useEffect(() => {
    let status: PermissionStatus | null = null
    let gone = false
    navigator.permissions?.query({ name: 'notifications' }).then(
      (found) => {
        if (gone) return
        status = found
        status.addEventListener('change', read)
      },
      // Not every browser supports this permission by name; then it is read when the page is shown again.
      () => undefined,
    )
    document.addEventListener('visibilitychange', read)
    return () => {
      gone = true
      status?.removeEventListener('change', read)
      document.removeEventListener('visibilitychange', read)
    }
  }, [read])

  const ask = useCallback(async () => {
    if ('Notification' in globalThis && Notification.permission === 'default') await Notification.requestPermission()
    read()
  }, [read])

  return { facts, ask }
}
