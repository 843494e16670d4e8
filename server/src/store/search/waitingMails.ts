import { sql } from 'kysely'
import { isDiskFull } from '../../platform/errors/diskFull.ts'
import type { Engine } from '../database/engine.ts'
import type { Database } from '../database/open.ts'
import { prepared } from '../database/prepared.ts'
import { readAddresses } from '../database/storedAddresses.ts'
import { readText } from '../database/storedText.ts'
import { type Trx, transact } from '../database/transact.ts'
import { wordsOfFiles } from './fileTexts.ts'
import type { IndexedMail, SearchParts, WordIndex } from './searchIndex.ts'

export interface Indexing {
  /** Mails at most. */
  readonly limit: number
  /** Milliseconds after which the rest is left for the next time. */
  readonly time: number
  /** Only those of one account. */
  readonly accountId?: number
  /** Whether a person waits for it: its turn of writing comes as theirs. */
  readonly isAwaited?: boolean
}

export async function isAnyWaiting(db: Database): Promise<boolean> {
  const waits = async (table: 'mail_to_index' | 'mail_to_index_again') =>
    (await db.selectFrom(table).select('sort_key').limit(1).executeTakeFirst()) !== undefined
  return (await waits('mail_to_index')) || (await waits('mail_to_index_again'))
}

/** Whether mails of an account are not in the index yet. */
export const isWaiting = async (db: Database, accountId: number): Promise<boolean> =>
  (await selectSomeOf(db, { accountId, limit: 1 })).length > 0

export const insertWaiting = prepared((db, by: { sortKey: number; accountId: number }) =>
  db.insertInto('mail_to_index').values({ sort_key: by.sortKey, account_id: by.accountId }).compile(),
)

/** Removes mails from the waiting list that are deleted or have got another place in time. */
export async function stopWaiting(trx: Trx, sortKeys: readonly number[]): Promise<void> {
  for (let at = 0; at < sortKeys.length; at += 500) {
    await trx
      .deleteFrom('mail_to_index')
      .where('sort_key', 'in', sortKeys.slice(at, at + 500))
      .execute()
  }
}

/** Removes mails from the list of those that are indexed again. Before anything else of the index: all use one order. */
export async function stopAgain(trx: Trx, sortKeys: readonly number[]): Promise<void> {
  for (let at = 0; at < sortKeys.length; at += 500) {
    await trx
      .deleteFrom('mail_to_index_again')
      .where('sort_key', 'in', sortKeys.slice(at, at + 500))
      .execute()
  }
}

/** Few, because a search of their account waits for what is not added again in the same transaction. */
const AGAIN_AT_ONCE = 4

/**
 * Removes mails that are to be indexed again from the index, so that they wait for it as new ones do; a search of their
 * account adds them first.
 */
async function removeAgain(trx: Trx, engine: Engine, index: WordIndex): Promise<boolean> {
  let query = trx
    .selectFrom('mail_to_index_again')
    .select(['sort_key', 'account_id'])
    .orderBy('sort_key', 'desc')
    .limit(AGAIN_AT_ONCE)
  if (engine === 'postgres') query = query.modifyEnd(sql`for update skip locked`)
  const mails = await query.execute()
  if (mails.length === 0) return false
  const sortKeys = mails.map(({ sort_key }) => sort_key)
  await stopAgain(trx, sortKeys)
  // Waits for another server that is adding one of them.
  await trx
    .insertInto('mail_to_index')
    .values(mails)
    .onConflict((conflict) =>
      conflict.column('sort_key').doUpdateSet(({ ref }) => ({ account_id: ref('excluded.account_id') })),
    )
    .execute()
  await index.remove(trx, sortKeys)
  return true
}

/** So many that wait are worth a thread's turn. */
const MANY = 6

/**
 * Puts mails that wait for it into the index, the newest first, in one transaction. Answers how many. Many are put in by a
 * thread, where the store has one: a mail takes two milliseconds, and the event loop would do nothing else. A search with
 * few does it here, because the thread may be at work for another.
 */
export async function indexWaiting(parts: SearchParts, index: WordIndex, indexing: Indexing): Promise<number> {
  const { apart } = parts.store
  if (apart && ((apart.isRunning(INDEX_THREAD) && !indexing.isAwaited) || (await areMany(parts.store.db, indexing)))) {
    try {
      return (await apart.transact(INDEX_THREAD, indexing, indexing.isAwaited ? 'people' : 'background')) as number
    } catch (error) {
      // The room in reserve is this thread's to give.
      if (!isDiskFull(error)) throw error
    }
  }
  return transact(parts, (trx) => addWaiting(trx, parts.store.engine, index, indexing))
}

async function areMany(db: Database, { accountId }: Indexing): Promise<boolean> {
  if (accountId !== undefined) return (await selectSomeOf(db, { accountId, limit: MANY })).length === MANY
  if ((await selectSome(db, { limit: MANY })).length === MANY) return true
  // With the words of files, of which one mail may have thousands.
  return (await selectAgain(db, {})).length > 0
}

