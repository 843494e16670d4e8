import { CONTACT_FILE_SIZE_MAX } from '@yanshu/contracts'
import { TooLargeError } from '../../platform/http/errors.ts'
import { createWorkerPool, TaskLimitError, type WorkerPool } from '../../platform/workers/workerPool.ts'
import type { Context } from '../../store/context/context.ts'
import { findOwnedFiles } from '../files/index.ts'
import { ContactFileRefusedError, PhotoRefusedError } from './contactErrors.ts'
import type { ContactTask, ReadContacts } from './format/contactTask.ts'

const THREAD_MEMORY_MIB = 512
const IDLE_MS = 15_000
/** Milliseconds that reading one file may take. */
const TIME_MAX_MS = 20_000

const pools = new WeakMap<Context['config'], WorkerPool>()

function poolOf({ config }: Pick<Context, 'config'>): WorkerPool {
  const there = pools.get(config)
  if (there) return there
  const made = createWorkerPool({
    file: new URL('./format/contactWorker.ts', import.meta.url),
    workerData: null,
    threads: 1,
    memory: THREAD_MEMORY_MIB,
    idle: IDLE_MS,
  })
  pools.set(config, made)
  return made
}

/** What is read of a file that the account has uploaded or holds in a mail. */
export type Reading = Omit<ContactTask, 'bytes'> & { readonly fileId: string }

/**
 * Reads a file of contacts in a thread of its own, with bounded time and memory. Throws `FileNotFoundError`'s code,
 * `TooLargeError` and `ContactFileRefusedError`.
 */
export async function readContactsApart(
  context: Pick<Context, 'config' | 'store' | 'blobs'>,
  accountId: number,
  { fileId, ...how }: Reading,
): Promise<ReadContacts & { readonly fileName: string }> {
  const [file] = await findOwnedFiles(context.store.db, accountId, [fileId])
  if (!file) throw new PhotoRefusedError('missing')
  if (file.size > CONTACT_FILE_SIZE_MAX) throw new TooLargeError()
  const bytes = await context.blobs.readAll(file.blobHash)
  const read = await readApart(context, { ...how, bytes })
  if (read.total === 0) throw new ContactFileRefusedError()
  return { ...read, fileName: file.name }
}

/** The same for bytes that are there. */
export async function readApart(context: Pick<Context, 'config'>, task: ContactTask): Promise<ReadContacts> {
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

/** Ends the thread of a server that stops. */
export const stopContactWork = async ({ config }: Pick<Context, 'config'>): Promise<void> => pools.get(config)?.stop()
