import { parentPort, workerData } from 'node:worker_threads'
import { Kysely } from 'kysely'
import { isDiskFull } from '../../platform/errors/diskFull.ts'
import { systemCode } from '../../platform/errors/systemCode.ts'
import type { Schema } from './schema.ts'
import { oneConnection } from './sqliteDialect.ts'
import type { WorkApart, WriteTask, WriteThreadData } from './threadedWrites.ts'
import { LentTurn } from './turns.ts'

const port = parentPort
if (!port) throw new Error('writeThread runs in a worker thread only')
const { file, turn } = workerData as WriteThreadData
const lent = new LentTurn(turn)
const isAwaited = () => lent.awaiting > 0
const db = new Kysely<Schema>({ dialect: oneConnection(file) })
const modules = new Map<string, Promise<{ work: WorkApart }>>()

port.on('message', async ({ id, task }: { id: number; task: WriteTask }) => {
  try {
    let module = modules.get(task.module)
    if (!module) {
      module = import(task.module)
      modules.set(task.module, module)
    }
    const { work } = await module
    const value = await db.transaction().execute((trx) => work(trx, task.task, isAwaited))
    lent.isHeld = false
    port.postMessage({ id, value })
  } catch (error) {
    const cause = error instanceof Error ? error : new Error(String(error))
    // Errors lose their class on the way between threads.
    const code = isDiskFull(error) ? 'ENOSPC' : systemCode(error)
    port.postMessage({ id, error: cause, ...(code ? { code } : {}) })
  }
})
