import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/** The words of own files for the search of the document center, as those of mails are kept, and which files wait for it. */
export const documentWordsMigration = (engine: Engine): Migration => ({
  async up(db: Kysely<unknown>) {
    const key = sql.raw(engine === 'postgres' ? 'bigint' : 'integer')
    await sql`create table document_to_index (
      document_id ${key} primary key references document (id) on delete cascade
    )`.execute(db)
    const note = 'insert into document_to_index (document_id) values (new.document_id) on conflict do nothing'
    if (engine === 'sqlite') {
      await sql`create virtual table document_terms using fts5(
        words, content='', contentless_delete=1, tokenize='ascii', detail=none
      )`.execute(db)
      await sql`create trigger document_words_gone after delete on document for each row
        begin delete from document_terms where rowid = old.id; end`.execute(db)
      await sql
        .raw(`create trigger document_version_noted after insert on document_version for each row begin ${note}; end`)
        .execute(db)
    } else {
      await sql`create table document_words (
        document_id bigint primary key references document (id) on delete cascade,
        account_id bigint not null, words tsvector not null
      )`.execute(db)
      await sql`create index document_words_of_account on document_words using gin (words)`.execute(db)
      await sql
        .raw(`create function document_version_noted() returns trigger language plpgsql as
          $body$ begin ${note}; return null; end $body$`)
        .execute(db)
      await sql`create trigger document_version_noted after insert on document_version
        for each row execute function document_version_noted()`.execute(db)
    }
    await sql`insert into document_to_index (document_id) select id from document where kind = 1`.execute(db)
  },
})
