import { type RawBuilder, sql } from 'kysely'
import type { Store } from '../database/open.ts'
import { boundsOf, filtersOf, joinMessage } from './filters.ts'
import { COUNT_MAX } from './findOnSqlite.ts'
import { accountToken, addressToken, type IndexedField, textFields } from './indexed.ts'
import { OLD_INDEX, OLD_TABLE, type OldIndex } from './oldIndex.ts'
import type { Finding, Found, Hit, PersonSought, Window } from './searchIndex.ts'
import type { Phrase } from './tokens.ts'

/**
 * The indexes of older versions: `mail_search`, in which the account was a word, and `mail_words`, which has places of
 * words and columns of first characters.
 */
export const findInOldSqlite = (
  { longReads }: Store,
  finding: Finding,
  window: Window,
  index: OldIndex,
): Promise<Found> =>
  findMatching(longReads, finding, window, {
    match: index === OLD_INDEX.search ? searchMatchOf(finding) : wordsMatchOf(finding),
    words: sql`${sql.table(OLD_TABLE[index])} f
      cross join mail_to_index q on q.sort_key = f.rowid and q.in_old_index = ${index}`,
    column: sql.ref(`f.${OLD_TABLE[index]}`),
  })

interface Matching {
  /** As FTS5 asks for words. */
  readonly match: string
  readonly words: RawBuilder<unknown>
  readonly column: RawBuilder<unknown>
}

async function findMatching(
  db: Store['longReads'],
  finding: Finding,
  window: Window,
  { match, words, column }: Matching,
): Promise<Found> {
  const source = sql`${words} cross join mail m on m.sort_key = f.rowid ${joinMessage(finding)}
    where ${column} match ${match} and ${boundsOf(finding, sql`f.rowid`, null)} and ${filtersOf(finding)}`
  const before = window.before === null ? sql`` : sql`and f.rowid < ${window.before}`
  const { rows: hits } = await sql<Hit>`select m.id, m.sort_key from ${source} ${before}
    order by f.rowid desc limit ${window.limit} offset ${window.offset}`.execute(db)
  if (window.before === null && window.offset === 0 && hits.length < window.limit) return { hits, total: hits.length }
  if (!window.counted) return { hits, total: -1 }
  const { rows } = await sql<{ total: number }>`select count(*) as total
    from (select 1 from ${source} limit ${COUNT_MAX + 1})`.execute(db)
  const total = rows[0]?.total ?? 0
  return { hits, total: total > COUNT_MAX ? -1 : total }
}

/** No text of files stands there. */
const inOldIndex = (fields: readonly IndexedField[]): readonly IndexedField[] =>
  fields.length > 0 ? fields.filter((field) => field !== 'files') : textFields

/** Tokens hold letters and digits only, so they need no escaping. */
function wordsMatchOf(finding: Finding): string {
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
    ...wordsIn(inOldIndex(finding.fields), phrases),
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

function searchMatchOf(finding: Finding): string {
  const { accountId, phrases, fields, address } = finding
  const scope = [accountToken(accountId), ...(address === undefined ? [] : [addressToken(address)])]
  const parts = [`scope : (${scope.map((token) => `"${token}"`).join(' AND ')})`]
  const wordsIn = (columns: readonly IndexedField[], sought: readonly Phrase[]) => {
    const asked = sought.map(({ tokens, prefix }) => `"${tokens.join(' ')}"${prefix ? ' *' : ''}`)
    return `{${columns.join(' ')}} : (${asked.join(' AND ')})`
  }
  if (phrases.length > 0) parts.push(wordsIn(inOldIndex(fields), phrases))
  if (finding.subject?.length) parts.push(wordsIn(['subject'], finding.subject))
  for (const { addresses, phrases: named } of finding.people ?? []) {
    const known = addresses.map((one) => `scope : "${addressToken(one)}"`)
    parts.push(`(${[...known, ...(named.length > 0 ? [wordsIn(['addresses'], named)] : [])].join(' OR ')})`)
  }
  return parts.join(' AND ')
}
