import type { RuntimePart } from '../../platform/runtime/runtime.ts'
import { createWorkerPool, type PoolState } from '../../platform/workers/workerPool.ts'
import type { BlobPlace } from '../../store/blobs/openBlobStore.ts'
import type { Context } from '../../store/context/context.ts'
import { engineOf } from '../../store/database/engine.ts'
import { type MailTask, type MailTaskInput, type MailTaskName, type MailTaskOutput, runMailTask } from './mailTasks.ts'

/** Bytes, or characters of HTML, up to which work is done in this thread: ten milliseconds or so at worst. */
export const IN_PLACE_MAX = 64 * 1_024
const THREADS = 2
const RECEIVING_THREADS = 1
/** The thread reads the next messages while the disk takes the ones before. */
const RECEIVING_TASKS = 2
const THREAD_MEMORY_MIB = 512
const IDLE_MS = 30_000
const TIME_MAX_MS = 15_000
/** Milliseconds more for each byte: a large message is read from disk, and its attachments are written there. */
const TIME_PER_BYTE_MS = 1 / 1_024

export interface MailWork {
  /**
   * Does a task: a small one at once, a larger one in a thread, so that no other call waits for it.
   * @param size bytes or characters that the task reads
   * Throws `TaskLimitError` when it took too long or too much memory.
   */
  run<K extends MailTaskName>(name: K, input: MailTaskInput<K>, size: number): Promise<MailTaskOutput<K>>
  /** Stores and reads short messages in a thread of its own, so that they never wait for a long one. */
  receive(input: MailTaskInput<'receive'>): Promise<MailTaskOutput<'receive'>>
  pools(): readonly PoolState[]
  stop(): Promise<void>
}

type Parts = Pick<Context, 'blobs' | 'config' | 'runtime'>
const WORK: RuntimePart<MailWork> = { name: 'reading of mail', stop: (work) => work.stop() }

/** The threads of a server; one set for each running server, made at the first call. */
export const mailWorkOf = (context: Parts): MailWork => context.runtime.use(WORK, () => createMailWork(context))

function createMailWork({ blobs, config }: Parts): MailWork {
  const parts = { blobs, engine: engineOf(config.database) }
  const poolOf = (threads: number, tasksOfThread: number) =>
    createWorkerPool({
      file: new URL('./mailWorker.ts', import.meta.url),
      workerData: { dataFolder: config.dataFolder, s3: config.s3, database: config.database } satisfies BlobPlace,
      threads,
      tasksOfThread,
      memory: THREAD_MEMORY_MIB,
      idle: IDLE_MS,
    })
  const pool = poolOf(THREADS, 1)
  const receiving = poolOf(RECEIVING_THREADS, RECEIVING_TASKS)
  return {
    run: async <K extends MailTaskName>(name: K, input: MailTaskInput<K>, size: number) => {
      const task = { name, input } as MailTask
      const answer =
        size <= IN_PLACE_MAX
          ? runMailTask(parts, task)
          : pool.run(task, { time: TIME_MAX_MS + size * TIME_PER_BYTE_MS })
      // The task of a name answers with what belongs to that name.
      return (await answer) as MailTaskOutput<K>
    },
    receive: async ({ mails, now }) => {
      // Copied, because a thread is given the whole memory that a slice stands in.
      const copies = mails.map((bytes) => new Uint8Array(bytes))
      const task: MailTask = { name: 'receive', input: { mails: copies, now } }
      const moved = copies.map(({ buffer }) => buffer)
      return (await receiving.run(task, { time: TIME_MAX_MS, moved })) as MailTaskOutput<'receive'>
    },
    pools: () => [pool.state('reading of mail'), receiving.state('receiving of mail')],
    stop: async () => {
      await Promise.all([pool.stop(), receiving.stop()])
    },
  }
}
