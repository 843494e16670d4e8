import { DEPLOYMENTS_CHANGED } from '@yanshu/contracts'
import { push, storeOf, tabs, useStore } from '@yanshu/shell-api'
import type { Federation } from '../federation/index.ts'

/** Every open page gets the event of a new revision at the same moment; they ask for it spread over this time. */
const ASK_WITHIN_MS = 10_000

/** Whether there are newer versions than those that run here, and they have not been put off. */
const waiting = storeOf(() => false)

export const useRevisionWaiting = (): boolean => useStore(waiting)
export const postponeRevision = (): void => waiting.set(false)

/**
 * Follows the deployment manifest for as long as the page is there, whatever it shows: the frame, a locked screen, a public
 * page or the login. A withdrawn version is left as soon as no tab of it holds unsaved work; newer versions wait until
 * the user asks for them.
 */
export function followRevisions(federation: Federation, changed: () => void): void {
  const revoked = new Set<string>()
  const leave = () => {
    const free = [...revoked].filter((remote) => !tabs.list().some((tab) => tab.remote === remote && tab.dirty))
    for (const remote of free) {
      revoked.delete(remote)
      federation.replace(remote)
    }
    if (free.length > 0) changed()
  }
  const askSoon = () => void setTimeout(federation.refresh, Math.random() * ASK_WITHIN_MS)
  push.onEvent(DEPLOYMENTS_CHANGED, askSoon)
  // Events that were sent while the connection was away, or closed behind a locked screen, are not sent again.
  push.onReconnect(askSoon)
  federation.on('newRevision', () => {
    waiting.set(true)
    changed()
  })
  federation.on('revoked', ({ remote }) => {
    revoked.add(remote)
    leave()
  })
  tabs.subscribe(leave)
}
