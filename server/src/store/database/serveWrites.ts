import { parentPort, workerData } from 'node:worker_threads'
import { Kysely } from 'kysely'
import { isDiskFull } from '../../platform/errors/diskFull.ts'
import { systemCode } from '../../platform/errors/systemCode.ts'
import type { Schema } from './schema.ts'
import { oneConnection } from './sqliteDialect.ts'
import type { WriteThreadData } from './threadedWrites.ts'
import type { Trx } from './transact.ts'
import { LentTurn } from './turns.ts'

/**
 * The whole of a thread that writes (`ThreadedWrites`): does each task in one transaction.
 * @param work gets the task, which is plain data, and whether a person waits for the end of the transaction
 */
export function serveWrites(work: (trx: Trx, task: unknown, isAwaited: () => boolean) => Promise<unknown>): void {
  const port = parentPort
  if (!port) throw new Error('serveWrites runs in a worker thread only')
  const { file, mapped, turn } = workerData as WriteThreadData
  const lent = new LentTurn(turn)
  const isAwaited = () => lent.awaiting > 0
  const db = new Kysely<Schema>({ dialect: oneConnection(file, mapped) })

  port.on('message', async ({ id, task }: { id: number; task: unknown }) => {
    try {
      const value = await db.transaction().execute((trx) => work(trx, task, isAwaited))
      lent.isHeld = false
      port.postMessage({ id, value })
    } catch (error) {
      const cause = error instanceof Error ? error : new Error(String(error))
      // Errors lose their class on the way between threads.
      const code = isDiskFull(error) ? 'ENOSPC' : systemCode(error)
      port.postMessage({ id, error: cause, ...(code ? { code } : {}) })
    }
  })
}
