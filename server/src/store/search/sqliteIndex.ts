import { sql } from 'kysely'
import { prepared } from '../database/prepared.ts'
import { filesOnSqlite, findOnSqlite } from './findOnSqlite.ts'
import { accountToken, addressToken, FIRST_MARK, fieldTokens, firstCharacters, indexedFields, MARK } from './indexed.ts'
import type { IndexedMail, WordIndex } from './searchIndex.ts'
import { freePlaces, takePlace } from './wordPlaces.ts'

/** Full-text search on SQLite: FTS5 finds which mails hold words, their text whether these stand side by side. */
export const sqliteWordIndex: WordIndex = {
  async add(trx, mail) {
    const place = await takePlace(trx, mail.accountId, mail.sortKey)
    await insertWords(trx, { place, words: [...wordsOf(mail)].join(' ') })
  },

  async remove(trx, sortKeys) {
    const keys = sql`select value from json_each(${JSON.stringify(sortKeys)})`
    await sql`delete from mail_terms where rowid in (select place from word_place where sort_key in (${keys}))`.execute(
      trx,
    )
    await freePlaces(trx, keys)
  },

  find: findOnSqlite,
  filesWith: filesOnSqlite,
}

/** Every word once, behind the account and a mark of the field that it stands in. */
function wordsOf(mail: IndexedMail): Set<string> {
  const own = accountToken(mail.accountId)
  const words = new Set<string>()
  const add = (mark: string, tokens: Iterable<string>) => {
    for (const token of tokens) words.add(own + mark + token)
  }
  for (const field of indexedFields) {
    const tokens = fieldTokens(mail, field)
    add(MARK[field], tokens)
    add(FIRST_MARK[field], firstCharacters(tokens))
  }
  add(MARK.from, mail.from.map(addressToken))
  add(MARK.to, mail.to.map(addressToken))
  add(MARK.blind, mail.blind.map(addressToken))
  if (mail.hasAttachment) words.add(own + MARK.attachment)
  return words
}

const insertWords = prepared((db, by: { place: number; words: string }) =>
  sql`insert into mail_terms (rowid, words) values (${by.place}, ${by.words})`.compile(db),
)
