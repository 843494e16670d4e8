import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Conversations whose later answers go into another folder than the inbox, until one names the reader in To. */
export const mutedThreadsMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('muted_thread')
      .addColumn('thread_id', 'bigint', (c) => c.notNull().primaryKey())
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('folder_id', 'bigint', (c) => c.notNull().references('folder.id').onDelete('cascade'))
      .execute()
    await db.schema.createIndex('muted_thread_by_account').on('muted_thread').column('account_id').execute()
    await db.schema.createIndex('muted_thread_by_folder').on('muted_thread').column('folder_id').execute()
  },
}
