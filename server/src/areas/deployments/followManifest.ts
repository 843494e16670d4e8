import { DEPLOYMENTS_CHANGED } from '@yanshu/contracts'
import type { Context } from '../../store/context/context.ts'
import type { CurrentManifest } from './currentManifest.ts'

/** How often the file is read: any process may write it, by any means. */
const LOOK_EVERY_MS = 3_000

/**
 * Notifies the open pages of this process when another manifest is served, so that they ask for it. Every server on the same
 * data folder finds out by itself. Answers how to stop.
 */
export function followManifest(current: CurrentManifest, { events, log }: Pick<Context, 'events' | 'log'>): () => void {
  // An upgrade may bring another manifest under the same revision.
  let announced = current.state().etag
  let isReading = false
  const readManifest = async () => {
    if (isReading) return
    isReading = true
    try {
      const manifest = await current.read()
      if ((manifest?.etag ?? null) === announced) return
      announced = manifest?.etag ?? null
      const revision = manifest?.revision ?? null
      events.publishToAll({ optType: 'event', name: DEPLOYMENTS_CHANGED, data: { revision } })
    } catch (error) {
      log.warn({ err: error }, 'it could not be seen whether the manifest changed')
    } finally {
      isReading = false
    }
  }
  const timer = setInterval(() => void readManifest(), LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
