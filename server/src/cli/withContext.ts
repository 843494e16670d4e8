import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Context } from '../context.ts'
import { readConfig } from '../platform/config/config.ts'
import type { Environment } from '../platform/config/values.ts'
import { LocalEvents } from '../platform/push/events.ts'
import { openFileBlobStore } from '../store/blobs/fileBlobStore.ts'
import { openStore } from '../store/database/open.ts'
import { searchIndexFor } from '../store/search/searchIndex.ts'
import { OperatorError } from './operatorError.ts'

export interface CommandOptions {
  readonly data?: string | undefined
}

/** The settings of a command: the server's, with what the command's own options say in their place. */
export const environmentOf = ({ data }: CommandOptions): Environment =>
  data ? { ...process.env, YANSHU_DATA: data } : process.env

/**
 * Opens the store and the blobs as the server's settings say, hands them to a command and closes them again. The server
 * may run at the same time.
 */
export async function withContext<T>(options: CommandOptions, command: (context: Context) => Promise<T>): Promise<T> {
  const config = readConfig(environmentOf(options))
  await requireFolder(config.dataFolder)
  const store = await openStore(config.database)
  try {
    return await command({
      config,
      store,
      search: searchIndexFor(store.engine),
      blobs: await openFileBlobStore(config.dataFolder),
      events: new LocalEvents(),
      log: { info: () => {}, warn: say, error: say },
      now: Date.now,
    })
  } finally {
    await store.close()
  }
}

const say = (fields: object, message: string) => {
  process.stderr.write(
    `${message} ${JSON.stringify(fields, (_, value) => (value instanceof Error ? value.message : value))}\n`,
  )
}

/** A wrong folder would be taken for an empty system; a missing one is almost always a typing error. */
async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null)
  if (found?.isDirectory()) return
  throw new OperatorError(
    `There is no data folder ${path.resolve(folder)}. Start the server once, or say where it is with --data or YANSHU_DATA`,
  )
}
