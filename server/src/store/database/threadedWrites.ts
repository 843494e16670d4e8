import { createWorkerPool } from '../../platform/workers/workerPool.ts'
import type { Trx } from './transact.ts'
import type { LentTurn, Turns, Waiting } from './turns.ts'

/**
 * Work of a module that runs in the thread: its export `work`. All of it is one transaction.
 * @param task plain data
 * @param isAwaited whether a person waits for the end of this transaction
 */
export type WorkApart = (trx: Trx, task: unknown, isAwaited: () => boolean) => Promise<unknown>

export interface WriteTask {
  /** The address of the module. */
  readonly module: string
  readonly task: unknown
}

export interface WriteThreadData {
  readonly file: string
  /** What the threads have in common (`LentTurn`). */
  readonly turn: SharedArrayBuffer
}

/** A thread that writes to the store over a connection of its own, so that the event loop goes on meanwhile. */
export interface ThreadedWrites {
  /** Whether the thread is there: starting it takes as long as some fifty mails. */
  readonly isRunning: boolean
  /**
   * Runs a module's work in one transaction, as one turn of writing among the others. Nobody waits until it is on disk, so it
   * is for what is done again after a crash. Throws what the work throws, as an error whose class is lost, and
   * `TaskLimitError`.
   * @param module what exports `work`
   */
  transact(module: URL, task: unknown, waiting: Waiting): Promise<unknown>
  stop(): Promise<void>
}

/** A thread's heap: one mail of 200,000 characters has some 400,000 words. */
const THREAD_MEMORY_MIB = 128
const IDLE_MS = 20_000
/** What takes longer is given up; a slice of the index takes milliseconds. */
const WITHIN_MS = 30_000

export interface WriteThreadParts {
  readonly file: string
  readonly lent: LentTurn
  readonly lend: Turns['lend']
  /** Told after each transaction. */
  readonly onWritten: () => void
}

export function threadedWrites({ file, lent, lend, onWritten }: WriteThreadParts): ThreadedWrites {
  const data: WriteThreadData = { file, turn: lent.memory }
  const pool = createWorkerPool({
    file: new URL('./writeThread.ts', import.meta.url),
    workerData: data,
    threads: 1,
    memory: THREAD_MEMORY_MIB,
    idle: IDLE_MS,
  })
  return {
    get isRunning() {
      return pool.threads > 0
    },
    transact: (module, task, waiting) =>
      lend(waiting, async () => {
        const question: WriteTask = { module: module.href, task }
        try {
          return await pool.run(question, { time: WITHIN_MS })
        } finally {
          onWritten()
        }
      }),
    stop: () => pool.stop(),
  }
}
