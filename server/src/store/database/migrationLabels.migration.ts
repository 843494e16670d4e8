import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What Gmail knows a mail by, which stands in a folder for each of its labels. */
export const migrationLabelsMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .alterTable('migration_mail')
      .addColumn('gmail_id', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    await db.schema
      .createIndex('migration_mail_by_gmail')
      .on('migration_mail')
      .columns(['gmail_id', 'migration_folder_id'])
      .execute()
  },
}
