import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Folders lie in each other, and a password guards what lies in its folder. */
export const nestedFoldersMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .alterTable('folder')
      .addColumn('parent_id', 'bigint', (c) => c.references('folder.id').onDelete('set null'))
      .execute()
    await db.schema
      .alterTable('folder')
      .addColumn('guarded', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await sql`update folder set guarded = 1 where password_hash is not null`.execute(db)
    await db.schema.createIndex('folder_of_parent').on('folder').column('parent_id').execute()
    await sql`create index folder_guarded on folder (account_id) where guarded = 1`.execute(db)
    await sql`drop index folder_with_password`.execute(db)
  },
}
