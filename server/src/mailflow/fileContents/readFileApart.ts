import type { RuntimePart } from '../../platform/runtime/runtime.ts'
import { createWorkerPool, TaskLimitError, type WorkerPool } from '../../platform/workers/workerPool.ts'
import type { BlobPlace } from '../../store/blobs/openBlobStore.ts'
import type { Context } from '../../store/context/context.ts'
import type { FileTask, ReadText, ReadWords } from './fileTask.ts'
import type { FileContent } from './readFile.ts'

const MEMORY_MIB = 384
const IDLE_MS = 20_000
const TIME_MAX_MS = 15_000

type Parts = Pick<Context, 'config' | 'runtime'>

/** Files that a person waits for do not wait for those that are indexed. */
const POOLS: Readonly<Record<FileTask['as'], RuntimePart<WorkerPool>>> = {
  words: { name: 'text of files', stop: (pool) => pool.stop() },
  blocks: { name: 'previews of files', stop: (pool) => pool.stop() },
  judged: { name: 'files of letters that are judged', stop: (pool) => pool.stop() },
}

const poolOf = ({ config, runtime }: Parts, as: FileTask['as']): WorkerPool =>
  runtime.use(POOLS[as], () =>
    createWorkerPool({
      file: new URL('./fileThread.ts', import.meta.url),
      workerData: { dataFolder: config.dataFolder, s3: config.s3, database: config.database } satisfies BlobPlace,
      threads: 1,
      memory: MEMORY_MIB,
      idle: IDLE_MS,
    }),
  )

async function read(parts: Parts, task: FileTask): Promise<unknown> {
  try {
    return await poolOf(parts, task.as).run(task, { time: TIME_MAX_MS })
  } catch (error) {
    if (error instanceof TaskLimitError) return null
    throw error
  }
}

/**
 * The text of a file and its words, read in a thread with bounded time and memory; null for a file that cannot be read.
 * Throws what the store of files throws.
 */
export const readWordsApart = async (parts: Parts, file: { readonly hash: string; readonly name: string }) =>
  (await read(parts, { ...file, as: 'words' })) as ReadWords | null

/** The text of a file of a letter that rules judge; null for a file that cannot be read. */
export const readTextApart = async (parts: Parts, file: { readonly hash: string; readonly name: string }) =>
  (await read(parts, { ...file, as: 'judged' })) as ReadText | null

/** The pieces of a file, to be shown; null for a file that cannot be read. */
export const readBlocksApart = async (parts: Parts, file: { readonly hash: string; readonly name: string }) =>
  (await read(parts, { ...file, as: 'blocks' })) as FileContent | null
