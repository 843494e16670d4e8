import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../../platform/log/log.ts'
import type { SearchParts } from './searchIndex.ts'
import { wordIndexFor } from './searchIndexFor.ts'
import { indexWaiting, isAnyWaiting, isWaiting, skipBroken } from './waitingMails.ts'

/** One transaction of the background: short, because deliveries and everything else that writes wait for its end. */
const SLICE = { limit: 20, time: 8 }
/** How long others have the store for themselves after a transaction, as a multiple of its duration. */
const PAUSE = 2
/**
 * The same while this thread has hardly a moment without work, as when much mail comes in: its words can wait, because a
 * search of an account adds what waits of it, and its senders cannot.
 */
const PAUSE_BUSY = 10
const BUSY_FROM = 0.8
const LOOK_EVERY_MS = 1_000
const AFTER_FAILURE_MS = 10_000

/** Transactions of a command, which has the machine for itself between those of a server. */
const COMMAND_SLICE = { limit: 100, time: 25 }
const COMMAND_PAUSE_MS = 5

/**
 * Puts all mails of an account that wait for it into the index: for a command, which ends when they are found. What it
 * leaves because it was ended, the server takes up.
 * @param onProgress called with how many have been put in
 */
export async function indexAccount(
  parts: SearchParts,
  accountId: number,
  { onProgress, signal }: { onProgress?: (indexed: number) => void; signal?: AbortSignal } = {},
): Promise<void> {
  const index = wordIndexFor(parts.store.engine)
  let indexed = 0
  while (!signal?.aborted && (await isWaiting(parts.store.db, accountId))) {
    const done = await indexWaiting(parts, index, { ...COMMAND_SLICE, accountId })
    indexed += done
    onProgress?.(indexed)
    await wait(COMMAND_PAUSE_MS)
  }
}

/**
 * Puts mails that wait for it into the full-text index, little by little.
 * @param askForFiles asks for the reading of files that were noted; called again and again while nothing waits for the index
 */
export function startIndexer(
  parts: SearchParts & { readonly log: Log },
  askForFiles: () => Promise<void>,
): { stop(): Promise<void> } {
  const { store, log } = parts
  const index = wordIndexFor(store.engine)
  const stopping = new AbortController()
  const pause = (milliseconds: number) =>
    wait(milliseconds, undefined, { signal: stopping.signal, ref: false }).catch(() => {})

  const work = async () => {
    while (!stopping.signal.aborted) {
      const began = performance.now()
      // Asked first on the connection that reads: a transaction each second would make others wait.
      const done = (await isAnyWaiting(store.db)) ? await indexWaiting(parts, index, SLICE) : 0
      if (done > 0) {
        const took = performance.now() - began
        const before = performance.eventLoopUtilization()
        await pause(took * PAUSE)
        const { utilization } = performance.eventLoopUtilization(before)
        if (utilization > BUSY_FROM) await pause(took * (PAUSE_BUSY - PAUSE))
        continue
      }
      // Also searches note files.
      await askForFiles()
      await pause(LOOK_EVERY_MS)
    }
  }

  const run = async () => {
    while (!stopping.signal.aborted) {
      try {
        await work()
      } catch (error) {
        log.error({ err: error }, 'full-text indexing failed; it is tried again')
        const skipped = await skipBroken(parts, index).catch(() => null)
        if (skipped !== null)
          log.error({ sortKey: skipped }, 'a mail could not be indexed and will not be found by its words')
        await pause(AFTER_FAILURE_MS)
      }
    }
  }
  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
