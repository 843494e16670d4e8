import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/** What the steps of delivery noted of a mail, what they want done after it, and the status of a recipient's failure. */
export const verdictsMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    const table = (name: string) =>
      db.schema
        .createTable(name)
        .addColumn('id', engine === 'postgres' ? 'bigint' : 'integer', (column) =>
          engine === 'postgres'
            ? column.primaryKey().generatedByDefaultAsIdentity()
            : column.primaryKey().autoIncrement(),
        )
        // Null for an address that a step speaks for.
        .addColumn('account_id', 'bigint', (c) => c.references('account.id').onDelete('cascade'))
        .addColumn('address', 'text', (c) => c.notNull())
        // Without a reference: a note outlives the mail, and deletes no mail.
        .addColumn('mail_id', 'bigint')
        .addColumn('step', 'text', (c) => c.notNull())
    await table('delivery_verdict')
      .addColumn('outcome', 'text', (c) => c.notNull())
      .addColumn('key', 'text', (c) => c.notNull())
      .addColumn('detail', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('delivery_verdict_of_account')
      .on('delivery_verdict')
      .columns(['account_id', 'step', 'key', 'id'])
      .execute()
    await db.schema.createIndex('delivery_verdict_of_mail').on('delivery_verdict').column('mail_id').execute()
    await db.schema.createIndex('delivery_verdict_by_age').on('delivery_verdict').column('at').execute()
    await table('delivery_effect')
      .addColumn('data', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('retry_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('delivery_effect_due').on('delivery_effect').columns(['retry_at', 'id']).execute()
    await db.schema.createIndex('delivery_effect_of_account').on('delivery_effect').column('account_id').execute()
    await sql`alter table outgoing_recipient add column status text not null default ''`.execute(db)
  },
})
