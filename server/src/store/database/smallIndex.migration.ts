import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/**
 * On SQLite, the index of full-text search in a fifth of the room: it keeps which mails hold a word and not where
 * (`detail=none`; whether words stand side by side is looked up in the text), and its row numbers are seconds within an
 * account instead of sort keys, because a list of a word keeps the distances between them.
 *
 * What `mail_words`, the index before this one, holds is moved by the server while it runs (`startIndexer`). PostgreSQL's
 * index never kept places.
 */
export function smallIndexMigration(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      if (engine === 'postgres') return
      await sql`create virtual table mail_terms using fts5(
        words, content='', contentless_delete=1, tokenize='ascii', detail=none
      )`.execute(db)
      await sql`create table word_place (place integer primary key, sort_key integer not null)`.execute(db)
      await sql`create unique index word_place_of_mail on word_place (sort_key)`.execute(db)
      await sql`create table word_spread (
        account_id integer primary key references account (id) on delete cascade, most integer not null
      )`.execute(db)
      await sql`insert into mail_to_index (sort_key, account_id, in_old_index)
        select sort_key, account_id, 2 from mail where sort_key not in (select sort_key from mail_to_index)`.execute(db)
      const { rows } = await sql`select 1 from mail_to_index where in_old_index = 2 limit 1`.execute(db)
      if (rows.length === 0) await sql`drop table mail_words`.execute(db)
    },
  }
}
