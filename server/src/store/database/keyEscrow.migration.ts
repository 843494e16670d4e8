import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from './engine.ts'

/** Copies of keys that the organisation keeps, sealed to its escrow certificate, and who has opened one. */
export const keyEscrowMigration = (engine: Engine): Migration => ({
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs against the schema as it was, not as it is
  async up(db: Kysely<any>) {
    await db.schema
      .alterTable('mail_key')
      .addColumn('escrow', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    await sql`create index mail_key_escrowed on mail_key (id) where escrow <> ''`.execute(db)
    await db.schema
      .createTable('key_escrow')
      .addColumn('fingerprint', 'text', (c) => c.primaryKey())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('certificate', 'text', (c) => c.notNull())
      .addColumn('since', 'bigint', (c) => c.notNull())
      .addColumn('ended_at', 'bigint')
      .execute()
    // One certificate at a time, also where two commands name one.
    await sql`create unique index key_escrow_in_use on key_escrow ((1)) where ended_at is null`.execute(db)
    await db.schema
      .createTable('key_escrow_use')
      .addColumn('id', engine === 'postgres' ? 'bigint' : 'integer', (c) =>
        engine === 'postgres' ? c.primaryKey().generatedByDefaultAsIdentity() : c.primaryKey().autoIncrement(),
      )
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('key_id', 'bigint', (c) => c.notNull())
      .addColumn('used_by', 'text', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .execute()
  },
})
