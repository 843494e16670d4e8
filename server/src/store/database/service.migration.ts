import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What programs send in an hour is counted; folders with a password are open to sessions; archives of everything. */
export const serviceMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema.createIndex('outgoing_of_account').on('outgoing').columns(['account_id', 'created_at']).execute()
    await sql`create index folder_with_password on folder (account_id) where password_hash is not null`.execute(db)
    await db.schema
      .createTable('folder_unlock')
      .addColumn('session_id', 'text', (c) => c.notNull().references('session.id').onDelete('cascade'))
      .addColumn('folder_id', 'bigint', (c) => c.notNull().references('folder.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('folder_unlock_key', ['session_id', 'folder_id'])
      .execute()
    await db.schema.createIndex('folder_unlock_of').on('folder_unlock').column('folder_id').execute()
    await db.schema
      .createTable('archive_job')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'bigint', (c) => c.notNull().unique().references('account.id').onDelete('cascade'))
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('open_folders', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('claimed_until', 'bigint', (c) => c.notNull())
      .addColumn('done', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('total', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('lost', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('blob_hash', 'text')
      .addColumn('size', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('expires_at', 'bigint')
      .execute()
    await db.schema.createIndex('archive_job_due').on('archive_job').columns(['state', 'claimed_until']).execute()
    await db.schema.createIndex('archive_job_of_blob').on('archive_job').column('blob_hash').execute()
  },
}
