import { TaskLimitError } from '../../platform/workers/workerPool.ts'
import type { BlobRef } from '../../store/blobs/blobRows.ts'
import type { Context } from '../../store/context/context.ts'
import type { PreparedMessage } from '../reading/preparedMessage.ts'
import { HEADER_ONLY_MAX, prepareHeader, prepareMessage } from '../reading/prepareMessage.ts'
import { IN_PLACE_MAX, mailWorkOf } from '../workers/mailWork.ts'

/** Messages up to this many bytes are read where they arrive; longer ones would hold every other call up. */
export const READ_IN_PLACE_MAX = IN_PLACE_MAX

export interface Preparer {
  /** Reads a stored raw message; `bytes` saves reading it again when the caller still has it and it is short. */
  prepare(raw: BlobRef, bytes: Uint8Array | null): Promise<PreparedMessage>
  stop(): Promise<void>
}

/**
 * Reads messages: short ones at once, long ones in a thread. A message that costs more than the thread may take is
 * delivered with its header alone; its reader is told that the rest is in the mail as it came.
 */
export function createPreparer(context: Pick<Context, 'blobs' | 'config' | 'now' | 'log'>): Preparer {
  const work = mailWorkOf(context)
  return {
    async prepare(raw, bytes) {
      const now = context.now()
      if (bytes && raw.size <= READ_IN_PLACE_MAX) return prepareMessage(context.blobs, raw, bytes, now)
      try {
        return await work.run('prepare', { hash: raw.hash, size: raw.size, now }, raw.size)
      } catch (error) {
        if (!(error instanceof TaskLimitError)) throw error
        context.log.warn({ err: error, hash: raw.hash, size: raw.size }, 'of a message only its header could be read')
        return prepareHeader(raw, await beginningOf(context, raw), now)
      }
    },
    stop: () => work.stop(),
  }
}

async function beginningOf({ blobs }: Pick<Context, 'blobs'>, raw: BlobRef): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of await blobs.read(raw.hash, { range: { start: 0, end: HEADER_ONLY_MAX - 1 } }))
    chunks.push(chunk)
  return Buffer.concat(chunks)
}
