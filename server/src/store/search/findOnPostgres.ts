import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { SearchTooLongError } from '../../platform/http/errors.ts'
import { holdsWords } from '../database/holdsWords.mjs'
import type { Database, Store } from '../database/open.ts'
import { readText } from '../database/storedText.ts'
import { FILE_KINDS, FILES_OF_MAIL_MAX, FILES_SEARCHED } from './fileTexts.ts'
import { asksForFiles, asksForWords, boundsOf, filtersOf, isOfWordsAlone, looksAtMessage } from './filters.ts'
import { accountToken, addressToken, FIELD_MARK, type IndexedField, indexedFields } from './indexed.ts'
import { patternsOf, patternsOfFile } from './patternsOf.ts'
import type { FileHit, Finding, Hit, HitPage, PersonSought, Window } from './searchIndex.ts'
import type { Phrase } from './tokens.ts'
import { isAllListed, isFewUnlisted } from './unlistedMails.ts'

/** Hits whose text is checked in one go. */
const CANDIDATES = 200
/** Milliseconds of checking texts after which other calls run. */
const TURN_MS = 3

/**
 * GIN answers which mails hold all the pairs. Whether these stand side by side is looked up in the text of the hits
 * that are shown. The planner does not know what a tsvector costs to read and would rather scan the table, so that way
 * is closed to it (`reading`).
 */
export async function findOnPostgres(store: Store, finding: Finding, window: Window): Promise<HitPage> {
  const query = queryOf(finding)
  const patterns = patternsOf(finding)
  return reading(store, { seqScan: query === null }, async (db) => {
    if (query === null) return byConditions(db, finding, window)
    if (patterns === null) {
      const alone = isOfWordsAlone(finding) && (await isFewUnlisted(db, finding))
      return gathered(db, alone ? hitsOf(query, finding) : hitsWithMails(finding, query, null), window)
    }
    const wanted = window.offset + window.limit
    const hits: Hit[] = []
    let before = window.before
    // Most hold the words side by side; more are only checked where all of them may be few enough to count.
    let limit = window.counted ? CANDIDATES : Math.min(2 * wanted, CANDIDATES)
    let complete = false
    const end = performance.now() + store.longReadMs
    while (hits.length < wanted && !complete) {
      // Words that many mails hold, and hardly one side by side.
      if (performance.now() > end) throw new SearchTooLongError()
      const some = await candidates(db, finding, query, { before, limit })
      complete = some.length < limit
      limit = CANDIDATES
      before = some.at(-1)?.sort_key ?? before
      hits.push(...(await withPhrases(db, patterns, some, asksForFiles(finding))))
    }
    const page = hits.slice(window.offset, wanted)
    return { hits: page, total: complete && window.before === null ? hits.length : -1 }
  })
}

/**
 * Runs statements that only read in one transaction, which begins with what holds for them: how long each may take, and
 * whether the planner may scan a table. The three are one way to the database and back. Set for a connection instead, it
 * would reach what others ask where a proxy shares connections (PgBouncer).
 */
export function reading<T>(
  store: Store,
  { seqScan }: { seqScan: boolean },
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const answer = Promise.withResolvers<T>()
  const read = async (db: Database) => {
    try {
      await sql`begin read only; set local statement_timeout = ${sql.lit(store.longReadMs)};
        set local enable_seqscan = ${sql.raw(seqScan ? 'on' : 'off')}`.execute(db)
      answer.resolve(await work(db))
    } catch (error) {
      answer.reject(error)
    }
    // Nothing was written, so no caller awaits the end, and a failure is ignored: then the connection is lost.
    await sql`rollback`.execute(db).catch(() => undefined)
  }
  store.longReads.connection().execute(read).catch(answer.reject)
  return answer.promise
}

/** The sort keys of all mails that hold the words, without those that lie in unlisted folders: the index alone names them. */
const hitsOf = (query: string, finding: Finding) => sql`
  select w.sort_key from mail_words w where w.words @@ ${query}::tsquery and ${
    isAllListed(finding)
      ? sql`true`
      : sql`w.sort_key not in (select u.sort_key from mail u where u.folder_id in (${sql.join(finding.unlisted)}))`
  }`

/**
 * The message of each mail `m`, as `g`, where a condition asks for it. Looked up one by one: the planner does not know how
 * few mails there are, and would scan the messages of all accounts. With its columns named, or it would plan the statement
 * anew each time (`planOnce`).
 */
