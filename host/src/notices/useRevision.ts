import { DEPLOYMENTS_CHANGED } from '@yanshu/contracts'
import { tabs, usePushEvent, useTabs } from '@yanshu/shell-api'
import { useEffect, useState } from 'react'
import { routesMayHaveChanged, useFederation } from '../federation-state/federationState.ts'

/** Every open page hears of a new revision in the same moment; they ask for it spread over this time. */
const ASK_WITHIN_MS = 10_000

export interface Revision {
  /** Whether there are newer versions than those that run here. */
  readonly waiting: boolean
  /** Whether unsaved work forbids to reload now. */
  readonly dirty: boolean
  later(): void
}

/**
 * Follows the deployment manifest: offers newer versions, never at the cost of a draft; a withdrawn version is left as
 * soon as its tabs are clean.
 */
export function useRevision(): Revision {
  const state = useFederation()
  const federation = state.status === 'ready' ? state.federation : null
  const [waiting, setWaiting] = useState(false)
  const [revoked, setRevoked] = useState<readonly string[]>([])
  const { tabs: open } = useTabs()
  const dirty = open.some((tab) => tab.dirty)

  usePushEvent(DEPLOYMENTS_CHANGED, () => {
    if (federation) setTimeout(federation.refresh, Math.random() * ASK_WITHIN_MS)
  })

  useEffect(() => {
    if (!federation) return
    const stops = [
      federation.on('newRevision', () => {
        setWaiting(true)
        routesMayHaveChanged()
      }),
      federation.on('revoked', ({ remote }) => setRevoked((now) => [...now, remote])),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [federation])

  useEffect(() => {
    if (!federation || revoked.length === 0) return
    const free = revoked.filter((remote) => !tabs.list().some((tab) => tab.remote === remote && tab.dirty))
    if (free.length === 0 || (dirty && free.length < revoked.length)) return
    for (const remote of free) federation.replace(remote)
    setRevoked((now) => now.filter((remote) => !free.includes(remote)))
    routesMayHaveChanged()
  }, [federation, revoked, dirty])

  return { waiting, dirty, later: () => setWaiting(false) }
}
