// A thread that reads the store. Plain JavaScript: loading what strips types would take ten megabytes and most of the
// time that starting a thread takes.
import { getPriority, setPriority } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { bareSubject } from './bareSubject.mjs'
import { holdsWords } from './holdsWords.mjs'

const MAX_PREPARED = 200
/**
 * By so much the priority of this thread is below that of the thread that answers calls. Linux has a priority for each
 * thread, elsewhere it is that of the whole process and stays.
 */
const BEHIND = 5
const LAST = 19
if (process.platform === 'linux') {
  try {
    setPriority(Math.min(getPriority() + BEHIND, LAST))
  } catch {
    // A system that forbids it leaves the thread where it is; it searches all the same.
  }
}

const port = parentPort
if (!port) throw new Error('readThread runs in a worker thread only')
const database = new DatabaseSync(workerData.file)
database.exec(workerData.pragmas)
database.function('holds_words', { deterministic: true }, holdsWords)
database.function('bare_subject', { deterministic: true }, bareSubject)
/** @type {Map<string, import('node:sqlite').StatementSync>} */
const prepared = new Map()

/** @param {string} text */
function prepare(text) {
  const known = prepared.get(text)
  if (known) return known
  const statement = database.prepare(text)
  if (prepared.size >= MAX_PREPARED) prepared.clear()
  prepared.set(text, statement)
  return statement
}

port.on('message', ({ id, task }) => {
  try {
    port.postMessage({ id, value: prepare(task.sql).all(...task.parameters) })
  } catch (error) {
    port.postMessage({ id, error: error instanceof Error ? error : new Error(String(error)) })
  }
})
