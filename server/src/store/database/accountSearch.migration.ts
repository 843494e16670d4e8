import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/**
 * The index of full-text search in which every word begins with the account whose mail holds it, so that the words of an
 * account lie together and a search reads only its own account's. On SQLite a set of columns holds the first characters
 * of the words: a search for one character is answered from these.
 *
 * What the index before this one holds is moved by the server while it runs (`startIndexer`): `mail_to_index` names the
 * mails that are still to be put in.
 */
export function accountSearchMigration(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      if (engine === 'sqlite') {
        // The first column takes two bytes less for each word of a mail. Stores of another order hold the same.
        await sql`create virtual table mail_words using fts5(
          body, subject, addresses, scope, subject_first, addresses_first, body_first,
          content='', contentless_delete=1, tokenize='ascii', detail=full
        )`.execute(db)
      } else {
        await sql`create table mail_words (
          sort_key bigint primary key, account_id bigint not null, words tsvector not null
        )`.execute(db)
        await sql`create index mail_words_of_account on mail_words using gin (words)
          with (fastupdate = on, gin_pending_list_limit = 1024)`.execute(db)
      }
      const key = sql.raw(engine === 'postgres' ? 'bigint' : 'integer')
      await sql`create table mail_to_index (
        sort_key ${key} primary key, account_id bigint not null, in_old_index integer not null
      )`.execute(db)
      await sql`insert into mail_to_index (sort_key, account_id, in_old_index)
        select sort_key, account_id, 1 from mail`.execute(db)
      await sql`create index mail_to_index_of_account on mail_to_index (account_id, in_old_index)`.execute(db)
      const { rows } = await sql`select 1 from mail_to_index limit 1`.execute(db)
      if (rows.length === 0) await sql`drop table mail_search`.execute(db)
    },
  }
}