const messageOf = (finding: Finding) =>
  looksAtMessage(finding)
    ? sql`cross join lateral (
        select id, has_attachment, with_password, restricted, from_name, from_address, to_list, cc_list
        from message where id = m.message_id offset 0
      ) as g`
    : sql``

/** The mails that hold the words and meet the conditions. The hits of the index come first, then their mails. */
const hitsWithMails = (finding: Finding, query: string, before: number | null) => sql`
  with hits as materialized (
    select w.sort_key from mail_words w where w.words @@ ${query}::tsquery and ${boundsOf(finding, sql`w.sort_key`, before)}
  )
  select m.id, m.sort_key from hits join mail m on m.sort_key = hits.sort_key ${messageOf(finding)}
  where ${filtersOf(finding)} offset 0`

/**
 * GIN gives all hits of the account, in no order. They are gathered once, for the page as for the count, and only the mails
 * of the page are looked up. They are gathered in an array, which takes two thirds of the time of a table. The page must
 * not be asked for in the same step: the planner would scan the words of all accounts in the order of the page, in the hope
 * of hits.
 * @param source selects the `sort_key` of each hit
 */
async function gathered(
  db: Database,
  source: RawBuilder<unknown>,
  { limit, offset, before, counted }: Window,
): Promise<HitPage> {
  const older = before === null ? sql`true` : sql`sort_key < ${before}`
  const number = counted ? sql`count(*)` : sql`-1`
  const { rows } = await sql<{ id: number | null; sort_key: number; total: number }>`
    select m.id, m.sort_key, found.total
    from (
      select hits.total, array(
        select sort_key from (select unnest(hits.sort_keys) as sort_key) as hit where ${older}
        order by sort_key desc limit ${limit} offset ${offset}
      ) as page
      from (select ${number} as total, array_agg(sort_key) as sort_keys from (${source}) as hit) as hits
      -- Or the page would be asked for once for each mail of it.
      offset 0
    ) as found left join mail m on m.sort_key = any (found.page)
    order by m.sort_key desc`.execute(db)
  const hits = rows.flatMap(({ id, sort_key }) => (id === null ? [] : [{ id, sort_key }]))
  return { hits, total: rows[0]?.total ?? 0 }
}

/** The next hits, the newest first, whose text is still to be checked. */
async function candidates(
  db: Database,
  finding: Finding,
  query: string,
  { before, limit }: Pick<Window, 'before' | 'limit'>,
): Promise<Hit[]> {
  const { rows } = await sql<Hit>`select id, sort_key from (${hitsWithMails(finding, query, before)}) as found
    order by sort_key desc limit ${limit}`.execute(db)
  return rows
}

/** A search without words reads the mails of the account, the newest first. */
async function byConditions(
  db: Database,
  finding: Finding,
  { limit, offset, before, counted }: Window,
): Promise<HitPage> {
  const source = (older: number | null) => sql`
    select m.id, m.sort_key from mail m ${messageOf(finding)}
    where ${boundsOf(finding, sql`m.sort_key`, older)} and ${filtersOf(finding)}`
  const { rows } = await sql<Hit>`${source(before)} order by m.sort_key desc limit ${offset + limit}`.execute(db)
  const hits = rows.slice(offset)
  if (rows.length < offset + limit && before === null) return { hits, total: rows.length }
  if (!counted) return { hits, total: -1 }
  const all = await sql<{ total: number }>`select count(*) as total from (${source(null)}) as found`.execute(db)
  return { hits, total: all.rows[0]?.total ?? 0 }
}

/**
 * Those of the hits in whose text the words stand side by side, in the same order. Other calls have their turn meanwhile:
 * there may be much text. Files are read where the mail itself does not hold the words.
 */
async function withPhrases(db: Database, patterns: string, hits: readonly Hit[], withFiles: boolean): Promise<Hit[]> {
  if (hits.length === 0) return []
  const rows = await db
    .selectFrom('mail')
    .innerJoin('message as g', 'g.id', 'mail.message_id')
    .leftJoin('message_body', 'message_body.message_id', 'g.id')
    .select(['mail.id', 'mail.message_id', 'mail.bcc_list', 'g.subject', 'g.from_name', 'g.from_address'])
    .select(['g.to_list', 'g.cc_list', 'message_body.text'])
    .select(sql<boolean>`${FILES_SEARCHED}`.as('has_files'))
    .where(
      'mail.id',
      'in',
      hits.map((hit) => hit.id),
    )
    .execute()
  const held = new Set<number>()
  const turn = takingTurns()
  const hold = async (some: typeof rows, filesOf: ReadonlyMap<number, readonly string[]>) => {
    for (const { id, message_id, subject, from_name, from_address, to_list, cc_list, bcc_list, text } of some) {
      const files = filesOf.get(message_id) ?? null
      if (holdsWords(patterns, subject, from_name, from_address, to_list, cc_list, bcc_list, text, files)) held.add(id)
      await turn()
    }
  }
  await hold(rows, new Map())
  const left = withFiles ? rows.filter(({ id, has_files }) => has_files && !held.has(id)) : []
  for (let at = 0; at < left.length; at += FILES_AT_ONCE) {
    const some = left.slice(at, at + FILES_AT_ONCE)
    const files = await textsOfFiles(
      db,
      some.map(({ message_id }) => message_id),
    )
    const texts = Map.groupBy(files, ({ message_id }) => message_id)
    await hold(some, new Map([...texts].map(([id, all]) => [id, all.flatMap(({ name, text }) => [name, text])])))
  }
  return hits.filter(({ id }) => held.has(id))
}

