import { sql } from 'kysely'
import { filesOnPostgres, findOnPostgres } from './findOnPostgres.ts'
import { accountToken, FIELD_MARK, fieldTokens, indexedFields, scopeTokens } from './indexed.ts'
import type { WordIndex } from './searchIndex.ts'

/** Bytes of words in one mail; a tsvector ends at 1 MiB. */
const WORDS_MAX = 900_000

/** Full-text search on PostgreSQL: a set of marked words for each mail. */
export const postgresWordIndex: WordIndex = {
  async add(trx, mail) {
    const own = accountToken(mail.accountId)
    const words = new Set(scopeTokens(mail).map((token) => own + token))
    let bytes = 0
    for (const field of indexedFields) {
      for (const token of fieldTokens(mail, field)) {
        const word = own + FIELD_MARK[field] + token
        if (words.has(word)) continue
        bytes += Buffer.byteLength(word)
        if (bytes > WORDS_MAX) break
        words.add(word)
      }
    }
    await sql`insert into mail_words (sort_key, account_id, words)
      values (${mail.sortKey}, ${mail.accountId}, array_to_tsvector(${[...words]}::text[]))`.execute(trx)
  },

  async remove(trx, sortKeys) {
    await sql`delete from mail_words where sort_key = any(${[...sortKeys]}::bigint[])`.execute(trx)
  },

  find: findOnPostgres,
  filesWith: filesOnPostgres,
}
