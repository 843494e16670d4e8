import type { Context } from '../context.ts'
import { sweepStore } from './sweepStore.ts'

const EVERY_MS = 60 * 60 * 1_000

/** Of so many sweeps one looks at every file on disk. */
const ORPHANS_EVERY = 24

/** Sweeps every hour, the first time an hour after the start. */
export function startSweeper(context: Context): { stop(): Promise<void> } {
  let running: Promise<void> | null = null
  let count = 0
  const run = async () => {
    try {
      const swept = await sweepStore(context, ++count % ORPHANS_EVERY === 0)
      if (swept.blobs + swept.messages + swept.uploads > 0)
        context.log.info({ ...swept }, 'swept what nothing refers to')
    } catch (error) {
      context.log.error({ err: error }, 'the sweep failed; it will be tried again in an hour')
    }
    running = null
  }
  const timer = setInterval(() => {
    running ??= run()
  }, EVERY_MS)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
