import { BusyError, SearchTooLongError } from '../../platform/http/errors.ts'
import { fairQueue, QueueFullError } from '../../platform/workers/fairQueue.ts'
import { TaskLimitError } from '../../platform/workers/workerPool.ts'
import type { Engine } from '../database/engine.ts'
import { READ_THREADS, READS_AHEAD } from '../database/threadedReads.ts'
import { findDocuments } from './documentWords.ts'
import { asksForFiles, asksForWords } from './filters.ts'
import { postgresWordIndex } from './postgresIndex.ts'
import type { Finding, SearchIndex, SearchParts, WordIndex } from './searchIndex.ts'
import { sqliteWordIndex } from './sqliteIndex.ts'
import { indexWaiting, insertWaiting, isWaiting, stopAgain, stopWaiting } from './waitingMails.ts'

/** Seconds until a person who found too many searches waiting may search again. */
const BUSY_WAIT_S = 5
/** As many as people of one server search at the same moment; each of them waits no longer than this. */
const QUEUE = { waiting: 1_024, waitMs: 10_000 }
/**
 * Searches at the same time: as many as `longReads` has connections to PostgreSQL, and on SQLite as many as its threads are
 * handed. With one for each thread it had nothing to do until the event loop, which hundreds of calls keep busy, came to its
 * answer.
 */
const AT_ONCE: Readonly<Record<Engine, number>> = { postgres: 4, sqlite: READ_THREADS * (1 + READS_AHEAD) }
/** One transaction before a search: as short as one of the background. */
const INDEX_AT_ONCE = { limit: 50, time: 8 }
/**
 * A search puts what waits of its account into the index for so many milliseconds and at least so many mails, and then finds
 * without the rest (`incomplete`): while hundreds of mails come in a second it could do so for ever. The newest are put in
 * first.
 */
const INDEX_FOR_MS = 60
const INDEX_AT_LEAST = 20

export const wordIndexFor = (engine: Engine): WordIndex => (engine === 'postgres' ? postgresWordIndex : sqliteWordIndex)

export function searchIndexFor(engine: Engine): SearchIndex {
  const index = wordIndexFor(engine)
  const newest = indexingNewest(index)
  const queue = fairQueue({ ...QUEUE, atOnce: AT_ONCE[engine] })
  const inTurn = async <T>(accountId: number, search: () => Promise<T>): Promise<T> => {
    try {
      return await queue(String(accountId), search)
    } catch (error) {
      if (error instanceof QueueFullError) throw new BusyError(BUSY_WAIT_S)
      throw isTooLong(error) ? new SearchTooLongError() : error
    }
  }
  return {
    add: async (trx, { sortKey, accountId }) => {
      await insertWaiting(trx, { sortKey, accountId })
    },

    remove: async (trx, sortKeys) => {
      if (sortKeys.length === 0) return
      await stopAgain(trx, sortKeys)
      await index.remove(trx, sortKeys)
      await stopWaiting(trx, sortKeys)
    },

    filesWith: async ({ store }, finding, mailIds) => {
      if (mailIds.length === 0 || !asksForFiles(finding)) return []
      return inTurn(finding.accountId, () => index.filesWith(store, finding, mailIds))
    },

    readInTurn: inTurn,

    findDocuments: async ({ store }, accountId, phrases, asking) =>
      phrases.length === 0
        ? []
        : inTurn(asking?.askedBy ?? accountId, () => findDocuments(store, accountId, phrases, asking?.among)),

    find: async (parts, finding, window) => {
      // What was delivered a moment ago is found like everything else. A place of the queue is not held meanwhile: this waits
      // for its turn of writing and for the disk.
      const incomplete = asksIndex(finding) && (await newest(parts, finding.accountId))
      const page = await inTurn(finding.accountId, () => index.find(parts.store, finding, window))
      return { ...page, incomplete }
    },
  }
}

const asksIndex = (finding: Finding): boolean => asksForWords(finding) || finding.hasAttachment === true

/**
 * Puts what waits of an account into the index, as much of it as takes a moment, and answers whether some is left. Searches of one
 * account do it one after the other: the next one finds nothing left to do.
 */
function indexingNewest(index: WordIndex): (parts: SearchParts, accountId: number) => Promise<boolean> {
  const running = new Map<number, Promise<boolean>>()

  const run = async (parts: SearchParts, accountId: number, until: number): Promise<boolean> => {
    let isLeft = await isWaiting(parts.store.db, accountId)
    for (let indexed = 0; isLeft && (indexed < INDEX_AT_LEAST || performance.now() < until); ) {
      // None where another server was first.
      indexed += Math.max(1, await indexWaiting(parts, index, { ...INDEX_AT_ONCE, accountId, isAwaited: true }))
      isLeft = await isWaiting(parts.store.db, accountId)
    }
    return isLeft
  }

  return async (parts, accountId) => {
    const until = performance.now() + INDEX_FOR_MS
    for (let other = running.get(accountId); other; other = running.get(accountId)) {
      const isLeft = await other.catch(() => false)
      if (isLeft && performance.now() >= until) return true
    }
    const own = run(parts, accountId, until).finally(() => running.delete(accountId))
    running.set(accountId, own)
    return own
  }
}

/** PostgreSQL's `query_canceled`, which is what a statement that took too long ends with. */
const QUERY_CANCELED = '57014'

const isTooLong = (error: unknown): boolean =>
  error instanceof TaskLimitError || (error instanceof Error && 'code' in error && error.code === QUERY_CANCELED)
