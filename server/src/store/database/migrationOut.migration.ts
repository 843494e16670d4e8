import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Mailboxes that are copied to another server: what became of each mail there. */
export const migrationOutMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    for (const [column, value] of [
      ['kind', 'in'],
      ['open_folders', '[]'],
    ] as const) {
      await db.schema
        .alterTable('migration')
        .addColumn(column, 'text', (c) => c.notNull().defaultTo(value))
        .execute()
    }
    await db.schema
      .alterTable('migration_folder')
      .addColumn('reason', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    await db.schema.alterTable('migration_folder').addColumn('there_found', 'integer').execute()
    await db.schema.alterTable('migration_folder').addColumn('there_bytes', 'bigint').execute()
    await db.schema
      .createTable('migration_sent')
      .addColumn('migration_folder_id', 'bigint', (c) =>
        c.notNull().references('migration_folder.id').onDelete('cascade'),
      )
      .addColumn('mail_id', 'bigint', (c) => c.notNull())
      .addColumn('outcome', 'text', (c) => c.notNull())
      .addColumn('uid_validity', 'text', (c) => c.notNull())
      .addColumn('uid', 'bigint')
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('detail', 'text', (c) => c.notNull())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addColumn('marks', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('migration_sent_mail', ['migration_folder_id', 'mail_id'])
      .execute()
  },
}
