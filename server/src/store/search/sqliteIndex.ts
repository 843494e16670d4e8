import { sql } from 'kysely'
import { prepared } from '../database/prepared.ts'
import { findOnSqlite } from './findOnSqlite.ts'
import { fieldTokens, scopeTokens } from './indexed.ts'
import type { SearchIndex } from './searchIndex.ts'

/** Full-text search on SQLite: FTS5, where a phrase of pairs is an exact search. */
export const sqliteSearchIndex: SearchIndex = {
  async add(trx, mail) {
    const scope = scopeTokens(mail.accountId, mail).join(' ')
    const [subject, addresses, body] = (['subject', 'addresses', 'body'] as const).map((field) =>
      fieldTokens(mail, field).join(' '),
    )
    await insertTokens(trx, { sortKey: mail.sortKey, scope, subject, addresses, body })
  },

  async remove(trx, sortKeys) {
    if (sortKeys.length === 0) return
    await sql`delete from mail_search where rowid in (select value from json_each(${JSON.stringify(sortKeys)}))`.execute(
      trx,
    )
  },

  find: findOnSqlite,
}

interface Tokens {
  readonly sortKey: number
  readonly scope: string
  readonly subject: string | undefined
  readonly addresses: string | undefined
  readonly body: string | undefined
}

const insertTokens = prepared((db, by: Tokens) =>
  sql`insert into mail_search (rowid, scope, subject, addresses, body)
    values (${by.sortKey}, ${by.scope}, ${by.subject}, ${by.addresses}, ${by.body})`.compile(db),
)
