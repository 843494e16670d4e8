import { type RawBuilder, sql } from 'kysely'
import type { Store } from '../database/open.ts'
import { asksForWords, boundsOf, filtersOf, joinMessage } from './filters.ts'
import { accountToken, addressToken, type IndexedField, indexedFields } from './indexed.ts'
import type { Finding, Found, Hit, PersonSought, Window } from './searchIndex.ts'
import type { Phrase } from './tokens.ts'

/** Beyond this many hits a first page would wait for the count alone; it is then left out. */
export const COUNT_MAX = 10_000

/** FTS5 reads its hits newest first by itself, so a page costs what it shows; pairs side by side are exact. */
export const findOnSqlite = ({ longReads }: Store, finding: Finding, window: Window): Promise<Found> =>
  findMatching(longReads, finding, window, {
    match: matchOf(finding),
    words: sql`mail_words f`,
    column: sql`f.mail_words`,
  })

/** The index of older versions, in which the account was a word. */
export const findInOldSqlite = ({ longReads }: Store, finding: Finding, window: Window): Promise<Found> =>
  findMatching(longReads, finding, window, {
    match: oldMatchOf(finding),
    words: sql`mail_search f cross join mail_to_index q on q.sort_key = f.rowid and q.in_old_index = 1`,
    column: sql`f.mail_search`,
  })

interface Matching {
  /** As FTS5 asks for words; null when none are asked for. */
  readonly match: string | null
  readonly words: RawBuilder<unknown>
  readonly column: RawBuilder<unknown>
}

async function findMatching(
  db: Store['longReads'],
  finding: Finding,
  window: Window,
  { match, words, column }: Matching,
): Promise<Found> {
  const source =
    match === null
      ? sql`mail m ${joinMessage(finding)} where ${boundsOf(finding, sql`m.sort_key`, null)}`
      : sql`${words} cross join mail m on m.sort_key = f.rowid ${joinMessage(finding)}
          where ${column} match ${match} and ${boundsOf(finding, sql`f.rowid`, null)}`
  const key = match === null ? sql`m.sort_key` : sql`f.rowid`
  const before = window.before === null ? sql`` : sql`and ${key} < ${window.before}`
  const { rows: hits } = await sql<Hit>`select m.id, m.sort_key from ${source} and ${filtersOf(finding)} ${before}
    order by ${key} desc limit ${window.limit} offset ${window.offset}`.execute(db)
  // A first page that is not full has counted itself.
  if (window.before === null && window.offset === 0 && hits.length < window.limit) return { hits, total: hits.length }
  if (!window.counted) return { hits, total: -1 }
  const bounded = match === null ? sql`` : sql`limit ${COUNT_MAX + 1}`
  const { rows } = await sql<{ total: number }>`select count(*) as total from (
      select 1 from ${source} and ${filtersOf(finding)} ${bounded}
    )`.execute(db)
  const total = rows[0]?.total ?? 0
  return { hits, total: match !== null && total > COUNT_MAX ? -1 : total }
}

/** Tokens hold letters and digits only, so they need no escaping. */
function matchOf(finding: Finding): string | null {
  if (!asksForWords(finding)) return null
  const { accountId, address, phrases } = finding
  const own = accountToken(accountId)
  const wordsIn = (fields: readonly IndexedField[], sought: readonly Phrase[]) => {
    const all = `{${fields.join(' ')}}`
    const first = `{${fields.map((field) => `${field}_first`).join(' ')}}`
    return sought.map((phrase) => {
      const character = singleCharacter(phrase)
      if (character !== null) return `${first} : "${own}${character}"`
      return `${all} : "${phrase.tokens.map((token) => own + token).join(' ')}"${phrase.prefix ? ' *' : ''}`
    })
  }
  const person = ({ addresses, phrases: named }: PersonSought) => {
    const known = addresses.map((one) => `scope : "${own}${addressToken(one)}"`)
    const words = named.length > 0 ? [`(${wordsIn(['addresses'], named).join(' AND ')})`] : []
    return `(${[...known, ...words].join(' OR ')})`
  }
  const parts = [
    ...wordsIn(finding.fields.length > 0 ? finding.fields : indexedFields, phrases),
    ...wordsIn(['subject'], finding.subject ?? []),
    ...(finding.people ?? []).map(person),
  ]
  if (address !== undefined) parts.push(`scope : "${own}${addressToken(address)}"`)
  return parts.join(' AND ')
}

/** The character that a phrase consists of when any word may go on behind it. */
function singleCharacter({ tokens, prefix }: Phrase): string | null {
  const [only] = tokens
  return prefix && tokens.length === 1 && only !== undefined && [...only].length === 1 ? only : null
}

function oldMatchOf(finding: Finding): string | null {
  if (!asksForWords(finding)) return null
  const { accountId, phrases, fields, address } = finding
  const scope = [accountToken(accountId), ...(address === undefined ? [] : [addressToken(address)])]
  const parts = [`scope : (${scope.map((token) => `"${token}"`).join(' AND ')})`]
  const wordsIn = (columns: readonly IndexedField[], sought: readonly Phrase[]) => {
    const asked = sought.map(({ tokens, prefix }) => `"${tokens.join(' ')}"${prefix ? ' *' : ''}`)
    return `{${columns.join(' ')}} : (${asked.join(' AND ')})`
  }
  if (phrases.length > 0) parts.push(wordsIn(fields.length > 0 ? fields : indexedFields, phrases))
  if (finding.subject?.length) parts.push(wordsIn(['subject'], finding.subject))
  for (const { addresses, phrases: named } of finding.people ?? []) {
    const known = addresses.map((one) => `scope : "${addressToken(one)}"`)
    parts.push(`(${[...known, ...(named.length > 0 ? [wordsIn(['addresses'], named)] : [])].join(' OR ')})`)
  }
  return parts.join(' AND ')
}
