import { sql } from 'kysely'
import { prepared } from '../database/prepared.ts'
import { findInOldSqlite, findOnSqlite } from './findOnSqlite.ts'
import { accountToken, fieldTokens, firstCharacters, scopeTokens } from './indexed.ts'
import type { WordIndex } from './searchIndex.ts'

/** Full-text search on SQLite: FTS5, where a phrase of pairs is an exact search. */
export const sqliteWordIndex: WordIndex = {
  async add(trx, mail) {
    const own = accountToken(mail.accountId)
    const spelled = (tokens: readonly string[]) => tokens.map((token) => own + token).join(' ')
    const subject = fieldTokens(mail, 'subject')
    const addresses = fieldTokens(mail, 'addresses')
    const body = fieldTokens(mail, 'body')
    await insertWords(trx, {
      sortKey: mail.sortKey,
      scope: spelled(scopeTokens(mail)),
      subject: spelled(subject),
      addresses: spelled(addresses),
      body: spelled(body),
      subjectFirst: spelled(firstCharacters(subject)),
      addressesFirst: spelled(firstCharacters(addresses)),
      bodyFirst: spelled(firstCharacters(body)),
    })
  },

  async remove(trx, sortKeys) {
    await sql`delete from mail_words where rowid in (select value from json_each(${JSON.stringify(sortKeys)}))`.execute(
      trx,
    )
  },

  find: findOnSqlite,
  findInOld: findInOldSqlite,
}

interface Words {
  readonly sortKey: number
  readonly scope: string
  readonly subject: string
  readonly addresses: string
  readonly body: string
  readonly subjectFirst: string
  readonly addressesFirst: string
  readonly bodyFirst: string
}

const insertWords = prepared((db, by: Words) =>
  sql`insert into mail_words (rowid, scope, subject, addresses, body, subject_first, addresses_first, body_first)
    values (${by.sortKey}, ${by.scope}, ${by.subject}, ${by.addresses}, ${by.body}, ${by.subjectFirst},
      ${by.addressesFirst}, ${by.bodyFirst})`.compile(db),
)