/** Messages whose files are read in one go. */
const FILES_AT_ONCE = 20

/** The names of the files of some messages, and their texts as far as they were read. */
async function textsOfFiles(db: Database, messageIds: readonly number[]) {
  const rows = await db
    .selectFrom('attachment as a')
    .leftJoin('file_text as t', 't.blob_hash', 'a.blob_hash')
    .select(['a.message_id', 'a.name', 't.text'])
    .where('a.message_id', 'in', messageIds)
    .where('a.kind', 'in', FILE_KINDS)
    .where('a.position', '<', FILES_OF_MAIL_MAX)
    .orderBy('a.message_id')
    .orderBy('a.position')
    .execute()
  return rows.map((row) => ({ ...row, text: readText(row.text ?? '') }))
}

/** The files of some mails in whose name or text any of the words stand. */
export const filesOnPostgres = (store: Store, finding: Finding, mailIds: readonly number[]): Promise<FileHit[]> =>
  reading(store, { seqScan: false }, async (db) => {
    const mails = await db
      .selectFrom('mail')
      .innerJoin('message as g', 'g.id', 'mail.message_id')
      .select(['mail.id', 'mail.message_id'])
      .where('mail.id', 'in', mailIds)
      .where('mail.account_id', '=', finding.accountId)
      .where(sql<boolean>`${FILES_SEARCHED}`)
      .execute()
    const patterns = patternsOfFile(finding)
    const turn = takingTurns()
    const found: FileHit[] = []
    for (let at = 0; at < mails.length; at += FILES_AT_ONCE) {
      const some = mails.slice(at, at + FILES_AT_ONCE)
      const files = await textsOfFiles(
        db,
        some.map(({ message_id }) => message_id),
      )
      for (const { message_id, name, text } of files) {
        const holds = holdsWords(patterns, '', '', '', '', '', '', '', [name, text])
        if (holds)
          found.push(...some.filter((mail) => mail.message_id === message_id).map(({ id }) => ({ mailId: id, name })))
        await turn()
      }
    }
    return found
  })

/** Lets other calls run after some milliseconds of checking texts. */
export function takingTurns(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < TURN_MS) return
    await nextTurn()
    began = performance.now()
  }
}

/** The words as a tsquery, each with its account before it; null when no words are asked for. */
export function queryOf(finding: Finding): string | null {
  const own = accountToken(finding.accountId)
  const { phrases, fields, address, subject = [], people = [] } = finding
  if (!asksForWords(finding)) return null
  const wordsIn = (columns: readonly IndexedField[], sought: readonly Phrase[]) => {
    const marked = columns.map((field) => own + FIELD_MARK[field])
    return sought.map(({ tokens, prefix }) => {
      const inOne = marked.map((mark) =>
        tokens
          .map((token, index) => quoted(mark + token) + (prefix && index === tokens.length - 1 ? ':*' : ''))
          .join(' & '),
      )
      return `(${inOne.map((all) => `(${all})`).join(' | ')})`
    })
  }
  const person = ({ addresses, phrases: named }: PersonSought) => {
    const known = addresses.map((one) => quoted(own + addressToken(one)))
    const words = named.length > 0 ? [`(${wordsIn(['addresses'], named).join(' & ')})`] : []
    return `(${[...known, ...words].join(' | ')})`
  }
  const known = address === undefined ? [] : [quoted(own + addressToken(address))]
  return [
    ...known,
    ...wordsIn(fields.length > 0 ? fields : indexedFields, phrases),
    ...wordsIn(['subject'], subject),
    ...people.map(person),
  ].join(' & ')
}

const quoted = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
