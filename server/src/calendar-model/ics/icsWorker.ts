import { parentPort } from 'node:worker_threads'
import type { IcsTask } from './icsWork.ts'
import { readIcs } from './readIcs.ts'
import { readObjectText } from './readObjectText.ts'

const port = parentPort
if (!port) throw new Error('icsWorker runs in a worker thread only')

port.on('message', ({ id, task }: { id: number; task: IcsTask }) => {
  try {
    const value = task.object ? readObjectText(task.text, task.zone) : readIcs(task.text, task.zone)
    port.postMessage({ id, value })
  } catch (error) {
    // Every error of the library is an error of the file. Errors lose their class between threads.
    const cause = new Error(error instanceof Error ? error.message : String(error))
    port.postMessage({ id, error: cause, code: 'UNREADABLE' })
  }
})
