import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What authorities have answered about certificates. */
export const certificateStatusMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('certificate_status')
      .addColumn('fingerprint', 'text', (c) => c.primaryKey())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('revoked_at', 'bigint')
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('until', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('certificate_status_until').on('certificate_status').column('until').execute()
  },
}
