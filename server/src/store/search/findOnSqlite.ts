import { type RawBuilder, sql } from 'kysely'
import type { Store } from '../database/open.ts'
import { FILES_OF_MAIL_MAX, FILES_SEARCHED, isFileKind } from './fileTexts.ts'
import {
  asksForFiles,
  asksForWords,
  boundsOf,
  filtersOf,
  isOfWordsAlone,
  joinMessage,
  looksAtMessage,
} from './filters.ts'
import { accountToken, addressToken, FIRST_MARK, type IndexedField, indexedFields, MARK } from './indexed.ts'
import { patternsOf, patternsOfFile } from './patternsOf.ts'
import type { FileHit, Finding, Hit, HitPage, PersonSought, Window } from './searchIndex.ts'
import type { Phrase } from './tokens.ts'
import { isAllListed, isFewUnlisted } from './unlistedMails.ts'
import { isWaiting } from './waitingMails.ts'
import { firstPlace, spreadOf } from './wordPlaces.ts'

/** Beyond this many hits a first page would wait for the count alone; it is then left out. */
export const COUNT_MAX = 10_000
/** The same where the text of each hit has to be read. */
const READ_COUNT_MAX = 2_000

/**
 * FTS5 reads its hits from the newest row down, so a page costs what it shows. Rows are nearly in the order of mails: a page
 * takes as many more as a mail may stand behind its place, and puts them in order.
 */
export async function findOnSqlite(store: Store, finding: Finding, window: Window): Promise<HitPage> {
  const { accountId } = finding
  const isIndexed = asksForWords(finding) || !(await isWaiting(store.db, accountId))
  const match = isIndexed ? matchOf(finding) : null
  if (match === null) return findByConditions(store, finding, window)
  const spread = await spreadOf(store.db, accountId)
  const read = patternsOf(finding)
  const holds = read === null ? sql`1` : holdsWords(read, asksForFiles(finding))
  const source = (before: number | null) => sourceOf(finding, { match, spread, isRead: read !== null }, before)
  const { limit, offset } = window
  const page = sql`select id, sort_key from (
      select m.id, m.sort_key from ${source(window.before)} and ${holds}
      order by f.rowid desc limit ${offset + limit + spread}
    ) order by sort_key desc limit ${limit} offset ${offset}`
  if (window.counted && read === null && (await isCountedByIndex(store, finding))) {
    const first = offset + limit + spread
    return window.before === null && first <= COUNT_MAX && asksForBeginning(finding)
      ? firstPageAndCount(store, finding, { match, first, window })
      : pageAndCount(store, finding, { match, page })
  }
  const { rows: hits } = await sql<Hit>`${page}`.execute(store.longReads)
  // A first page that is not full has counted itself.
  if (window.before === null && offset === 0 && hits.length < limit) return { hits, total: hits.length }
  if (!window.counted) return { hits, total: -1 }
  const most = read === null && !looksAtMessage(leftOf(finding)) ? COUNT_MAX : READ_COUNT_MAX
  const { rows } = await sql<{ found: number; held: number }>`select count(*) as found, coalesce(sum(held), 0) as held
    from (select ${holds} as held from ${source(null)} limit ${most + 1})`.execute(store.longReads)
  const [counted] = rows
  return { hits, total: counted && counted.found <= most ? counted.held : -1 }
}

/** Whether the index alone counts the mails that are found. */
const isCountedByIndex = async ({ db }: Store, finding: Finding): Promise<boolean> =>
  isOfWordsAlone(leftOf(finding)) && (await isFewUnlisted(db, finding))

/**
 * A page and the number of all hits in one go. The hits are counted in the index, whose words are the account's own,
 * without those that lie in unlisted folders: looking up the mail of each hit took four times as long.
 */
async function pageAndCount(
  { longReads }: Store,
  finding: Finding,
  { match, page }: { readonly match: string; readonly page: RawBuilder<unknown> },
): Promise<HitPage> {
  const { rows } = await sql<PageRow>`
    with counted as materialized (select count(*) as found from (${listedPlaces(finding, match)}))
    select page.id, page.sort_key, counted.found from counted left join (${page}) page on true
    order by page.sort_key desc`.execute(longReads)
  return pageOf(rows)
}

