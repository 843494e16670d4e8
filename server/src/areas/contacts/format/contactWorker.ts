import { parentPort } from 'node:worker_threads'
import { type ContactTask, readContacts } from './contactTask.ts'

const port = parentPort
if (!port) throw new Error('contactWorker runs in a worker thread only')

port.on('message', ({ id, task }: { id: number; task: ContactTask }) => {
  try {
    port.postMessage({ id, value: readContacts(task) })
  } catch (error) {
    // Whatever error the library throws, the file is the cause. Errors lose their class on the way between threads.
    const cause = new Error(error instanceof Error ? error.message : String(error))
    port.postMessage({ id, error: cause, code: 'UNREADABLE' })
  }
})
