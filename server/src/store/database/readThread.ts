import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { READER_PRAGMAS } from './readerPragmas.ts'

/** A statement that only reads, with its values. */
export interface ReadTask {
  readonly sql: string
  readonly parameters: readonly (null | number | bigint | string | Uint8Array)[]
}

const MAX_PREPARED = 200

const port = parentPort
if (!port) throw new Error('readThread runs in a worker thread only')
const database = new DatabaseSync(String(workerData))
database.exec(READER_PRAGMAS)
const prepared = new Map<string, StatementSync>()

function prepare(text: string): StatementSync {
  const known = prepared.get(text)
  if (known) return known
  const statement = database.prepare(text)
  if (prepared.size >= MAX_PREPARED) prepared.clear()
  prepared.set(text, statement)
  return statement
}

port.on('message', ({ id, task }: { id: number; task: ReadTask }) => {
  try {
    port.postMessage({ id, value: prepare(task.sql).all(...task.parameters) })
  } catch (error) {
    port.postMessage({ id, error: error instanceof Error ? error : new Error(String(error)) })
  }
})
