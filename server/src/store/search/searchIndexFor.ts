import { BusyError, SearchTooLongError } from '../../platform/http/errors.ts'
import { fairQueue, QueueFullError } from '../../platform/workers/fairQueue.ts'
import { TaskLimitError } from '../../platform/workers/workerPool.ts'
import type { Engine } from '../database/engine.ts'
import { READ_THREADS } from '../database/threadedReads.ts'
import { asksForWords } from './filters.ts'
import { postgresWordIndex } from './postgresIndex.ts'
import type { Finding, Found, SearchIndex, SearchParts, Window, WordIndex } from './searchIndex.ts'
import { sqliteWordIndex } from './sqliteIndex.ts'
import { indexWaiting, insertWaiting, isWaiting, oldIndexesOf, stopWaiting } from './waitingMails.ts'

/** Seconds until somebody who found too many searches waiting may come again. */
const BUSY_WAIT_S = 5
const QUEUE = { waiting: 256, waitMs: 10_000 }
/** Of ten connections to PostgreSQL. */
const POSTGRES_SEARCHES = 4
const INDEX_AT_ONCE = { limit: 50, time: 20 }
/** So many times at most before a search: who gets thousands of mails a minute finds the newest of them at once. */
const INDEX_ROUNDS = 20

export const wordIndexFor = (engine: Engine): WordIndex => (engine === 'postgres' ? postgresWordIndex : sqliteWordIndex)

export function searchIndexFor(engine: Engine): SearchIndex {
  const index = wordIndexFor(engine)
  const queue = fairQueue({ ...QUEUE, atOnce: engine === 'postgres' ? POSTGRES_SEARCHES : READ_THREADS })
  return {
    add: async (trx, { sortKey, accountId }) => {
      await insertWaiting(trx, { sortKey, accountId })
    },

    remove: async (trx, sortKeys) => {
      if (sortKeys.length === 0) return
      await index.remove(trx, sortKeys)
      await stopWaiting(trx, sortKeys)
    },

    find: async (parts, finding, window) => {
      try {
        return await queue(String(finding.accountId), () => find(parts, index, finding, window))
      } catch (error) {
        if (error instanceof QueueFullError) throw new BusyError(BUSY_WAIT_S)
        throw isTooLong(error) ? new SearchTooLongError() : error
      }
    },
  }
}

async function find(parts: SearchParts, index: WordIndex, finding: Finding, window: Window): Promise<Found> {
  const { store } = parts
  const { db } = store
  const { accountId } = finding
  if (!asksForWords(finding) && finding.hasAttachment !== true) return index.find(store, finding, window)
  // What was delivered a moment ago is found like everything else.
  for (let round = 0; round < INDEX_ROUNDS && (await isWaiting(db, accountId)); round++) {
    await indexWaiting(parts, index, { ...INDEX_AT_ONCE, accountId })
  }
  const old = asksForWords(finding) ? await oldIndexesOf(db, accountId) : []
  if (old.length === 0) return index.find(store, finding, window)
  const fromTheFirst = { ...window, offset: 0, limit: window.offset + window.limit }
  const found: Found[] = []
  // One after the other: a mail that is moved meanwhile goes from an old index to the new one.
  for (const one of old) found.push(await index.findInOld(store, finding, fromTheFirst, one))
  found.push(await index.find(store, finding, fromTheFirst))
  return merged(found, window)
}

/** The hits of several indexes as one page; a mail that two have is one hit. */
function merged(found: readonly Found[], { offset, limit }: Window): Found {
  const byId = new Map(found.flatMap(({ hits }) => hits).map((hit) => [hit.id, hit]))
  const hits = [...byId.values()].sort((a, b) => b.sort_key - a.sort_key).slice(offset, offset + limit)
  const isCounted = found.every(({ total }) => total >= 0)
  return { hits, total: isCounted ? found.reduce((sum, { total }) => sum + total, 0) : -1 }
}

/** PostgreSQL's `query_canceled`, which is what a statement that took too long ends with. */
const QUERY_CANCELED = '57014'

const isTooLong = (error: unknown): boolean =>
  error instanceof TaskLimitError || (error instanceof Error && 'code' in error && error.code === QUERY_CANCELED)
