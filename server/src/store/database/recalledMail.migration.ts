import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/** From whom a delivered mail was taken back. */
export const recalledMailMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('recalled_mail')
      .addColumn('id', engine === 'postgres' ? 'bigint' : 'integer', (c) =>
        engine === 'postgres' ? c.primaryKey().generatedByDefaultAsIdentity() : c.primaryKey().autoIncrement(),
      )
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('mail_id', 'bigint', (c) => c.notNull().references('mail.id').onDelete('cascade'))
      .addColumn('reader_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('recalled_mail_once', ['mail_id', 'reader_id'])
      .execute()
    await db.schema.createIndex('recalled_mail_of').on('recalled_mail').column('account_id').execute()
    await db.schema.createIndex('recalled_mail_reader').on('recalled_mail').column('reader_id').execute()
  },
})