/** Puts mails into the index of SQLite. */
export const INDEX_THREAD = new URL('./indexThread.ts', import.meta.url)

const selectSome = prepared((db, by: { limit: number }) =>
  sql<{ sort_key: number }>`select sort_key from mail_to_index limit ${by.limit}`.compile(db),
)

const selectAgain = prepared((db, _by: Record<string, never>) =>
  sql<{ sort_key: number }>`select sort_key from mail_to_index_again limit 1`.compile(db),
)

const selectSomeOf = prepared((db, by: { accountId: number; limit: number }) =>
  sql<{ sort_key: number }>`select sort_key from mail_to_index
    where account_id = ${by.accountId} limit ${by.limit}`.compile(db),
)

/**
 * The same inside a transaction.
 * @param isAwaited whether a person waits for the end of the transaction
 */
export async function addWaiting(
  trx: Trx,
  engine: Engine,
  index: WordIndex,
  indexing: Indexing,
  isAwaited = () => false,
): Promise<number> {
  let rows = await lockWaiting(trx, engine, indexing)
  // What waits for no search comes last.
  if (rows.length === 0 && indexing.accountId === undefined) {
    if (!(await removeAgain(trx, engine, index))) return 0
    rows = await lockWaiting(trx, engine, indexing)
  }
  const withFiles = rows.filter(hasFiles)
  const files = await wordsOfFiles(trx, new Map(withFiles.map((row) => [row.message_id ?? 0, row.sort_key])))
  const began = performance.now()
  const done: number[] = []
  for (const row of rows) {
    if (row.subject !== null) await index.add(trx, textOf(row, files.get(row.message_id ?? 0)))
    done.push(row.sort_key)
    // Without a pause in between: on SQLite everything that writes would wait for as many turns of a busy event loop.
    if (performance.now() - began > indexing.time || isAwaited()) break
  }
  await stopWaiting(trx, done)
  return done.length
}

/**
 * Removes one that cannot be indexed from the waiting list, so that it does not stop the others. Answers its sort key,
 * null when there is none.
 */
export async function skipBroken(parts: SearchParts, index: WordIndex): Promise<number | null> {
  const newestOf = (table: 'mail_to_index' | 'mail_to_index_again') =>
    parts.store.db.selectFrom(table).select('sort_key').orderBy('sort_key', 'desc').limit(1).executeTakeFirst()
  const newest = (await newestOf('mail_to_index')) ?? (await newestOf('mail_to_index_again'))
  if (!newest) return null
  try {
    await indexWaiting(parts, index, { limit: 1, time: 0 })
    return null
  } catch (error) {
    if (isDiskFull(error)) throw error
    await transact(parts, async (trx) => {
      await stopAgain(trx, [newest.sort_key])
      await stopWaiting(trx, [newest.sort_key])
    })
    return newest.sort_key
  }
}

type Row = Awaited<ReturnType<typeof lockWaiting>>[number]

function lockWaiting(trx: Trx, engine: Engine, { limit, accountId }: Indexing) {
  let query = trx
    .selectFrom('mail_to_index as q')
    .leftJoin('mail as m', 'm.sort_key', 'q.sort_key')
    .leftJoin('message as g', 'g.id', 'm.message_id')
    .leftJoin('message_body as b', 'b.message_id', 'g.id')
    .select(['q.sort_key', 'q.account_id', 'm.bcc_list', 'g.subject', 'g.from_name', 'g.from_address'])
    .select(['g.to_list', 'g.cc_list', 'g.has_attachment', 'g.with_password', 'g.restricted', 'b.text'])
    .select('m.message_id')
    .orderBy('q.sort_key', 'desc')
    .limit(limit)
  if (accountId !== undefined) query = query.where('q.account_id', '=', accountId)
  if (engine === 'postgres') {
    // A search waits for what another server is putting in; the background work takes other mails.
    query =
      accountId === undefined
        ? query.modifyEnd(sql`for update of q skip locked`)
        : query.modifyEnd(sql`for update of q`)
  }
  return query.execute()
}

/** As `FILES_SEARCHED`. */
const hasFiles = (row: Row): boolean => row.has_attachment === 1 && row.with_password === 0 && row.restricted === 0

function textOf(row: Row, files: Iterable<string> = []): IndexedMail {
  const to = [row.to_list, row.cc_list].flatMap((list) => (list ? readAddresses(list) : []))
  const blind = row.bcc_list ? readAddresses(row.bcc_list) : []
  const from = { name: row.from_name ?? '', address: row.from_address ?? '' }
  return {
    sortKey: row.sort_key,
    accountId: row.account_id,
    subject: row.subject ?? '',
    addresses: [from, ...to, ...blind].map(({ name, address }) => (name ? `${name} ${address}` : address)).join(' '),
    body: readText(row.text ?? ''),
    files,
    from: from.address === '' ? [] : [from.address],
    to: to.map(({ address }) => address),
    blind: blind.map(({ address }) => address),
    hasAttachment: row.has_attachment === 1,
  }
}
