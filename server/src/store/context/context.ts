import type { Config } from '../../platform/config/config.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Events } from '../../platform/push/events.ts'
import type { Runtime } from '../../platform/runtime/runtime.ts'
import type { BlobStore } from '../blobs/blobStore.ts'
import type { Store } from '../database/open.ts'
import type { StoreOfTransaction } from '../database/transact.ts'
import type { SearchIndex } from '../search/searchIndex.ts'

/**
 * What everything above the store is given. Made by `openContext`; a function that needs a part of it names that by
 * `Pick`. The folders that Context is made of (database, search, blobs, and all of platform) name their own parts
 * instead.
 */
export interface Context {
  readonly config: Config
  readonly store: Store
  readonly search: SearchIndex
  readonly blobs: BlobStore
  readonly events: Events
  readonly log: Log
  /** What this server keeps in memory. */
  readonly runtime: Runtime
  /** Epoch milliseconds. The only clock the rules read, so that a test can change it. */
  readonly now: () => number
}

/**
 * What a function inside of a transaction is given beside it (`trx: Trx, context: TransactionContext`): all but the
 * store's connections, so that it cannot ask for a second one. A `Context` may be handed to it as it is.
 */
export interface TransactionContext extends Omit<Context, 'store'> {
  readonly store: StoreOfTransaction
}
