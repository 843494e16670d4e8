import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Into which folder of the document center an unfinished upload goes and whose files these are, and by which upload a version
 * came, so that the call that finishes it can be repeated.
 */
export const documentUploadsMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    const uploads = db.schema.alterTable('unfinished_upload')
    await uploads.addColumn('documents_of', 'bigint', (c) => c.references('account.id').onDelete('cascade')).execute()
    await uploads.addColumn('parent_id', 'bigint').execute()
    await db.schema.createIndex('unfinished_upload_documents').on('unfinished_upload').column('documents_of').execute()
    await db.schema.alterTable('document_version').addColumn('upload_id', 'text').execute()
    await sql`create unique index document_version_upload on document_version (upload_id)
      where upload_id is not null`.execute(db)
  },
}
