import { folders } from '../folders/folders.ts'
import { markStale, queryKeys } from '../query/stale.ts'
import { settings } from '../settings/settings.ts'
import { push } from '../socket/push.ts'

const quietly = (work: Promise<unknown>) => {
  // http has told the user; what is shown stays as it was.
  work.catch(() => undefined)
}

/**
 * Keeps folders, counters, settings and quota in step with the server, from the push socket and after each break.
 * The host starts it once per session. Returns how to stop.
 */
export function followServer(): () => void {
  const stops = [
    push.on((message) => {
      if (message.optType === 'ready' || message.optType === 'event') return
      folders.applyCounters(message.counters)
      if (message.optType === 'mailbox' && message.change === 'folders') quietly(folders.refresh())
      if (message.optType === 'mailbox' && message.change === 'settings') quietly(settings.load())
      if (message.optType === 'mail' || message.change !== 'updated') {
        markStale(queryKeys.quota)
      }
    }),
    push.onReconnect(() => {
      quietly(folders.refresh())
      quietly(settings.load())
      markStale()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
