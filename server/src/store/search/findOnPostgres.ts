import { type RawBuilder, sql } from 'kysely'
import type { Database, Store } from '../database/open.ts'
import { readAddresses } from '../database/storedAddresses.ts'
import { readText } from '../database/storedText.ts'
import { asksForWords, boundsOf, filtersOf, isOfWordsAlone, joinMessage } from './filters.ts'
import { accountToken, addressToken, FIELD_MARK, fieldTokens, type IndexedField, indexedFields } from './indexed.ts'
import type { Finding, Found, Hit, PersonSought, Window } from './searchIndex.ts'
import { holdsPhrase, type Phrase } from './tokens.ts'
import { isFewUnlisted } from './unlistedMails.ts'

/** Hits looked at again in one go. */
const CANDIDATES = 200
/** Where conditions have to be looked up in the mail of each hit, a count of more is not worth its time. */
const COUNT_MAX = 2_000

/** An index, and what is asked of it. */
interface Asked {
  /** As a tsquery; null when no words are asked for. */
  readonly query: string | null
  /** The table with the words, as `w`. */
  readonly words: RawBuilder<unknown>
}

/**
 * GIN answers which mails hold all the pairs. Whether these stand side by side is looked up in the text of the hits
 * that are shown. The planner does not know what a tsvector costs to read and would rather walk the table, so that way
 * is closed to it.
 */
export const findOnPostgres = (store: Store, finding: Finding, window: Window): Promise<Found> =>
  findAsked(store, finding, window, { query: queryOf(finding), words: sql`mail_words w` })

/** The index of older versions, in which the account was a word. */
export const findInOldPostgres = (store: Store, finding: Finding, window: Window): Promise<Found> =>
  findAsked(store, finding, window, {
    query: oldQueryOf(finding),
    words: sql`mail_search w join mail_to_index q on q.sort_key = w.sort_key and q.in_old_index = 1`,
  })

async function findAsked(store: Store, finding: Finding, window: Window, asked: Asked): Promise<Found> {
  return reading(store, { seqScan: asked.query === null }, async (db) => {
    const wanted = window.offset + window.limit
    const recheck = finding.phrases.filter((phrase) => phrase.tokens.length > 1)
    const inSubject = (finding.subject ?? []).filter((phrase) => phrase.tokens.length > 1)
    const isRechecked = recheck.length + inSubject.length > 0
    const { query, words } = asked
    if (query !== null && !isRechecked && (await isAnsweredByIndex(db, finding))) {
      return pageAndCount(db, finding, window, { query, words })
    }
    const hits: Hit[] = []
    let before = window.before
    let complete = false
    while (hits.length < wanted && !complete) {
      const limit = isRechecked ? CANDIDATES : wanted
      const some = await candidates(db, finding, asked, before, limit)
      complete = some.length < limit
      before = some.at(-1)?.sort_key ?? before
      hits.push(...(isRechecked ? await containingWords(db, finding, some, recheck, inSubject) : some))
    }
    const page = hits.slice(window.offset, wanted)
    if (complete && window.before === null) return { hits: page, total: hits.length }
    const counted = window.counted && !isRechecked
    return { hits: page, total: counted ? await count(db, finding, asked) : -1 }
  })
}

/**
 * Runs statements that only read in one transaction, which begins with what holds for them: how long each may take, and
 * whether the planner may walk a table. The three are one way to the database and back.
 */
const reading = <T>(store: Store, { seqScan }: { seqScan: boolean }, work: (db: Database) => Promise<T>): Promise<T> =>
  store.longReads.connection().execute(async (db) => {
    try {
      await sql`begin read only; set local statement_timeout = ${sql.lit(store.longReadMs)};
        set local enable_seqscan = ${sql.raw(seqScan ? 'on' : 'off')}`.execute(db)
      const found = await work(db)
      await sql`commit`.execute(db)
      return found
    } catch (error) {
      // Whatever went wrong is told, also where the connection is lost and with it the transaction.
      await sql`rollback`.execute(db).catch(() => undefined)
      throw error
    }
  })

/** Whether the index alone tells which mails are found, and how many. */
const isAnsweredByIndex = async (db: Database, finding: Finding): Promise<boolean> =>
  isOfWordsAlone(finding) && (await isFewUnlisted(db, finding))

/**
 * GIN gives all hits of the account, in no order. They are gathered once, without those that lie in unlisted folders, for
 * the page as for the count, and only the mails of the page are looked up. Where nothing is counted, they need not be kept.
 */