/**
 * The same where hits are asked for by the beginning of a word: FTS5 gathers the hits of all words that begin so before it
 * returns the first one. So they are read once, and kept; of other hits that takes longer than reading them twice.
 * @param first how many of the newest places hold the page for certain
 */
async function firstPageAndCount(
  { longReads }: Store,
  finding: Finding,
  { match, first, window }: { readonly match: string; readonly first: number; readonly window: Window },
): Promise<HitPage> {
  const { rows } = await sql<PageRow>`
    with hits as materialized (${listedPlaces(finding, match)})
    select page.id, page.sort_key, counted.found from (select count(*) as found from hits) as counted left join (
      select m.id, m.sort_key from (select place from hits order by place desc limit ${first}) as f
        cross join word_place p on p.place = f.place
        cross join mail m on m.sort_key = p.sort_key
      where ${filtersOf(leftOf(finding))}
      order by m.sort_key desc limit ${window.limit} offset ${window.offset}
    ) as page on true
    order by page.sort_key desc`.execute(longReads)
  return pageOf(rows)
}

interface PageRow {
  readonly id: number | null
  readonly sort_key: number
  readonly found: number
}

function pageOf(rows: readonly PageRow[]): HitPage {
  const hits = rows.flatMap(({ id, sort_key }) => (id === null ? [] : [{ id, sort_key }]))
  const found = rows[0]?.found ?? 0
  return { hits, total: found > COUNT_MAX ? -1 : found }
}

/** The places of the hits outside of unlisted folders, the newest first; one more than are counted. */
const listedPlaces = (finding: Finding, match: string) => sql`
  select f.rowid as place from mail_terms f where f.mail_terms match ${match} and ${
    isAllListed(finding)
      ? sql`1`
      : sql`f.rowid not in (
          select p.place from mail u cross join word_place p on p.sort_key = u.sort_key
          where u.folder_id in (${sql.join(finding.unlisted)})
        )`
  } order by f.rowid desc limit ${COUNT_MAX + 1}`

/** Whether a word of more than one character is asked for by its beginning; single characters have words of their own. */
const asksForBeginning = ({ phrases }: Finding): boolean =>
  phrases.some(({ tokens, prefix }) => prefix && [...(tokens.at(-1) ?? '')].length > 1)

interface Asked {
  /** As FTS5 asks for words. */
  readonly match: string
  readonly spread: number
  /** Whether the text is read. */
  readonly isRead: boolean
}

/** The mails that the index and the conditions find, ready for further conditions. */
function sourceOf(finding: Finding, { match, spread, isRead }: Asked, before: number | null): RawBuilder<unknown> {
  const { accountId, from, until } = finding
  const left = leftOf(finding)
  const end = Math.min(until ?? Number.POSITIVE_INFINITY, before ?? Number.POSITIVE_INFINITY)
  return sql`mail_terms f cross join word_place p on p.place = f.rowid
    cross join mail m on m.sort_key = p.sort_key ${isRead ? joinText : joinMessage(left)}
    where f.mail_terms match ${match}
      and f.rowid between cast(${firstPlace(accountId, from ?? 0)} as integer)
        and cast(${firstPlace(accountId, end) + spread} as integer)
      and ${filtersOf(left)} and ${boundsOf(finding, sql`m.sort_key`, before)}`
}

/** The conditions that the index does not answer for certain. */
const leftOf = (finding: Finding): Finding => ({
  ...finding,
  hasAttachment: finding.hasAttachment === true ? undefined : finding.hasAttachment,
  people: finding.people?.filter(({ words }) => words.length > 0),
})

/** Without words, the mails are read from the newest on. */
async function findByConditions({ longReads }: Store, finding: Finding, window: Window): Promise<HitPage> {
  const source = (before: number | null) => sql`mail m ${joinMessage(finding)}
    where ${boundsOf(finding, sql`m.sort_key`, before)} and ${filtersOf(finding)}`
  const { rows: hits } = await sql<Hit>`select m.id, m.sort_key from ${source(window.before)}
    order by m.sort_key desc limit ${window.limit} offset ${window.offset}`.execute(longReads)
  if (window.before === null && window.offset === 0 && hits.length < window.limit) return { hits, total: hits.length }
  if (!window.counted) return { hits, total: -1 }
  const { rows } = await sql<{ total: number }>`select count(*) as total
    from (select 1 from ${source(null)} limit ${COUNT_MAX + 1})`.execute(longReads)
  const total = rows[0]?.total ?? 0
  return { hits, total: total > COUNT_MAX ? -1 : total }
}

