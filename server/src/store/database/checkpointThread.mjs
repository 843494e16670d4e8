// A thread that takes SQLite's log into its file. Plain JavaScript, so that it starts quickly (see readThread.mjs).
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

const port = parentPort
if (!port) throw new Error('checkpointThread runs in a worker thread only')
const database = new DatabaseSync(workerData.file)
// Once all of the log is in the file, the next write begins it anew.
const checkpoint = database.prepare('pragma wal_checkpoint(passive)')

port.on('message', ({ id }) => {
  try {
    port.postMessage({ id, value: checkpoint.get() })
  } catch (error) {
    port.postMessage({ id, error: error instanceof Error ? error : new Error(String(error)) })
  }
})
