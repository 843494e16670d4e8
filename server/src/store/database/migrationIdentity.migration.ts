import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What a mail of another server is known by beside its number and its bytes, and the marks that it had there. */
export const migrationIdentityMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    const mails = () => db.schema.alterTable('migration_mail')
    await mails()
      .addColumn('content_hash', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    await mails().addColumn('marks', 'text').execute()
    await db.schema
      .createIndex('migration_mail_by_content')
      .on('migration_mail')
      .columns(['content_hash', 'migration_folder_id'])
      .execute()
    await db.schema
      .alterTable('migration_folder')
      .addColumn('changed', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}
