import type { Config } from '../../platform/config/config.ts'
import type { Log } from '../../platform/log/log.ts'
import { LocalEvents } from '../../platform/push/events.ts'
import { createRuntime } from '../../platform/runtime/runtime.ts'
import type { BlobFiles } from '../blobs/fileBlobStore.ts'
import { openBlobStore } from '../blobs/openBlobStore.ts'
import { openStore, type StoreOptions } from '../database/open.ts'
import { searchIndexFor } from '../search/searchIndexFor.ts'
import type { Context } from './context.ts'

export interface OpenOptions {
  readonly config: Config
  readonly log: Log
  /** Epoch milliseconds; the machine's clock when left out. */
  readonly now?: () => number
  /** Whether this process serves windows, which are notified of what this and other servers on the same store do. */
  readonly windows?: boolean
  /** How the store is opened. */
  readonly storeOptions?: StoreOptions
  /** The functions that write and read files. A test passes a disk that is full. */
  readonly files?: BlobFiles
}

export interface OpenedContext {
  readonly context: Context
  /** Stops what runs of it, and closes what was opened. */
  close(): Promise<void>
}

/**
 * Opens store, search, blobs and events as the settings say: for the server, its commands and the tests.
 * What was opened before a failure is closed again. Throws an `OperatorError` when the store cannot be used.
 */
export async function openContext(options: OpenOptions): Promise<OpenedContext> {
  const { config, log, now = Date.now, windows = false, files, storeOptions } = options
  const store = await openStore(config.database, storeOptions)
  try {
    const blobs = await openBlobStore(config, files)
    const runtime = createRuntime()
    const shared = windows && store.engine === 'postgres' ? await postgresEvents(config.database, log) : null
    const events = shared ?? new LocalEvents((err) => log.warn({ err }, 'a window could not be told of a change'))
    return {
      context: { config, store, search: searchIndexFor(store.engine), blobs, events, log, runtime, now },
      close: async () => {
        await runtime.stop().catch((err: unknown) => log.error({ err }, 'not all work of the server could be stopped'))
        await shared?.close()
        await blobs.close()
        await store.close()
      },
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

async function postgresEvents(address: string, log: Log) {
  const { PostgresEvents } = await import('../../platform/push/postgresEvents.ts')
  return new PostgresEvents(address, log).open()
}
