import { parentPort, workerData } from 'node:worker_threads'
import { openFileBlobStore } from '../blobs/fileBlobStore.ts'
import { prepareMessage } from './prepareMessage.ts'

/** What the worker thread is asked. */
export interface PrepareTask {
  readonly id: number
  readonly hash: string
  readonly size: number
  readonly now: number
}

const port = parentPort
if (!port) throw new Error('prepareWorker runs in a worker thread only')
const blobs = await openFileBlobStore(String(workerData))

port.on('message', async ({ id, hash, size, now }: PrepareTask) => {
  try {
    const bytes = await blobs.readAll(hash)
    port.postMessage({ id, message: await prepareMessage(blobs, { hash, size }, bytes, now) })
  } catch (error) {
    port.postMessage({ id, error: error instanceof Error ? error : new Error(String(error)) })
  }
})
