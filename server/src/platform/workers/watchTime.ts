import { setTimeout as pause } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'

/** How many times as long as its limit a task may take by the clock, on a machine that gives its thread little. */
const PATIENCE = 10
/** The part of its time after which a thread is first asked what it has used. Most tasks have ended by then. */
const FIRST_LOOK = 0.1
const LOOK_AGAIN_MS = 50

/** What one task may cost. */
export interface TaskLimits {
  /** Milliseconds from the moment a thread begins with it. */
  readonly time: number
  /**
   * Whether the time is that of the clock, for what somebody waits for. Else it is what the thread has worked, so that
   * no task is ended because the machine was busy with others: up to `PATIENCE` times as long by the clock.
   */
  readonly byClock?: boolean
}

/** Calls `over` when a thread has used up the time of its task. Answers what ends the watch. */
export function watchTime(worker: Worker, { time, byClock = false }: TaskLimits, over: () => void): () => void {
  // Node.js before 24.6 cannot tell what a thread has worked.
  const known = !byClock && typeof worker.cpuUsage === 'function'
  const timer = setTimeout(over, known ? time * PATIENCE : time)
  const watch = new AbortController()
  const { signal } = watch
  if (known) {
    usedUp(worker, time, signal).then(
      () => signal.aborted || over(),
      // The watch was ended, or the thread, which its own event says.
      () => undefined,
    )
  }
  return () => {
    clearTimeout(timer)
    watch.abort()
  }
}

async function usedUp(worker: Worker, time: number, signal: AbortSignal): Promise<void> {
  await pause(time * FIRST_LOOK, undefined, { signal })
  const before = await usedBy(worker)
  const may = time * (1 - FIRST_LOOK)
  let left = may
  while (left > 0) {
    await pause(Math.max(left, LOOK_AGAIN_MS), undefined, { signal })
    left = may - ((await usedBy(worker)) - before)
  }
}

/** Milliseconds of processor time that a thread has used since it began. It answers in the middle of its JavaScript. */
async function usedBy(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage()
  return (user + system) / 1_000
}
