import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * When the code of a link to files was last sent by SMS (the number that it was sent to is not kept), which logins came by a
 * link, and who has locked a file at the page to edit it elsewhere.
 */
export const documentEditingMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema.alterTable('document_share').addColumn('code_sent_at', 'bigint').execute()
    await db.schema
      .alterTable('document_lock')
      .addColumn('holder_id', 'bigint', (c) => c.references('account.id').onDelete('cascade'))
      .execute()
    await db.schema
      .alterTable('document_share_visit')
      .addColumn('account_id', 'bigint', (c) => c.references('account.id').onDelete('set null'))
      .execute()
    await sql`create index document_share_visit_by on document_share_visit (account_id)`.execute(db)
    await sql`create index document_lock_by on document_lock (holder_id)`.execute(db)
  },
}
