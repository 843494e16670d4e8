import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Every change of a mailbox has a number, and for some time a row that says what it was. */
export const changesMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .alterTable('account')
      .addColumn('change_seq', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createTable('change_log')
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('seq', 'bigint', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('folder_id', 'bigint')
      .addColumn('mail_ids', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('change_log_key', ['account_id', 'seq'])
      .execute()
    await db.schema.createIndex('change_log_age').on('change_log').column('at').execute()
  },
}
