import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../platform/config/config.ts'
import { OperatorError } from '../platform/errors/operatorError.ts'
import type { Engine } from '../store/database/engine.ts'

const markOf = (dataFolder: string) => path.join(dataFolder, 'demo-unfinished')

/** Runs what makes the demonstration organisation, with a mark in the data folder until it is whole. */
export async function untilWhole(dataFolder: string, work: () => Promise<void>): Promise<void> {
  await writeFile(markOf(dataFolder), '', { flush: true })
  await work()
  await rm(markOf(dataFolder))
}

/**
 * Deletes a demonstration organisation whose first start was ended before it was whole. It is unused: a server takes its
 * first call after it is whole. Call it before the store is opened.
 * Throws an `OperatorError` on PostgreSQL, whose database may hold what is not ours to throw away.
 */
export async function clearUnfinishedDemo({ dataFolder, database }: Config, engine: Engine): Promise<void> {
  if (!existsSync(markOf(dataFolder))) return
  if (engine === 'postgres') {
    throw new OperatorError(
      'YANSHU_DEMO: an earlier start was ended before the demonstration organisation was whole. ' +
        `Empty the database and remove ${markOf(dataFolder)}, or set YANSHU_DEMO=0 to go on with what is there`,
    )
  }
  for (const store of [database, `${database}-blobs`]) {
    for (const file of [store, `${store}-wal`, `${store}-shm`]) await rm(file, { force: true })
  }
  await rm(path.join(dataFolder, 'blobs'), { recursive: true, force: true })
  await rm(markOf(dataFolder))
}
