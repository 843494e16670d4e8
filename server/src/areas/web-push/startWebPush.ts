import type { Context } from '../../store/context/context.ts'
import { sendNotes } from './sendNotes.ts'
import { vapidKeys } from './vapidKeys.ts'

/** How often notes are read; several servers may read, and each note goes to one of them. */
const LOOK_EVERY_MS = 3_000

/** Makes the key of this system at the first start, and sends notes from then on. Returns how to stop: what has begun ends. */
export function startWebPush(context: Context): () => Promise<void> {
  const failed = (error: unknown) => context.log.warn({ err: error }, 'notes to browsers could not be sent')
  let running = vapidKeys(context).then(() => undefined, failed)
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    running = sendNotes(context)
      .then(() => undefined, failed)
      .finally(() => {
        busy = false
      })
  }, LOOK_EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
