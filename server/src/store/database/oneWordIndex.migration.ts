import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/**
 * One index of words: what was left in those of versions before the first release goes, and their mails wait for the index
 * as new ones do.
 */
export const oneWordIndexMigration = (engine: Engine): Migration => ({
  async up(db: Kysely<unknown>) {
    await sql`drop table if exists mail_search`.execute(db)
    // On PostgreSQL that is the name of the index.
    if (engine === 'sqlite') await sql`drop table if exists mail_words`.execute(db)
    await sql`drop index mail_to_index_of_account`.execute(db)
    await sql`alter table mail_to_index drop column in_old_index`.execute(db)
    await sql`create index mail_to_index_of_account on mail_to_index (account_id, sort_key)`.execute(db)
  },
})