async function pageAndCount(
  db: Database,
  { unlisted }: Finding,
  { limit, offset, before, counted }: Window,
  { query, words }: { readonly query: string; readonly words: RawBuilder<unknown> },
): Promise<Found> {
  const isListed =
    unlisted.length > 0
      ? sql`w.sort_key not in (select u.sort_key from mail u where u.folder_id in (${sql.join(unlisted)}))`
      : sql`true`
  const older = before === null ? sql`true` : sql`sort_key < ${before}`
  const { rows } = await sql<{ id: number | null; sort_key: number; total: number }>`
    with hits as ${counted ? sql`materialized` : sql`not materialized`} (
      select w.sort_key from ${words} where w.words @@ ${query}::tsquery and ${isListed}
    ), page as (
      select sort_key from hits where ${older} order by sort_key desc limit ${limit} offset ${offset}
    )
    select m.id, m.sort_key, c.total
    from (select ${counted ? sql`(select count(*) from hits)` : sql`-1`} as total) c
      left join (page join mail m on m.sort_key = page.sort_key) on true
    order by m.sort_key desc`.execute(db)
  const hits = rows.flatMap(({ id, sort_key }) => (id === null ? [] : [{ id, sort_key }]))
  return { hits, total: rows[0]?.total ?? 0 }
}

/** The conditions on the mails, with the hits of the index walked first where words are asked for. */
const sourceOf = (finding: Finding, { query, words }: Asked, before: number | null) =>
  query === null
    ? sql`select m.id, m.sort_key from mail m ${joinMessage(finding)}
        where ${boundsOf(finding, sql`m.sort_key`, before)} and ${filtersOf(finding)}`
    : sql`with hits as materialized (
          select w.sort_key from ${words} where w.words @@ ${query}::tsquery and ${boundsOf(finding, sql`w.sort_key`, before)}
        )
        select m.id, m.sort_key from hits join mail m on m.sort_key = hits.sort_key ${joinMessage(finding)}
        where ${filtersOf(finding)}`

async function candidates(db: Database, finding: Finding, asked: Asked, before: number | null, limit: number) {
  const { rows } = await sql<Hit>`${sourceOf(finding, asked, before)} order by m.sort_key desc limit ${limit}`.execute(
    db,
  )
  return rows
}

async function count(db: Database, finding: Finding, asked: Asked): Promise<number> {
  const bounded = asked.query === null ? sql`` : sql`limit ${COUNT_MAX + 1}`
  const { rows } = await sql<{ total: number }>`select count(*) as total from (
      select 1 from (${sourceOf(finding, asked, null)}) as found ${bounded}
    ) as counted`.execute(db)
  const total = rows[0]?.total ?? 0
  return asked.query !== null && total > COUNT_MAX ? -1 : total
}

/** Those of the hits in whose text the phrases really stand, in the same order. */
async function containingWords(
  db: Database,
  finding: Finding,
  hits: readonly Hit[],
  phrases: readonly Phrase[],
  inSubject: readonly Phrase[],
): Promise<Hit[]> {
  if (hits.length === 0) return []
  const rows = await db
    .selectFrom('mail')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .leftJoin('message_body', 'message_body.message_id', 'message.id')
    .select(['mail.id', 'mail.bcc_list', 'message.subject', 'message.from_name', 'message.from_address'])
    .select(['message.to_list', 'message.cc_list', 'message_body.text'])
    .where(
      'mail.id',
      'in',
      hits.map((hit) => hit.id),
    )
    .execute()
  const fields = finding.fields.length > 0 ? finding.fields : indexedFields
  const held = new Set(
    rows
      .filter((row) => {
        const people = [row.to_list, row.cc_list, row.bcc_list].flatMap(readAddresses)
        const addresses = [{ name: row.from_name, address: row.from_address }, ...people]
          .map((one) => `${one.name} ${one.address}`)
          .join(' ')
        const text = { subject: row.subject, addresses, body: readText(row.text ?? '') }
        const tokens = fields.map((field) => fieldTokens(text, field))
        const subject = inSubject.length > 0 ? fieldTokens(text, 'subject') : []
        return (
          phrases.every((phrase) => tokens.some((field) => holdsPhrase(field, phrase))) &&
          inSubject.every((phrase) => holdsPhrase(subject, phrase))
        )
      })
      .map((row) => row.id),
  )
  return hits.filter(({ id }) => held.has(id))
}

/** The words as a tsquery, each with its account before it. */
function queryOf(finding: Finding): string | null {
  const own = accountToken(finding.accountId)
  return tsquery(finding, own, [])
}

function oldQueryOf(finding: Finding): string | null {
  return tsquery(finding, '', [accountToken(finding.accountId)])
}

/**
 * Null when no words are asked for.
 * @param own what every word of the account begins with
 * @param scope words that every hit has
 */
function tsquery(finding: Finding, own: string, scope: readonly string[]): string | null {
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
    ...scope.map(quoted),
    ...known,
    ...wordsIn(fields.length > 0 ? fields : indexedFields, phrases),
    ...wordsIn(['subject'], subject),
    ...people.map(person),
  ].join(' & ')
}

const quoted = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
