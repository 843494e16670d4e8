import { createWorkerPool, type WorkerPool } from '../../platform/workers/workerPool.ts'
import type { LentTurn, Turns, Waiting } from './turns.ts'

export interface WriteThreadData {
  readonly file: string
  /** Bytes of the file that each connection maps. */
  readonly mapped: number
  /** What the threads have in common (`LentTurn`). */
  readonly turn: SharedArrayBuffer
}

/** Threads that write to the store over a connection of their own, so that the event loop goes on meanwhile. */
export interface ThreadedWrites {
  /** Whether a thread is there: starting it takes as long as some fifty mails. */
  isRunning(thread: URL): boolean
  /**
   * Does a task in one transaction, as one turn of writing among the others. It is not waited for until it is on disk, so it
   * is for what is done again after a crash. Throws what the thread throws, as an error whose class is lost, and
   * `TaskLimitError`.
   * @param thread a module that calls `serveWrites`
   * @param task plain data
   */
  transact(thread: URL, task: unknown, waiting: Waiting): Promise<unknown>
  stop(): Promise<void>
}

/** A thread's heap: one mail of 200,000 characters has some 400,000 words. */
const THREAD_MEMORY_MIB = 128
const IDLE_MS = 20_000
/** What takes longer is given up; a slice of the index takes milliseconds. */
const WITHIN_MS = 30_000

export interface WriteThreadParts extends Pick<WriteThreadData, 'file' | 'mapped'> {
  readonly lent: LentTurn
  readonly lend: Turns['lend']
  /** Called after each transaction. */
  readonly onWritten: () => void
}

export function threadedWrites({ file, mapped, lent, lend, onWritten }: WriteThreadParts): ThreadedWrites {
  const workerData: WriteThreadData = { file, mapped, turn: lent.memory }
  const pools = new Map<string, WorkerPool>()
  const poolOf = (thread: URL) => {
    let pool = pools.get(thread.href)
    if (!pool) {
      pool = createWorkerPool({ file: thread, workerData, threads: 1, memory: THREAD_MEMORY_MIB, idle: IDLE_MS })
      pools.set(thread.href, pool)
    }
    return pool
  }
  return {
    isRunning: (thread) => (pools.get(thread.href)?.threads ?? 0) > 0,
    transact: (thread, task, waiting) =>
      lend(waiting, async () => {
        try {
          return await poolOf(thread).run(task, { time: WITHIN_MS })
        } finally {
          onWritten()
        }
      }),
    stop: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.stop()))
    },
  }
}
