import type { Context } from '../context/context.ts'
import { sweepStore } from './sweepStore.ts'

const EVERY_MS = 60 * 60 * 1_000
/** Of so many sweeps each looks at its part of the files on disk. */
const PARTS = 24

/** Sweeps every hour, the first time an hour after the start. Of several servers on one store one does it each time. */
export function startSweeper(context: Context): { stop(): Promise<void> } {
  let running: Promise<void> | null = null
  const run = async () => {
    try {
      if (!(await isDue(context))) return
      const hour = Math.floor(context.now() / EVERY_MS)
      const swept = await sweepStore(context, [hour % PARTS, PARTS])
      if (swept && swept.blobs + swept.messages + swept.uploads > 0)
        context.log.info({ ...swept }, 'swept what nothing refers to')
    } catch (error) {
      context.log.error({ err: error }, 'the sweep failed; it will be tried again in an hour')
    }
  }
  const timer = setInterval(() => {
    running ??= run().finally(() => {
      running = null
    })
  }, EVERY_MS)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}

/** Whether nobody has swept within the hour; a true answer also reserves this hour for the caller. */
export async function isDue({ store, now }: Pick<Context, 'store' | 'now'>): Promise<boolean> {
  const claimed = await store.db
    .insertInto('housekeeping')
    .values({ name: 'sweep', done_at: now() })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ done_at: now() })
        // The clocks of several servers, and their timers, differ a little.
        .where('housekeeping.done_at', '<=', now() - EVERY_MS / 2),
    )
    .returning('name')
    .execute()
  return claimed.length > 0
}
