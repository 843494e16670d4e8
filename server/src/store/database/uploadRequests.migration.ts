import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/** Links by which others hand files in to an account, what came by each, and to which of them an unfinished upload belongs. */
export const uploadRequestsMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    const withId = (name: string) =>
      db.schema
        .createTable(name)
        .addColumn('id', engine === 'postgres' ? 'bigint' : 'integer', (c) =>
          engine === 'postgres' ? c.primaryKey().generatedByDefaultAsIdentity() : c.primaryKey().autoIncrement(),
        )
    await withId('upload_request')
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('token', 'text', (c) => c.notNull().unique())
      .addColumn('code', 'text', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('folder_id', 'bigint', (c) => c.references('document.id').onDelete('set null'))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('files_max', 'integer', (c) => c.notNull())
      .addColumn('size_max', 'bigint', (c) => c.notNull())
      .addColumn('files', 'integer', (c) => c.notNull())
      .addColumn('bytes', 'bigint', (c) => c.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('noticed_id', 'bigint')
      .execute()
    await db.schema.createIndex('upload_request_of').on('upload_request').columns(['account_id', 'id']).execute()
    await db.schema.createIndex('upload_request_folder').on('upload_request').column('folder_id').execute()
    await withId('upload_request_file')
      .addColumn('request_id', 'bigint', (c) => c.notNull().references('upload_request.id').onDelete('cascade'))
      .addColumn('upload_id', 'text', (c) => c.notNull())
      .addColumn('document_id', 'bigint', (c) => c.references('document.id').onDelete('set null'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addColumn('sender', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .execute()
    const file = (name: string) => db.schema.createIndex(name).on('upload_request_file')
    await file('upload_request_file_of').columns(['request_id', 'id']).execute()
    await file('upload_request_file_document').column('document_id').execute()
    await db.schema
      .alterTable('unfinished_upload')
      .addColumn('request_id', 'bigint', (c) => c.references('upload_request.id').onDelete('cascade'))
      .execute()
    await db.schema.createIndex('unfinished_upload_request').on('unfinished_upload').column('request_id').execute()
  },
})
