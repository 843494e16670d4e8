import { folders } from '../folders/folders.ts'
import { askFailedAgain, markStale, queryKeys } from '../query/stale.ts'
import { settings } from '../settings/settings.ts'
import { isAnswered } from '../socket/changeSeq.ts'
import { push } from '../socket/push.ts'

/**
 * Keeps folders, counters, settings and quota in step with the server, from the push socket and after each break.
 * The host starts it once per session. Returns how to stop.
 */
export function followServer(): () => void {
  const failed = new Set<() => Promise<unknown>>()
  /** `http` reports the failure; what is shown stays until the connection is back. */
  const read = (what: () => Promise<unknown>) => {
    failed.delete(what)
    what().catch(() => failed.add(what))
  }
  const stops = [
    push.on((message) => {
      if (message.optType === 'ready' || message.optType === 'event') return
      folders.applyCounters(message.counters)
      const change = message.optType === 'mailbox' ? message.change : 'added'
      // An answer that was read after the change includes it.
      if (change === 'folders' && !isAnswered('mail/main/folder/list', message.seq)) read(folders.refresh)
      if (change === 'settings') {
        markStale(queryKeys.writing)
        if (!isAnswered('mail/main/index', message.seq)) read(settings.load)
      }
      if (change === 'added' || change === 'removed') markStale(queryKeys.quota)
    }),
    push.onReconnect((missed) => {
      if (missed) {
        read(folders.refresh)
        read(settings.load)
        markStale()
        return
      }
      for (const what of [...failed]) read(what)
      askFailedAgain()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
