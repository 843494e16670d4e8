import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Locks of programs that edit files of the document center by WebDAV. */
export const documentLocksMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('document_lock')
      .addColumn('token', 'text', (c) => c.primaryKey())
      .addColumn('document_id', 'bigint', (c) => c.notNull().references('document.id').onDelete('cascade'))
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('shared', 'integer', (c) => c.notNull())
      .addColumn('deep', 'integer', (c) => c.notNull())
      .addColumn('owner', 'text', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('document_lock_on').on('document_lock').column('document_id').execute()
    await db.schema.createIndex('document_lock_of').on('document_lock').column('account_id').execute()
  },
}
