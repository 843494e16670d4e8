import { parentPort } from 'node:worker_threads'
import { readIcs } from './readIcs.ts'

const port = parentPort
if (!port) throw new Error('icsWorker runs in a worker thread only')

port.on('message', ({ id, task }: { id: number; task: { text: string; zone: string } }) => {
  try {
    port.postMessage({ id, value: readIcs(task.text, task.zone) })
  } catch (error) {
    // Whatever the library says of it, the file is to blame. Errors lose their class on the way between threads.
    const cause = new Error(error instanceof Error ? error.message : String(error))
    port.postMessage({ id, error: cause, code: 'UNREADABLE' })
  }
})
