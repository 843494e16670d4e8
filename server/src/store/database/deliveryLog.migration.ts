import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/** What became of each attempt to hand a mail to the relay. */
export const deliveryLogMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('delivery_log')
      .addColumn('id', engine === 'postgres' ? 'bigint' : 'integer', (column) =>
        engine === 'postgres'
          ? column.primaryKey().generatedByDefaultAsIdentity()
          : column.primaryKey().autoIncrement(),
      )
      .addColumn('at', 'bigint', (c) => c.notNull())
      // Without a reference: the log outlives the mail.
      .addColumn('outgoing_id', 'text', (c) => c.notNull())
      .addColumn('rfc_message_id', 'text', (c) => c.notNull())
      .addColumn('sender', 'text', (c) => c.notNull())
      .addColumn('recipient', 'text', (c) => c.notNull())
      .addColumn('outcome', 'text', (c) => c.notNull())
      .addColumn('reply', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('delivery_log_by_age').on('delivery_log').column('at').execute()
    await db.schema.createIndex('delivery_log_of_recipient').on('delivery_log').columns(['recipient', 'id']).execute()
  },
})
