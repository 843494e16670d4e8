import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The charset in which a person reads the mails of a sender whose program names a wrong one. */
export const senderCharsetsMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('sender_charset')
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('charset', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('sender_charset_key', ['account_id', 'address'])
      .execute()
  },
}
