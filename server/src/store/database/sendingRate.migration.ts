import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How many recipients an account may write to in an hour, what it has sent in the last one, and whose mail counts. */
export const sendingRateMigration: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .createTable('sending_limit')
      .addColumn('scope', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'bigint', (c) => c.references('account.id').onDelete('cascade'))
      .addColumn('per_hour', 'integer')
      .execute()
    await db.schema.createIndex('sending_limit_of').on('sending_limit').column('account_id').execute()
    await db.schema
      .createTable('sent_recipients')
      .addColumn('outgoing_id', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id').onDelete('cascade'))
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('recipients', 'integer', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('sent_recipients_of').on('sent_recipients').columns(['account_id', 'at']).execute()
    await db.schema.alterTable('outgoing').addColumn('counts_for', 'bigint').execute()
    await sql`update outgoing set counts_for = account_id where account_id is not null`.execute(db)
  },
}
