import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** With whom in the organisation a file or folder of the document center is shared. */
export const documentGrantsMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('document_grant')
      .addColumn('document_id', 'bigint', (c) => c.notNull().references('document.id').onDelete('cascade'))
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('subject_id', 'bigint', (c) => c.notNull())
      .addColumn('level', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('document_grant_key', ['document_id', 'subject', 'subject_id'])
      .execute()
    await sql`create index document_grant_of on document_grant (subject, subject_id)`.execute(db)
  },
}
