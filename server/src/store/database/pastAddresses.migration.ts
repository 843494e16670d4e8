import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Addresses that an account or a group has left: others do not get them as aliases, because mail for who left still comes. */
export const pastAddressesMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('past_address')
      .addColumn('address', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'bigint', (c) => c.references('account.id').onDelete('set null'))
      .addColumn('left_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('past_address_of').on('past_address').column('account_id').execute()
    await db.schema.createIndex('past_address_by_time').on('past_address').column('left_at').execute()
  },
}
