import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** People of the organisation who have fetched a large file of a letter while they were logged in. */
export const linkReadersMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('file_link_reader')
      .addColumn('link_id', 'bigint', (c) => c.notNull().references('file_link.id').onDelete('cascade'))
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('file_link_reader_key', ['link_id', 'account_id'])
      .execute()
    await db.schema.createIndex('file_link_reader_of').on('file_link_reader').column('account_id').execute()
  },
}
