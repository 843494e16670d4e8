import { parentPort, workerData } from 'node:worker_threads'
import { isDiskFull } from '../../platform/errors/diskFull.ts'
import { systemCode } from '../../platform/errors/systemCode.ts'
import { type BlobPlace, openBlobStore } from '../../store/blobs/openBlobStore.ts'
import { engineOf } from '../../store/database/engine.ts'
import { type MailTask, runMailTask } from './mailTasks.ts'

const port = parentPort
if (!port) throw new Error('mailWorker runs in a worker thread only')
const place: BlobPlace = workerData
const parts = { blobs: await openBlobStore(place), engine: engineOf(place.database ?? '') }

port.on('message', async ({ id, task }: { id: number; task: MailTask }) => {
  try {
    port.postMessage({ id, value: await runMailTask(parts, task) })
  } catch (error) {
    const cause = error instanceof Error ? error : new Error(String(error))
    // Errors lose their class on the way between threads.
    const code = isDiskFull(error) ? 'ENOSPC' : systemCode(error)
    port.postMessage({ id, error: cause, ...(code ? { code } : {}) })
  }
})