const joinText = sql`join message g on g.id = m.message_id left join message_body b on b.message_id = g.id`

/** A function of the connections that search (`readThread.mjs`). Files are read where the mail itself does not hold the words. */
function holdsWords(asked: string, withFiles: boolean) {
  const holds = (files: RawBuilder<unknown>) =>
    sql`holds_words(${asked}, g.subject, g.from_name, g.from_address, g.to_list, g.cc_list, m.bcc_list, b.text, ${files})`
  return withFiles ? sql`(${holds(sql`null`)} or (${FILES_SEARCHED} and ${holds(textsOfFiles)}))` : holds(sql`null`)
}

/** The names and the texts of files, as `readFiles` of `holdsWords.mjs` takes them. */
const nameAndText = sql`hex(a.name) || coalesce(' ' || hex(t.text), '')`
const textsOfFiles = sql`(select group_concat(${nameAndText}, ' ') from attachment a
  left join file_text t on t.blob_hash = a.blob_hash and t.text is not null
  where a.message_id = g.id and ${isFileKind} and a.position < ${sql.lit(FILES_OF_MAIL_MAX)})`

/** The files of some mails in whose name or text any of the words stand. */
export async function filesOnSqlite(
  { longReads }: Store,
  finding: Finding,
  mailIds: readonly number[],
): Promise<FileHit[]> {
  const { rows } = await sql<FileHit>`select m.id as "mailId", a.name
    from json_each(${JSON.stringify(mailIds)}) wanted
      cross join mail m on m.id = wanted.value
      cross join message g on g.id = m.message_id
      cross join attachment a on a.message_id = g.id and ${isFileKind} and a.position < ${sql.lit(FILES_OF_MAIL_MAX)}
      left join file_text t on t.blob_hash = a.blob_hash and t.text is not null
    where m.account_id = ${finding.accountId} and ${FILES_SEARCHED}
      and holds_words(${patternsOfFile(finding)}, '', '', '', '', '', '', '', ${nameAndText})
    order by m.id, a.position`.execute(longReads)
  return rows
}

/** Words hold letters and digits only, so they need no escaping. */
function matchOf(finding: Finding): string | null {
  const { accountId, address, phrases, fields, subject = [], people = [], hasAttachment } = finding
  if (!asksForWords(finding) && hasAttachment !== true) return null
  const own = accountToken(accountId)
  const word = (mark: string, text = '') => `"${own}${mark}${text}"`
  const wordsIn = (some: readonly IndexedField[], sought: readonly Phrase[]) =>
    sought.map((phrase) => any(some.map((field) => phraseIn(own, field, phrase))))
  const person = ({ side, addresses, phrases: named }: PersonSought) =>
    any([
      ...addresses.map((one) => word(side === 'from' ? MARK.from : MARK.to, addressToken(one))),
      ...(named.length > 0 ? [all(wordsIn(['addresses'], named))] : []),
    ])
  return all([
    ...wordsIn(fields.length > 0 ? fields : indexedFields, phrases),
    ...wordsIn(['subject'], subject),
    ...people.map(person),
    ...(address === undefined
      ? []
      : [any([MARK.from, MARK.to, MARK.blind].map((mark) => word(mark, addressToken(address))))]),
    ...(hasAttachment === true ? [word(MARK.attachment)] : []),
  ])
}

/** The words of own files that hold all phrases. */
export const matchOfFiles = ({ accountId, phrases }: Finding): string =>
  all(phrases.map((phrase) => phraseIn(accountToken(accountId), 'files', phrase)))

const all = (parts: readonly string[]): string => `(${parts.join(' AND ')})`
const any = (parts: readonly string[]): string => `(${parts.join(' OR ')})`

function phraseIn(own: string, field: IndexedField, { tokens, prefix }: Phrase): string {
  const last = tokens.length - 1
  return all(
    tokens.map((token, index) => {
      const begins = prefix && index === last
      if (begins && [...token].length === 1) return `"${own}${FIRST_MARK[field]}${token}"`
      return `"${own}${MARK[field]}${token}"${begins ? ' *' : ''}`
    }),
  )
}
