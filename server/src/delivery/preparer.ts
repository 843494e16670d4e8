import { Worker } from 'node:worker_threads'
import type { BlobRef } from '../blobs/blobRows.ts'
import type { Context } from '../context.ts'
import type { PreparedMessage } from './preparedMessage.ts'
import { prepareMessage } from './prepareMessage.ts'
import type { PrepareTask } from './prepareWorker.ts'

/** Messages up to this many bytes are read where they arrive; longer ones would hold every other call up. */
export const READ_IN_PLACE_MAX = 256 * 1_024
const IDLE_MS = 30_000

export interface Preparer {
  /** Reads a stored raw message; `bytes` saves reading it again when the caller still has it and it is short. */
  prepare(raw: BlobRef, bytes: Uint8Array | null): Promise<PreparedMessage>
  stop(): Promise<void>
}

interface Waiting {
  readonly task: PrepareTask
  resolve(message: PreparedMessage): void
  reject(error: Error): void
}

type Answer = { id: number; message: PreparedMessage } | { id: number; error: Error }

/**
 * Reads messages: short ones at once, long ones in a worker thread, one after the other, so that memory holds one long
 * message at a time however many arrive. The thread ends when there was nothing to read for a while.
 */
export function createPreparer(context: Pick<Context, 'blobs' | 'config' | 'now'>): Preparer {
  const queue: Waiting[] = []
  let worker: Worker | null = null
  let busy: Waiting | null = null
  let idle: NodeJS.Timeout | null = null
  let serial = 0

  const failed = (error: Error) => {
    worker = null
    const waiting = busy
    busy = null
    waiting?.reject(error)
    next()
  }

  const started = (): Worker => {
    const made = new Worker(new URL('./prepareWorker.ts', import.meta.url), { workerData: context.config.dataFolder })
    // The thread alone must not keep a finished process (the command line) alive; a task does, through its promise.
    made.on('message', (answer: Answer) => {
      const waiting = busy
      if (!waiting || waiting.task.id !== answer.id) return
      busy = null
      if ('message' in answer) waiting.resolve(answer.message)
      else waiting.reject(answer.error)
      next()
    })
    made.on('error', (error) => failed(error instanceof Error ? error : new Error(String(error))))
    made.on('exit', () => {
      if (worker === made) failed(new Error('the thread that reads mail ended'))
    })
    return made
  }

  const next = () => {
    if (busy) return
    const waiting = queue.shift()
    if (!waiting) {
      worker?.unref()
      idle = setTimeout(() => void stop(), IDLE_MS)
      idle.unref()
      return
    }
    if (idle) clearTimeout(idle)
    busy = waiting
    worker ??= started()
    worker.ref()
    worker.postMessage(waiting.task)
  }

  const stop = async () => {
    if (idle) clearTimeout(idle)
    const ending = worker
    worker = null
    const abandoned = [...(busy ? [busy] : []), ...queue.splice(0)]
    busy = null
    for (const waiting of abandoned) waiting.reject(new Error('the server is stopping'))
    await ending?.terminate()
  }

  return {
    async prepare(raw, bytes) {
      const now = context.now()
      if (raw.size <= READ_IN_PLACE_MAX) {
        return prepareMessage(context.blobs, raw, bytes ?? (await context.blobs.readAll(raw.hash)), now)
      }
      return new Promise((resolve, reject) => {
        queue.push({ task: { id: ++serial, hash: raw.hash, size: raw.size, now }, resolve, reject })
        next()
      })
    },
    stop,
  }
}
