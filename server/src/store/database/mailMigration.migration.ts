import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/** Mail that people bring from other servers: what they asked for, by folder, and what became of each mail. */
export const mailMigrationMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    const withId = (table: string) =>
      db.schema
        .createTable(table)
        .addColumn('id', engine === 'postgres' ? 'bigint' : 'integer', (c) =>
          engine === 'postgres' ? c.primaryKey().generatedByDefaultAsIdentity() : c.primaryKey().autoIncrement(),
        )
    await withId('migration')
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull().defaultTo(''))
      .addColumn('host', 'text', (c) => c.notNull())
      .addColumn('port', 'integer', (c) => c.notNull())
      .addColumn('security', 'text', (c) => c.notNull())
      .addColumn('user_name', 'text', (c) => c.notNull())
      .addColumn('secret', 'text', (c) => c.notNull())
      .addColumn('certificate', 'text', (c) => c.notNull())
      .addColumn('since', 'bigint')
      .addColumn('before_at', 'bigint')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('finished_at', 'bigint')
      .addColumn('worked_ms', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema.createIndex('migration_by_account').on('migration').columns(['account_id', 'id']).execute()
    await withId('migration_folder')
      .addColumn('migration_id', 'bigint', (c) => c.notNull().references('migration.id').onDelete('cascade'))
      .addColumn('place', 'integer', (c) => c.notNull())
      .addColumn('path', 'text', (c) => c.notNull())
      .addColumn('names', 'text', (c) => c.notNull())
      .addColumn('role', 'text')
      .addColumn('folder_id', 'bigint')
      .addColumn('folder_name', 'text', (c) => c.notNull().defaultTo(''))
      .addColumn('state', 'text', (c) => c.notNull().defaultTo('waiting'))
      .addColumn('total', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('brought', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('known', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('noted', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('bytes', 'bigint', (c) => c.notNull().defaultTo(0))
      .addUniqueConstraint('migration_folder_path', ['migration_id', 'path'])
      .execute()
    await db.schema
      .createTable('migration_mail')
      .addColumn('migration_folder_id', 'bigint', (c) =>
        c.notNull().references('migration_folder.id').onDelete('cascade'),
      )
      .addColumn('uid_validity', 'text', (c) => c.notNull())
      .addColumn('uid', 'bigint', (c) => c.notNull())
      .addColumn('outcome', 'text', (c) => c.notNull())
      .addColumn('mail_id', 'bigint')
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('detail', 'text', (c) => c.notNull())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('migration_mail_number', ['migration_folder_id', 'uid_validity', 'uid'])
      .execute()
    await db.schema.createIndex('migration_mail_by_mail').on('migration_mail').column('mail_id').execute()
  },
})
