import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Exports of mail that are going on, so that an account has a few at a time on all servers together. */
export const exportPlacesMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('export_place')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('until', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('export_place_of').on('export_place').column('account_id').execute()
  },
}
