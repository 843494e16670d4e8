import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What remotes keep for each person, a row for each setting that was chosen. */
export const remoteSettingsMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('remote_setting')
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('remote', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('value', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('remote_setting_key', ['account_id', 'remote', 'name'])
      .execute()
  },
}
