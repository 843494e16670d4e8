import { sql } from 'kysely'
import { findOnPostgres } from './findOnPostgres.ts'
import { FIELD_MARK, fieldTokens, scopeTokens } from './indexed.ts'
import type { SearchIndex } from './searchIndex.ts'

/** Bytes of words in one mail; a tsvector ends at 1 MiB. */
const WORDS_MAX = 900_000

/** Full-text search on PostgreSQL: a set of marked words for each mail. */
export const postgresSearchIndex: SearchIndex = {
  async add(trx, mail) {
    const words = new Set(scopeTokens(mail.accountId, mail))
    let bytes = 0
    for (const field of ['subject', 'addresses', 'body'] as const) {
      for (const token of fieldTokens(mail, field)) {
        const word = FIELD_MARK[field] + token
        if (words.has(word)) continue
        bytes += Buffer.byteLength(word)
        if (bytes > WORDS_MAX) break
        words.add(word)
      }
    }
    await sql`insert into mail_search (sort_key, account_id, words)
      values (${mail.sortKey}, ${mail.accountId}, array_to_tsvector(${[...words]}::text[]))`.execute(trx)
  },

  async remove(trx, sortKeys) {
    if (sortKeys.length === 0) return
    await sql`delete from mail_search where sort_key = any(${[...sortKeys]}::bigint[])`.execute(trx)
  },

  find: findOnPostgres,
}
