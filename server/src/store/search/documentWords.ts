import { type RawBuilder, sql } from 'kysely'
import type { Engine } from '../database/engine.ts'
import { holdsWords } from '../database/holdsWords.mjs'
import type { Database, Store } from '../database/open.ts'
import { readText, readTextOrNull } from '../database/storedText.ts'
import { type Trx, transact } from '../database/transact.ts'
import { noteFiles } from './fileTexts.ts'
import { queryOf, reading, takingTurns } from './findOnPostgres.ts'
import { matchOfFiles } from './findOnSqlite.ts'
import { accountToken, FIELD_MARK, FIRST_MARK, firstCharacters, MARK } from './indexed.ts'
import { patternsOf } from './patternsOf.ts'
import { isReadable } from './readableFiles.ts'
import type { Finding, SearchParts } from './searchIndex.ts'
import type { Phrase } from './tokens.ts'
import { INDEX_THREAD } from './waitingMails.ts'

/** Files that are put into the index in one transaction. */
const AT_ONCE = 20
/** Files that one search finds by their text. */
export const DOCUMENTS_FOUND_MAX = 1_000
/** Files of people are read before those of old mails. */
const SOON = 2 ** 52

/** A task of the thread that puts words into the index of SQLite. */
export interface DocumentTask {
  readonly documents: true
}

export async function isAnyDocumentWaiting(db: Database): Promise<boolean> {
  return (await db.selectFrom('document_to_index').select('document_id').limit(1).executeTakeFirst()) !== undefined
}

/** Puts own files that wait for it into the index, some of them. Answers how many; on SQLite a thread does it. */
export async function indexDocuments(parts: SearchParts): Promise<number> {
  const { apart, engine } = parts.store
  if (apart)
    return (await apart.transact(INDEX_THREAD, { documents: true } satisfies DocumentTask, 'background')) as number
  return transact(parts, (trx) => addDocuments(trx, engine))
}

/** The same inside a transaction. */
export async function addDocuments(trx: Trx, engine: Engine): Promise<number> {
  let query = trx
    .selectFrom('document_to_index as q')
    .innerJoin('document as d', 'd.id', 'q.document_id')
    .leftJoin('document_version as v', (join) =>
      join.onRef('v.document_id', '=', 'd.id').onRef('v.number', '=', 'd.version'),
    )
    .leftJoin('file_text as t', 't.blob_hash', 'v.blob_hash')
    .select(['d.id', 'd.account_id', 'd.name', 'd.content_type as contentType', 'd.size'])
    .select(['v.blob_hash', 't.state', 't.words'])
    .orderBy('q.document_id')
    .limit(AT_ONCE)
  if (engine === 'postgres') query = query.modifyEnd(sql`for update of q skip locked`)
  const rows = await query.execute()
  const unknown = rows.filter((row) => row.state === null && isReadable(row))
  await noteFiles(
    trx,
    unknown.flatMap(({ blob_hash }) => (blob_hash === null ? [] : [{ hash: blob_hash, sortKey: SOON }])),
  )
  for (const { id, account_id, words } of rows) {
    await replaceWords(trx, engine, { id, accountId: account_id, words: readTextOrNull(words)?.split(' ') ?? [] })
    await trx.deleteFrom('document_to_index').where('document_id', '=', id).execute()
  }
  return rows.length
}

interface WordsOf {
  readonly id: number
  readonly accountId: number
  readonly words: readonly string[]
}

async function replaceWords(trx: Trx, engine: Engine, { id, accountId, words }: WordsOf): Promise<void> {
  const own = accountToken(accountId)
  if (engine === 'sqlite') {
    await sql`delete from document_terms where rowid = ${id}`.execute(trx)
    if (words.length === 0) return
    const marked = [
      ...words.map((word) => own + MARK.files + word),
      ...firstCharacters(words).map((character) => own + FIRST_MARK.files + character),
    ]
    await sql`insert into document_terms (rowid, words) values (${id}, ${marked.join(' ')})`.execute(trx)
    return
  }
  await sql`delete from document_words where document_id = ${id}`.execute(trx)
  if (words.length === 0) return
  const marked = words.slice(0, WORDS_MAX).map((word) => own + FIELD_MARK.files + word)
  await sql`insert into document_words (document_id, account_id, words)
    values (${id}, ${accountId}, array_to_tsvector(${marked}::text[]))`.execute(trx)
}

/** Words of one file; a tsvector ends at 1 MiB. */
const WORDS_MAX = 40_000

/**
 * The own files of an account, outside of the recycle bin, in whose text all of the phrases stand.
 * @param among a query of the numbers that may be found; all of the account when left out
 */
export function findDocuments(
  store: Store,
  accountId: number,
  phrases: readonly Phrase[],
  among?: RawBuilder<number>,
): Promise<number[]> {
  const finding: Finding = { accountId, phrases, fields: ['files'], unlisted: [] }
  const patterns = patternsOf(finding)
  const isOf = sql`d.account_id = ${accountId} ${among ? sql`and d.id in (${among})` : sql``}`
  return store.engine === 'sqlite'
    ? onSqlite(store, { finding, patterns, isOf })
    : onPostgres(store, { finding, patterns, isOf })
}

interface Asked {
  readonly finding: Finding
  readonly patterns: string | null
  /** Which files, as a condition on `document d`. */
  readonly isOf: RawBuilder<unknown>
}

const ofDocument = sql`join document d on d.id = found.id and d.bin_root is null
  join document_version v on v.document_id = d.id and v.number = d.version
  join file_text t on t.blob_hash = v.blob_hash and t.text is not null`

async function onSqlite({ longReads }: Store, { finding, patterns, isOf }: Asked): Promise<number[]> {
  const holds = patterns === null ? sql`1` : sql`holds_words(${patterns}, '', '', '', '', '', '', '', hex(t.text))`
  const { rows } = await sql<{ id: number }>`select d.id
    from (select rowid as id from document_terms where document_terms match ${matchOfFiles(finding)}) as found ${ofDocument}
    where ${isOf} and ${holds} limit ${DOCUMENTS_FOUND_MAX}`.execute(longReads)
  return rows.map(({ id }) => id)
}

const onPostgres = (store: Store, { finding, patterns, isOf }: Asked): Promise<number[]> =>
  reading(store, { seqScan: false }, async (db) => {
    const { rows } = await sql<{ id: number; text: string | null }>`select d.id, ${
      patterns === null ? sql`null` : sql`t.text`
    } as text
      from (select document_id as id from document_words where words @@ ${queryOf(finding)}::tsquery) as found ${ofDocument}
      where ${isOf} limit ${DOCUMENTS_FOUND_MAX}`.execute(db)
    if (patterns === null) return rows.map(({ id }) => id)
    const turn = takingTurns()
    const found: number[] = []
    for (const { id, text } of rows) {
      if (holdsWords(patterns, '', '', '', '', '', '', '', [readText(text ?? '')])) found.push(id)
      await turn()
    }
    return found
  })
