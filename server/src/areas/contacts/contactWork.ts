import { CONTACT_FILE_SIZE_MAX } from '@yanshu/contracts'
import { BusyError, TooLargeError } from '../../platform/http/errors.ts'
import type { RuntimePart } from '../../platform/runtime/runtime.ts'
import { fairQueue, QueueFullError } from '../../platform/workers/fairQueue.ts'
import { createWorkerPool, TaskLimitError, type WorkerPool } from '../../platform/workers/workerPool.ts'
import type { Context } from '../../store/context/context.ts'
import { findOwnedFiles } from '../files/index.ts'
import { ContactFileRefusedError, PhotoRefusedError } from './contactErrors.ts'
import type { ContactTask, ReadContacts } from './format/contactTask.ts'

const THREAD_MEMORY_MIB = 512
const IDLE_MS = 15_000
/** Milliseconds that reading one file may take. */
const TIME_MAX_MS = 20_000

const POOL: RuntimePart<WorkerPool> = { name: 'files of contacts', stop: (pool) => pool.stop() }

const poolOf = ({ runtime }: Pick<Context, 'runtime'>): WorkerPool =>
  runtime.use(POOL, () =>
    createWorkerPool({
      file: new URL('./format/contactWorker.ts', import.meta.url),
      workerData: null,
      threads: 1,
      memory: THREAD_MEMORY_MIB,
      idle: IDLE_MS,
    }),
  )

type Queue = ReturnType<typeof fairQueue>
const QUEUE: RuntimePart<Queue> = { name: 'turns of files of contacts' }
/** Files whose bytes are in memory at the same time, and those that wait. Accounts are served in turn. */
const LIMITS = { atOnce: 1, waiting: 50, waitMs: 2 * TIME_MAX_MS }
const BUSY_WAIT_S = 20

/** What is read of a file that the account has uploaded or holds in a mail. */
export type Reading = Omit<ContactTask, 'bytes'> & { readonly fileId: string }

/** A file of contacts by its content, which stays for a day after the file was deleted. */
export interface ContactFile {
  readonly name: string
  readonly blobHash: string
}

/** A file that the account has uploaded or holds in a mail. Throws `FileNotFoundError`'s code, `TooLargeError`. */
export async function findContactFile(
  { store }: Pick<Context, 'store'>,
  accountId: number,
  fileId: string,
): Promise<ContactFile> {
  const [file] = await findOwnedFiles(store.db, accountId, [fileId])
  if (!file) throw new PhotoRefusedError('missing')
  if (file.size > CONTACT_FILE_SIZE_MAX) throw new TooLargeError()
  return { name: file.name, blobHash: file.blobHash }
}

/**
 * Reads a file of contacts in a thread of its own, with bounded time and memory, one after the other. Throws
 * `FileNotFoundError`'s code, `TooLargeError`, `ContactFileRefusedError` and `BusyError`.
 */
export async function readContactsApart(
  context: Pick<Context, 'runtime' | 'store' | 'blobs'>,
  accountId: number,
  { fileId, ...how }: Reading,
): Promise<ReadContacts> {
  const file = await findContactFile(context, accountId, fileId)
  const turn = context.runtime.use(QUEUE, () => fairQueue(LIMITS))
  try {
    return await turn(String(accountId), () => readContactFile(context, file, how))
  } catch (error) {
    throw error instanceof QueueFullError ? new BusyError(BUSY_WAIT_S) : error
  }
}

/** The same for a file that was found. */
export async function readContactFile(
  context: Pick<Context, 'runtime' | 'blobs'>,
  { blobHash }: ContactFile,
  how: Omit<Reading, 'fileId'>,
): Promise<ReadContacts> {
  const bytes = await context.blobs.readAll(blobHash)
  const read = await readApart(context, { ...how, bytes })
  if (read.total === 0) throw new ContactFileRefusedError()
  return read
}

/** The same for bytes that are there. */
export async function readApart(context: Pick<Context, 'runtime'>, task: ContactTask): Promise<ReadContacts> {
  try {
    // The thread answers what it was asked.
    return (await poolOf(context).run(task, { time: TIME_MAX_MS })) as ReadContacts
  } catch (error) {
    if (error instanceof TaskLimitError || (error instanceof Error && 'code' in error && error.code === 'UNREADABLE')) {
      throw new ContactFileRefusedError()
    }
    throw error
  }
}
