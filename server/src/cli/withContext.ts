import { stat } from 'node:fs/promises'
import path from 'node:path'
import { readConfig } from '../platform/config/config.ts'
import { requireDataFolder } from '../platform/config/requireFiles.ts'
import type { Environment } from '../platform/config/values.ts'
import { OperatorError } from '../platform/errors/operatorError.ts'
import type { Log } from '../platform/log/log.ts'
import { bucketFailure } from '../store/blobs/openBlobStore.ts'
import type { Context } from '../store/context/context.ts'
import { openContext } from '../store/context/openContext.ts'
import { inspectStore } from '../store/database/inspectStore.ts'
import { STORE_OF_COMMAND } from '../store/database/open.ts'

const say = (fields: object, message: string) => {
  process.stderr.write(
    `${message} ${JSON.stringify(fields, (_, value) => (value instanceof Error ? value.message : value))}\n`,
  )
}

/** What a command logs: warnings and errors, for the operator to read. */
export const commandLog: Log = { info: () => {}, warn: say, error: say }

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
  await requireDataFolder(config.dataFolder)
  await sayUpgrade(config.database)
  const { context, close } = await openContext({ config, log: commandLog, storeOptions: STORE_OF_COMMAND })
  try {
    return await command(context)
  } catch (error) {
    throw bucketFailure(error, config)
  } finally {
    await close()
  }
}

/** Opening a database of an earlier version upgrades it, which the version before cannot undo: the operator reads so before. */
async function sayUpgrade(database: string): Promise<void> {
  const { isNew, stepsToMake } = await inspectStore(database)
  if (isNew || stepsToMake === 0) return
  process.stderr.write(
    `The database is of an earlier version: this command upgrades it first (${stepsToMake} steps). ` +
      'Servers of the version before cannot use it any more\n',
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
