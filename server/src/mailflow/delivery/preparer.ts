import { TaskLimitError } from '../../platform/workers/workerPool.ts'
import type { BlobRef } from '../../store/blobs/blobRows.ts'
import type { Context } from '../../store/context/context.ts'
import type { PreparedMessage } from '../reading/preparedMessage.ts'
import { HEADER_ONLY_MAX, prepareHeader, prepareMessage } from '../reading/prepareMessage.ts'
import { IN_PLACE_MAX, mailWorkOf } from '../workers/mailWork.ts'

/** Messages up to this many bytes are read in this thread; longer ones would delay every other call. */
export const READ_IN_PLACE_MAX = IN_PLACE_MAX

export interface Preparer {
  /** Reads a stored raw message; `bytes` saves reading it again when the caller still has it and it is short. */
  prepare(raw: BlobRef, bytes: Uint8Array | null): Promise<PreparedMessage>
  /**
   * Stores a short raw message (`READ_IN_PLACE_MAX`) and reads it. When many come at the same time a worker thread does
   * it, so that the event loop has time for what only it can do.
   */
  receive(bytes: Uint8Array): Promise<PreparedMessage>
  /** The same for many at once, always in the thread. */
  receiveAll(mails: readonly Uint8Array[]): Promise<PreparedMessage[]>
  stop(): Promise<void>
}

interface Arrived {
  readonly bytes: Uint8Array
  resolve(message: PreparedMessage): void
  reject(error: unknown): void
}

/** Up to this many short messages are read in this thread at the same time, while the other one has nothing to do. */
const IN_PLACE_AT_ONCE = 2
/** Shorter than the time after which a thread without work ends. */
const STARTED_FOR_MS = 25_000
/** Messages that a thread is handed at once. */
const HANDED_AT_ONCE = 32

/**
 * Reads messages: short ones at once, long ones in a thread. A message that costs more than the thread may take is
 * delivered with its header alone; the reader sees a note that the rest is in the original.
 */
export function createPreparer(context: Pick<Context, 'blobs' | 'config' | 'runtime' | 'now' | 'log'>): Preparer {
  const work = mailWorkOf(context)
  let inPlace = 0
  const arrived: Arrived[] = []
  /** Messages that the thread has been given. */
  let handed = 0

  /**
   * When the thread last answered. Before its first answer, and after a pause that ends it, mails do not wait for it to
   * start.
   */
  let answeredAt = Number.NEGATIVE_INFINITY
  let isStarting = false
  const isStarted = () => performance.now() - answeredAt < STARTED_FOR_MS
  const startThread = async () => {
    if (isStarting) return
    isStarting = true
    try {
      await work.receive({ mails: [], now: context.now() })
      answeredAt = performance.now()
    } catch (error) {
      context.log.warn({ err: error }, 'the thread that reads mail could not be started; mail is read without it')
    } finally {
      isStarting = false
    }
  }

  const receiveInPlace = async (bytes: Uint8Array): Promise<PreparedMessage> => {
    inPlace++
    try {
      return await prepareMessage(context.blobs, await context.blobs.put(bytes), bytes, context.now())
    } finally {
      inPlace--
    }
  }
  const receiveAll = async (mails: readonly Uint8Array[]): Promise<PreparedMessage[]> => {
    try {
      // Copied, because a thread is given the whole memory that a slice stands in.
      return await work.receive({ mails: mails.map((bytes) => new Uint8Array(bytes)), now: context.now() })
    } catch (error) {
      if (!(error instanceof TaskLimitError)) throw error
      const read: PreparedMessage[] = []
      for (const bytes of mails) read.push(await prepare(await context.blobs.put(bytes), null))
      return read
    }
  }
  const handOver = async () => {
    const batch = arrived.splice(0, HANDED_AT_ONCE)
    if (arrived.length > 0) setImmediate(() => void handOver())
    handed += batch.length
    try {
      const messages = await receiveAll(batch.map(({ bytes }) => bytes))
      answeredAt = performance.now()
      for (const [at, message] of messages.entries()) batch[at]?.resolve(message)
    } catch {
      // One message, or the thread, failed: each message is tried alone.
      for (const { bytes, resolve, reject } of batch) await receiveInPlace(bytes).then(resolve, reject)
    } finally {
      handed -= batch.length
    }
  }
  const prepare: Preparer['prepare'] = async (raw, bytes) => {
    const now = context.now()
    if (bytes && raw.size <= READ_IN_PLACE_MAX) return prepareMessage(context.blobs, raw, bytes, now)
    try {
      return await work.run('prepare', { hash: raw.hash, size: raw.size, now }, raw.size)
    } catch (error) {
      if (!(error instanceof TaskLimitError)) throw error
      context.log.warn({ err: error, hash: raw.hash, size: raw.size }, 'of a message only its header could be read')
      return prepareHeader(raw, await beginningOf(context, raw), now)
    }
  }

  return {
    prepare,
    receive: (bytes) => {
      if (inPlace < IN_PLACE_AT_ONCE && handed + arrived.length === 0) return receiveInPlace(bytes)
      if (!isStarted()) {
        void startThread()
        return receiveInPlace(bytes)
      }
      return new Promise((resolve, reject) => {
        if (arrived.length === 0) setImmediate(() => void handOver())
        arrived.push({ bytes, resolve, reject })
      })
    },
    receiveAll,
    stop: () => work.stop(),
  }
}

async function beginningOf({ blobs }: Pick<Context, 'blobs'>, raw: BlobRef): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of await blobs.read(raw.hash, { range: { start: 0, end: HEADER_ONLY_MAX - 1 } }))
    chunks.push(chunk)
  return Buffer.concat(chunks)
}
