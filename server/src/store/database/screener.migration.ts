import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The folder in which first mails of unknown senders wait, and the senders about whom is still to be decided. */
export const screenerMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await sql`alter table folder add column screens integer not null default 0`.execute(db)
    await sql`create unique index folder_screens on folder (account_id) where screens = 1`.execute(db)
    await db.schema
      .createTable('held_sender')
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('address', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('held_sender_pk', ['account_id', 'address'])
      .execute()
  },
}
