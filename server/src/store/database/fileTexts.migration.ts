import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/** How names of files end whose text can be read. */
const ENDINGS = [
  ...['pdf', 'docx', 'docm', 'dotx', 'xlsx', 'xlsm', 'xltx', 'pptx', 'pptm', 'ppsx', 'odt', 'ods', 'odp'],
  ...['txt', 'text', 'md', 'csv', 'tsv', 'log', 'htm', 'html'],
]
const SIZE_MAX = 32 * 1_024 * 1_024

/**
 * The text of files, for the search: once for each content, however many hold it. What is there already is read in the
 * background; the mails that hold it are then indexed again.
 */
export const fileTextsMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('file_text')
      .addColumn('blob_hash', 'text', (c) => c.primaryKey())
      .addColumn('state', 'integer', (c) => c.notNull())
      .addColumn('sort_key', 'bigint', (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('text', 'text')
      .addColumn('words', 'text')
      .execute()
    await sql`create index file_text_to_read on file_text (sort_key) where state <= 1`.execute(db)
    const key = sql.raw(engine === 'postgres' ? 'bigint' : 'integer')
    await sql`create table mail_to_index_again (sort_key ${key} primary key, account_id bigint not null)`.execute(db)
    // Content that is removed takes its text along, whatever removes it.
    if (engine === 'sqlite') {
      await sql`create trigger file_text_gone after delete on blob for each row
        begin delete from file_text where blob_hash = old.hash; end`.execute(db)
    } else {
      await sql`create function file_text_gone() returns trigger language plpgsql as $body$
        begin delete from file_text where blob_hash = old.hash; return null; end $body$`.execute(db)
      await sql`create trigger file_text_gone after delete on blob
        for each row execute function file_text_gone()`.execute(db)
    }
    const named = ENDINGS.map((ending) => sql`lower(a.name) like ${sql.lit(`%.${ending}`)}`)
    await sql`insert into file_text (blob_hash, state, sort_key, attempts)
      select distinct a.blob_hash, 0, 0, 0 from attachment a
      where a.kind = 'file' and a.size between 1 and ${sql.lit(SIZE_MAX)} and (${sql.join(named, sql` or `)})`.execute(
      db,
    )
  },
})
