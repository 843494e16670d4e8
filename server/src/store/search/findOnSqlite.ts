import { sql } from 'kysely'
import type { Database } from '../database/open.ts'
import { boundsOf, filtersOf, joinMessage } from './filters.ts'
import { accountToken, addressToken, indexedFields } from './indexed.ts'
import type { Finding, Found, Window } from './searchIndex.ts'
import type { Phrase } from './tokens.ts'

/** Beyond this many hits a first page would wait for the count alone; it is then left out. */
export const COUNT_MAX = 20_000

/** FTS5 walks its hits newest first by itself, so a page costs what it shows; pairs side by side are exact. */
export async function findOnSqlite(db: Database, finding: Finding, window: Window): Promise<Found> {
  const match = matchOf(finding)
  const source =
    match === null
      ? sql`mail m ${joinMessage(finding)} where ${boundsOf(finding, sql`m.sort_key`, null)}`
      : sql`mail_search f cross join mail m on m.sort_key = f.rowid ${joinMessage(finding)}
          where f.mail_search match ${match} and ${boundsOf(finding, sql`f.rowid`, null)}`
  const key = match === null ? sql`m.sort_key` : sql`f.rowid`
  const before = window.before === null ? sql`` : sql`and ${key} < ${window.before}`
  const page = await sql<{ id: number }>`select m.id from ${source} and ${filtersOf(finding)} ${before}
    order by ${key} desc limit ${window.limit} offset ${window.offset}`.execute(db)
  // A first page that is not full has counted itself.
  if (window.before === null && window.offset === 0 && page.rows.length < window.limit) {
    return { ids: page.rows.map((row) => row.id), total: page.rows.length }
  }
  if (!window.counted) return { ids: page.rows.map((row) => row.id), total: -1 }
  const bounded = match === null ? sql`` : sql`limit ${COUNT_MAX + 1}`
  const { rows } = await sql<{ total: number }>`select count(*) as total from (
      select 1 from ${source} and ${filtersOf(finding)} ${bounded}
    )`.execute(db)
  const total = rows[0]?.total ?? 0
  return { ids: page.rows.map((row) => row.id), total: match !== null && total > COUNT_MAX ? -1 : total }
}

/** The words as FTS5 asks for them; null when there are none. Tokens hold letters and digits only, so none can escape. */
function matchOf({ accountId, phrases, fields, address }: Finding): string | null {
  if (phrases.length === 0 && address === undefined) return null
  const scope = [accountToken(accountId), ...(address === undefined ? [] : [addressToken(address)])]
  const parts = [`scope : (${scope.map((token) => `"${token}"`).join(' AND ')})`]
  if (phrases.length > 0) {
    const columns = (fields.length > 0 ? fields : indexedFields).join(' ')
    parts.push(`{${columns}} : (${phrases.map(phraseOf).join(' AND ')})`)
  }
  return parts.join(' AND ')
}

const phraseOf = ({ tokens, prefix }: Phrase): string => `"${tokens.join(' ')}"${prefix ? ' *' : ''}`
