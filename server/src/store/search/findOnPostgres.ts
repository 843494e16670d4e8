import { sql } from 'kysely'
import type { Database } from '../database/open.ts'
import { readAddresses } from '../database/storedAddresses.ts'
import type { Trx } from '../database/transact.ts'
import { boundsOf, filtersOf, joinMessage } from './filters.ts'
import { accountToken, addressToken, FIELD_MARK, fieldTokens, indexedFields } from './indexed.ts'
import type { Finding, Found, Window } from './searchIndex.ts'
import { holdsPhrase, type Phrase } from './tokens.ts'

/** Hits looked at again in one go. */
const CANDIDATES = 200
/** Beyond this many hits a count is not worth its time. */
const COUNT_MAX = 2_000

/**
 * GIN answers which mails hold all the pairs. Whether these stand side by side is looked up in the text of the hits
 * that are shown. The planner does not know what a tsvector costs to read and would rather walk the table, so that way
 * is closed to it.
 */
export async function findOnPostgres(db: Database, finding: Finding, window: Window): Promise<Found> {
  return db.transaction().execute(async (trx) => {
    const wanted = window.offset + window.limit
    const query = queryOf(finding)
    if (query !== null) await sql`set local enable_seqscan = off`.execute(trx)
    const recheck = finding.phrases.filter((phrase) => phrase.tokens.length > 1)
    const ids: number[] = []
    let before = window.before
    let complete = false
    while (ids.length < wanted && !complete) {
      const limit = recheck.length > 0 ? CANDIDATES : wanted
      const hits = await candidates(trx, finding, query, before, limit)
      complete = hits.length < limit
      before = hits.at(-1)?.sort_key ?? before
      ids.push(...(recheck.length > 0 ? await containingWords(trx, finding, hits, recheck) : hits.map((hit) => hit.id)))
    }
    const page = ids.slice(window.offset, wanted)
    if (complete && window.before === null) return { ids: page, total: ids.length }
    const counted = window.counted && recheck.length === 0
    return { ids: page, total: counted ? await count(trx, finding, query) : -1 }
  })
}

interface Hit {
  id: number
  sort_key: number
  message_id: number
}

/** The conditions on the mails, with the hits of the index walked first where words are asked for. */
const sourceOf = (finding: Finding, query: string | null, before: number | null) =>
  query === null
    ? sql`select m.id, m.sort_key, m.message_id from mail m ${joinMessage(finding)}
        where ${boundsOf(finding, sql`m.sort_key`, before)} and ${filtersOf(finding)}`
    : sql`with hits as materialized (
          select sort_key from mail_search where words @@ ${query}::tsquery and ${boundsOf(finding, sql`sort_key`, before)}
        )
        select m.id, m.sort_key, m.message_id from hits join mail m on m.sort_key = hits.sort_key ${joinMessage(finding)}
        where ${filtersOf(finding)}`

async function candidates(trx: Trx, finding: Finding, query: string | null, before: number | null, limit: number) {
  const { rows } = await sql<Hit>`${sourceOf(finding, query, before)} order by m.sort_key desc limit ${limit}`.execute(
    trx,
  )
  return rows
}

async function count(trx: Trx, finding: Finding, query: string | null): Promise<number> {
  const bounded = query === null ? sql`` : sql`limit ${COUNT_MAX + 1}`
  const { rows } = await sql<{ total: number }>`select count(*) as total from (
      select 1 from (${sourceOf(finding, query, null)}) as found ${bounded}
    ) as counted`.execute(trx)
  const total = rows[0]?.total ?? 0
  return query !== null && total > COUNT_MAX ? -1 : total
}

/** Those of the hits in whose text the phrases really stand, in the same order. */
async function containingWords(
  trx: Trx,
  finding: Finding,
  hits: readonly Hit[],
  phrases: readonly Phrase[],
): Promise<number[]> {
  if (hits.length === 0) return []
  const rows = await trx
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
        const text = { subject: row.subject, addresses, body: row.text ?? '' }
        const tokens = fields.map((field) => fieldTokens(text, field))
        return phrases.every((phrase) => tokens.some((field) => holdsPhrase(field, phrase)))
      })
      .map((row) => row.id),
  )
  return hits.map((hit) => hit.id).filter((id) => held.has(id))
}

/** The words as a tsquery; null when there are none. */
function queryOf({ accountId, phrases, fields, address }: Finding): string | null {
  if (phrases.length === 0 && address === undefined) return null
  const scope = [accountToken(accountId), ...(address === undefined ? [] : [addressToken(address)])]
  const marked = (fields.length > 0 ? fields : indexedFields).map((field) => FIELD_MARK[field])
  const words = phrases.map(({ tokens, prefix }) => {
    const inOne = marked.map((mark) =>
      tokens
        .map((token, index) => quoted(mark + token) + (prefix && index === tokens.length - 1 ? ':*' : ''))
        .join(' & '),
    )
    return `(${inOne.map((all) => `(${all})`).join(' | ')})`
  })
  return [...scope.map(quoted), ...words].join(' & ')
}

const quoted = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
