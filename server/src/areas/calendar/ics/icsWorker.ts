import { parentPort } from 'node:worker_threads'
import { readIcs } from './readIcs.ts'

const port = parentPort
if (!port) throw new Error('icsWorker runs in a worker thread only')

port.on('message', ({ id, task }: { id: number; task: { text: string; zone: string } }) => {
  try {
    port.postMessage({ id, value: readIcs(task.text, task.zone) })
  } catch (error) {
    // Every error of the library is an error of the file. Errors lose their class between threads.
    const cause = new Error(error instanceof Error ? error.message : String(error))
    port.postMessage({ id, error: cause, code: 'UNREADABLE' })
  }
})
